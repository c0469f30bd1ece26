import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { OperatorsFileAnswer, OperatorsFileQuery, SiteConfig } from '#schemas'
import { isOperatorsFileAnswer } from '#schemas/generated/validators/protection.js'
import { forBrand } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { askAdapter } from '../adapter-call.ts'
import { type Person, personOf } from '../exclusion/person-marks.ts'
import { inCurrency } from '../limits/limit-uses.ts'
import { keepPermission } from './deposit-permissions.ts'

/** What asking the file of all operators needs of others. */
export interface OperatorsFilePorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<Pick<SiteConfig, 'global' | 'responsible'>>
  /** Reads a secret that a brand names. */
  readonly secretOf: (variable: string) => string | undefined
  readonly fetch: typeof fetch
  /** Says why the file did not answer, without anything of the person. */
  readonly warn: (fields: { readonly brandId: string; readonly fault: string }) => void
}

/** What the file hears: a deposit that is about to begin, that a player begins to play here, or that they have ended it. */
export type FileAct = Pick<OperatorsFileQuery, 'act' | 'id' | 'amountMinor' | 'currency'>

/** Reports something of a person to the file of all operators: `POST {url}`. @returns its answer; null when it is late, broken or no answer */
export async function tellFile(
  { sections, secretOf, fetch, warn }: OperatorsFilePorts,
  brandId: string,
  { person, ...act }: FileAct & { readonly person: Person },
): Promise<OperatorsFileAnswer | null> {
  try {
    const { operatorsFile: file, operatorsFileApiKey: variable } = (await sections(brandId)).responsible
    if (!file) throw new Error('the configuration does not name it any more')
    const { birthday, country, ...rest } = person
    const query: OperatorsFileQuery = { ...act, ...rest, birthday: birthday ?? '', country: country ?? '' }
    const answer = await askAdapter({ url: file.url, variable, secretOf, fetch }, query)
    if (!isOperatorsFileAnswer(answer)) throw new Error('its answer is none')
    return answer
  } catch (error) {
    warn({ brandId, fault: error instanceof Error ? error.message : String(error) })
    return null
  }
}

/** A deposit that is about to begin. */
export interface FiledDeposit {
  readonly brandId: string
  readonly accountId: number
  /** The name that its client gave it: the same again is the same deposit. */
  readonly id: string
  /** ISO 4217 code. */
  readonly currency: string
  /** Minor units. */
  readonly amountMinor: number
}

/** Does a deposit again once the file of all operators has counted it, where it was refused because the file had not been asked. What has been
 *  counted stays so though the deposit fails (GlüStV § 6c). A file that is silent lets nothing pass. */
export type WithOperatorsFile = <Result>(deposit: FiledDeposit, start: () => Promise<Result>) => Promise<Result>

/** Makes it by the adapter of each brand. @throws AppError protection.operators_limit when the file leaves less than the deposit */
export function createWithOperatorsFile(ports: OperatorsFilePorts): WithOperatorsFile {
  return async (deposit, start) => {
    try {
      return await start()
    } catch (error) {
      const isUnasked = error instanceof AppError && error.code === 'protection.operators_unasked'
      if (!(isUnasked && (await count(ports, deposit)))) throw error
      return start()
    }
  }
}

/** @returns whether the file has said anything   @throws AppError protection.operators_limit */
async function count(ports: OperatorsFilePorts, deposit: FiledDeposit): Promise<boolean> {
  const { brandId, accountId, id, currency, amountMinor } = deposit
  const { global } = await ports.sections(brandId)
  const { currencies, defaultCurrency: to } = global
  const door = forBrand(ports.db, brandId)
  const person = await door.transaction((tx) => personOf(tx, accountId))
  if (!person) return false
  const filed = { amountMinor: inCurrency(amountMinor, { from: currency, to, currencies }), currency: to }
  const answer = await tellFile(ports, brandId, { act: 'deposit', id, ...filed, person })
  if (!answer) return false
  if (!answer.isAllowed) {
    const left = minorToDecimal(answer.leftMinor ?? 0, currencies[to]?.exponent ?? 2)
    throw new AppError('protection.operators_limit', { left: `${left} ${to}` })
  }
  await door.transaction((tx) => keepPermission(tx, { accountId, id, currency, amountMinor, now: ports.clock() }))
  return true
}
