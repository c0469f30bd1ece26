import type { Logger } from 'pino'
import { endMailings } from '#server/account/office/settings.ts'
import { endSessions } from '#server/account/sign-in/sessions.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { createLimitGuard } from '#server/protection/limits/limit-guard.ts'
import { createLimits, type LimitsService } from '#server/protection/limits/limits.service.ts'
import {
  createVulnerabilityCheck,
  type WithVulnerabilityCheck,
} from '#server/protection/vulnerability/vulnerability-check.ts'
import type { SecretLookup } from '#server/site/brands/brand-secrets.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { AnyHandler } from '../http/call-scope.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { limitsHandlers } from './limits.handlers.ts'

/** What protection is joined with. */
export interface ProtectionWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly secretOf: SecretLookup
  readonly log: Pick<Logger, 'warn'>
}

/** The guard that every path of money asks, and the calls of limits and breaks. */
export interface ProtectionWiring {
  readonly moneyGuard: MoneyGuard
  readonly withCheck: WithVulnerabilityCheck
  /** Sets what a new player has limited, within the transaction that makes the account. */
  readonly registered: LimitsService['setFirst']
  readonly handlers: readonly AnyHandler[]
}

/** Joins protection with accounts and brands. */
export function createProtectionWiring({
  database,
  brands,
  clock,
  secretOf,
  log,
}: ProtectionWiringPorts): ProtectionWiring {
  const site = (brandId: string) => siteOfBrand(brands, brandId)
  const limits = createLimits({
    db: database.db,
    clock,
    site,
    endMailings,
    brandsOfGroup: async (group) => {
      const { knownIds } = await brands.ground()
      const found = await Promise.all(
        (await knownIds()).map(async (brandId) => ({ brandId, answer: await brands.siteForBrand(brandId) })),
      )
      return found.flatMap(({ brandId, answer }) =>
        answer.status === 'ok' && answer.site.config.responsible.exclusionGroup === group ? [brandId] : [],
      )
    },
    endSessions: async (tx, of) => {
      await endSessions(tx, of)
    },
  })
  const moneyGuard = createLimitGuard({ sections: async (brandId) => (await site(brandId)).config })
  const withCheck = createVulnerabilityCheck({
    ...{ db: database.db, clock, site, secretOf, fetch },
    warn: (fields) => log.warn(fields, 'check of vulnerability is silent'),
  })
  return { moneyGuard, withCheck, registered: limits.setFirst, handlers: limitsHandlers(limits) }
}
