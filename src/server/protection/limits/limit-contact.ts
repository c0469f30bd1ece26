import { ageInYears } from '#machines/forms/kinds/date.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { type LimitPeriod, limitNow } from '#machines/protection/limits/limit-change.rules.ts'
import { monthlyBound } from '#machines/protection/limits/monthly-limit.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { keepAct } from '../protection-acts.ts'
import type { LimitSections } from './limit-guard.ts'
import type { LimitRow } from './limit-rows.ts'
import { inCurrency } from './limit-uses.ts'

/** What a player wants to be able to pay in. */
export interface WantedDeposits {
  readonly accountId: number
  /** A month, by all of their limits, in minor units of the site's currency; null when nothing would bound it. */
  readonly wantedMinor: number | null
}

/** How a limit is judged. */
interface Judging {
  readonly config: LimitSections
  readonly hash: string
  readonly now: Date
}

/** What a player can pay in a month by their limits, in minor units of the site's currency; raises that wait count as if they held, so that two of
 *  them that need no talk alone do not come to one that does. Null when nothing bounds it. */
export function monthlyDeposits(
  limits: readonly Pick<LimitRow, 'period' | 'amount' | 'currency' | 'waiting'>[],
  { global, now }: { readonly global: LimitSections['global']; readonly now: Date },
): number | null {
  const { currencies, defaultCurrency: to } = global
  return monthlyBound(
    limits.map(({ period, currency, ...limit }) => {
      const { waiting } = limitNow(limit, now)
      const amount = waiting ? waiting.amount : limit.amount
      const amountMinor = amount === null ? null : inCurrency(amount, { from: currency ?? to, to, currencies })
      return { period, amountMinor }
    }),
  )
}

/** What a player could pay in a month once a limit is as they ask; undefined when that is no more than they can now. */
export function wantedDeposits(
  deposits: readonly LimitRow[],
  asked: { readonly period: LimitPeriod; readonly amountMinor: number | null; readonly currency: string },
  at: { readonly global: LimitSections['global']; readonly now: Date },
): number | null | undefined {
  const { period, amountMinor: amount, currency } = asked
  const former = deposits.find((limit) => limit.period === period)
  // What is no higher than the limit that is there holds at once, however high that is.
  if (former?.amount != null && amount !== null && amount <= former.amount) return undefined
  const others = deposits.filter((limit) => limit.period !== period)
  const wanted = monthlyDeposits([...others, { period, amount, currency, waiting: null }], at)
  const present = monthlyDeposits(
    deposits.map((limit) => ({ ...limit, waiting: null })),
    at,
  )
  return wanted !== null && present !== null && wanted <= present ? undefined : wanted
}

/** Asks for a talk about deposits that are above what the operator speaks with players about: once for each amount, and never for
 *  one that has been spoken about (Spelförordningen 11:3, Regeling 2024).
 *  @returns above which limit a month the operator speaks first, in words; null when the limit can be set */
export async function askContact(
  tx: BrandTransaction,
  { accountId, wantedMinor }: WantedDeposits,
  { config, hash, now }: Judging,
): Promise<string | null> {
  const { responsible, global } = config
  const { currencies, defaultCurrency } = global
  const aboveMinor = contactAbove(responsible, await ageOf(tx, accountId, { global, now }))
  if (aboveMinor === 0 || (wantedMinor !== null && wantedMinor <= aboveMinor)) return null
  const agreed = await lastAct(tx, accountId, 'contacted')
  if (agreed && reaches(agreed.detail.agreedMinor, wantedMinor)) return null
  const asked = await lastAct(tx, accountId, 'contact_asked')
  const isAsked =
    asked !== undefined && asked.act_id > (agreed?.act_id ?? 0) && asked.detail.wantedMinor === wantedMinor
  const detail = { wantedMinor, currency: defaultCurrency }
  if (!isAsked) await keepAct(tx, { accountId, kind: 'contact_asked', detail, configuration: hash, now })
  if (!responsible.isContactFirst) return null
  return `${minorToDecimal(aboveMinor, currencies[defaultCurrency]?.exponent ?? 2)} ${defaultCurrency}`
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
