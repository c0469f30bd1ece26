import type { Logger } from 'pino'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { OperatorsFilePorts } from '#server/protection/operators/operators-file.ts'
import type { SecretLookup } from '#server/site/brands/brand-secrets.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'

/** What the file of all operators is joined with. */
export interface OperatorsFileWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly secretOf: SecretLookup
  readonly log: Pick<Logger, 'warn'>
  /** Asks the adapter; over the network when left out. */
  readonly fetch?: typeof fetch | undefined
}

/** The file of all operators as each brand reaches it. */
export function operatorsFileOf({
  database,
  brands,
  clock,
  secretOf,
  log,
  fetch: ask = fetch,
}: OperatorsFileWiringPorts): OperatorsFilePorts {
  return {
    ...{ db: database.db, clock, secretOf, fetch: ask },
    sections: async (brandId) => (await siteOfBrand(brands, brandId)).config,
    warn: (fields) => log.warn(fields, 'file of all operators is silent'),
  }
}
