import { AppError } from '#calls/app-error.ts'
import { ageInYears } from '#machines/forms/kinds/date.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { keepAct } from '../protection-acts.ts'
import type { LimitSections } from './limit-guard.ts'
import { inCurrency } from './limit-uses.ts'

/** A deposit limit a month that a player wants. */
export interface MonthLimit {
  readonly accountId: number
  /** Minor units; null is no limit. */
  readonly amountMinor: number | null
  /** ISO 4217 code. */
  readonly currency: string
}

/** How a limit is judged. */
interface Judging {
  readonly config: LimitSections
  readonly hash: string
  readonly now: Date
}

/** Asks for a talk about a deposit limit that is above what the operator speaks with players about: once for each amount, and never for
 *  one that has been spoken about (Spelförordningen 11:3, Regeling 2024).
 *  @returns why the limit cannot be set yet; null when it can */
export async function askContact(
  tx: BrandTransaction,
  limit: MonthLimit,
  { config, hash, now }: Judging,
): Promise<AppError | null> {
  const { accountId, amountMinor, currency } = limit
  const { responsible, global } = config
  const { currencies, defaultCurrency } = global
  const aboveMinor = contactAbove(responsible, await ageOf(tx, accountId, { global, now }))
  if (aboveMinor === 0) return null
  const wantedMinor =
    amountMinor === null ? null : inCurrency(amountMinor, { from: currency, to: defaultCurrency, currencies })
  if (wantedMinor !== null && wantedMinor <= aboveMinor) return null
  const agreed = await lastAct(tx, accountId, 'contacted')
  if (agreed && reaches(agreed.detail.agreedMinor, wantedMinor)) return null
  const asked = await lastAct(tx, accountId, 'contact_asked')
  const isAsked =
    asked !== undefined && asked.act_id > (agreed?.act_id ?? 0) && asked.detail.wantedMinor === wantedMinor
  const detail = { wantedMinor, currency: defaultCurrency }
  if (!isAsked) await keepAct(tx, { accountId, kind: 'contact_asked', detail, configuration: hash, now })
  if (!responsible.isContactFirst) return null
  const above = minorToDecimal(aboveMinor, currencies[defaultCurrency]?.exponent ?? 2)
  return new AppError('protection.contact_needed', { limit: `${above} ${defaultCurrency}` })
}

function lastAct(tx: BrandTransaction, accountId: number, kind: 'contact_asked' | 'contacted') {
  return tx
    .select('protection_act')
    .select(['act_id', 'detail'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .orderBy('act_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether what was agreed with a player covers what they want; null is no limit. */
function reaches(agreed: string | number | null | undefined, wanted: number | null): boolean {
  return agreed === null || (typeof agreed === 'number' && wanted !== null && wanted <= agreed)
}

/** Above which limit the operator speaks with a player of an age, minor units; 0 never. */
function contactAbove(responsible: LimitSections['responsible'], age: number | null): number {
  const { contactAboveMinor, contactAboveYoungMinor, youngBelowAge } = responsible
  const isYoung = age !== null && age < youngBelowAge && contactAboveYoungMinor > 0
  return isYoung ? contactAboveYoungMinor : contactAboveMinor
}

/** Whole years since the birthday, by the calendar of the brand; null when it is not known. */
async function ageOf(
  tx: BrandTransaction,
  accountId: number,
  { global, now }: Pick<LimitSections, 'global'> & { readonly now: Date },
): Promise<number | null> {
  const row = await tx.select('profile').select('birthday').where('account_id', '=', accountId).executeTakeFirst()
  return row?.birthday ? ageInYears(row.birthday, zoneDay(now.getTime(), global.timeZone)) : null
}
