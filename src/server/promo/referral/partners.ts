import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { digestOf, makeCode } from './referral-codes.ts'
import type { ReferralPorts, ReferralSections } from './referral-ports.ts'
import { isOffered } from './referral-terms.ts'

const KEY_BYTES = 24

/** A partner that was made: the key is shown once and kept as a digest alone. */
export interface MadePartner {
  readonly partnerId: number
  readonly code: string
  readonly key: string
}

/** What a partner has brought on a day. Money is minor units of the default currency. */
export interface PartnerDay {
  /** yyyy-MM-dd by the clock of the brand. */
  readonly day: string
  readonly visits: number
  readonly registrations: number
  readonly firstDeposits: number
  readonly netWinMinor: number
  readonly commissionMinor: number
}

/** What a partner is shown: counts and sums of days, and nothing of any player (REF-9). */
export interface PartnerStatistics {
  readonly name: string
  readonly code: string
  readonly days: readonly PartnerDay[]
}

/** Days that are shown at most. */
export const MOST_DAYS = 92

/** Makes a partner of a brand. */
export async function makePartner(
  tx: BrandTransaction,
  ports: Pick<ReferralPorts, 'randomBytes'>,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<MadePartner> {
  const key = Buffer.from(ports.randomBytes(KEY_BYTES)).toString('base64url')
  const { partner_id: partnerId } = await tx
    .insert('referral_partner', { name: storableText(name), key_hash: digestOf(key), created_at: now })
    .returning('partner_id')
    .executeTakeFirstOrThrow()
  return { partnerId, code: await makeCode(tx, ports, { accountId: null, partnerId, now }), key }
}

/** Ends the work with a partner: its code brings nobody any more, and its key shows nothing. @returns false when there is none such */
export async function closePartner(tx: BrandTransaction, partnerId: number, now: Date): Promise<boolean> {
  const closed = await tx
    .update('referral_partner', { closed_at: now })
    .where('partner_id', '=', partnerId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return closed.numUpdatedRows > 0n
}

/** The partners of a brand with what they have brought in total. */
export function listPartners(tx: BrandTransaction) {
  return tx
    .select('referral_partner')
    .innerJoin('referral_code', (join) =>
      join
        .onRef('referral_code.brand_id', '=', 'referral_partner.brand_id')
        .onRef('referral_code.partner_id', '=', 'referral_partner.partner_id'),
    )
    .select(['referral_partner.partner_id as partnerId', 'referral_partner.name', 'referral_code.code'])
    .select(['referral_partner.created_at as createdAt', 'referral_partner.closed_at as closedAt'])
    .orderBy('referral_partner.partner_id')
    .execute()
}

/** What a partner has brought, by its key (REF-9). @throws AppError referral.partner_unknown, referral.not_offered */
export function createPartnerStatistics(ports: ReferralPorts) {
  return async (
    brandId: string,
    { key, days }: { readonly key: string; readonly days: readonly string[] },
  ): Promise<PartnerStatistics> => {
    const sections = await ports.sections(brandId)
    if (!isOffered(sections, 'partner')) throw new AppError('referral.not_offered')
    return forBrand(ports.db, brandId).transaction(async (tx) => {
      const partner = await tx
        .select('referral_partner')
        .innerJoin('referral_code', (join) =>
          join
            .onRef('referral_code.brand_id', '=', 'referral_partner.brand_id')
            .onRef('referral_code.partner_id', '=', 'referral_partner.partner_id'),
        )
        .select(['referral_partner.partner_id as partnerId', 'referral_partner.name', 'referral_code.code'])
        .where('referral_partner.key_hash', '=', digestOf(key))
        .where('referral_partner.closed_at', 'is', null)
        .executeTakeFirst()
      if (!partner) throw new AppError('referral.partner_unknown')
      const { name, code, partnerId } = partner
      return { name, code, days: await partnerDays(tx, { partnerId, code, days, sections }) }
    })
  }
}

/** What a partner has brought on each of some days, the latest first as they are given. */
export async function partnerDays(
  tx: BrandTransaction,
  of: {
    readonly partnerId: number
    readonly code: string
    readonly days: readonly string[]
    readonly sections: ReferralSections
  },
): Promise<PartnerDay[]> {
  const visits = await visitsByDay(tx, of.code, of.days)
  const registrations = await registrationsByDay(tx, of)
  const deposits = await firstDepositsByDay(tx, of)
  const money = await moneyByDay(tx, of)
  return of.days.map((day) => ({
    day,
    visits: visits.get(day) ?? 0,
    registrations: registrations.get(day) ?? 0,
    firstDeposits: deposits.get(day) ?? 0,
    netWinMinor: money.get(day)?.netWinMinor ?? 0,
    commissionMinor: money.get(day)?.commissionMinor ?? 0,
  }))
}

type Counts = ReadonlyMap<string, number>

interface Asked {
  readonly partnerId: number
  readonly days: readonly string[]
  readonly sections: ReferralSections
}

const COUNT = sql<number>`count(*)::int8`

function countsOf(rows: readonly { readonly day: string; readonly count: number }[]): Counts {
  return new Map(rows.map(({ day, count }) => [day, count]))
}

async function visitsByDay(tx: BrandTransaction, code: string, days: readonly string[]): Promise<Counts> {
  const rows = await tx
    .select('referral_visit')
    .select('day')
    .select(sql<number>`sum(visits)::int8`.as('count'))
    .where('code', '=', code)
    .where('day', 'in', days)
    .groupBy('day')
    .execute()
  return countsOf(rows)
}

async function registrationsByDay(tx: BrandTransaction, { partnerId, days, sections }: Asked): Promise<Counts> {
  const day = sql<string>`to_char(registered_at at time zone ${sections.global.timeZone}, 'YYYY-MM-DD')`
  const rows = await tx
    .select('referral')
    .select(day.as('day'))
    .select(COUNT.as('count'))
    .where('partner_id', '=', partnerId)
    .where('registered_at', '>=', dayBefore(days))
    .groupBy(sql`1`)
    .execute()
  return countsOf(rows)
}

async function firstDepositsByDay(tx: BrandTransaction, { partnerId, days, sections }: Asked): Promise<Counts> {
  const day = sql<string>`to_char(payment.created_at at time zone ${sections.global.timeZone}, 'YYYY-MM-DD')`
  const rows = await tx
    .select('referral')
    .innerJoin('payment', (join) =>
      join.onRef('payment.brand_id', '=', 'referral.brand_id').onRef('payment.account_id', '=', 'referral.account_id'),
    )
    .select(day.as('day'))
    .select(COUNT.as('count'))
    .where('referral.partner_id', '=', partnerId)
    .where('payment.direction', '=', 'deposit')
    .where('payment.deposit_number', '=', 1)
    .where('payment.created_at', '>=', dayBefore(days))
    .groupBy(sql`1`)
    .execute()
  return countsOf(rows)
}

/** A friend whose deposit was charged back counts no more. */
async function moneyByDay(tx: BrandTransaction, { partnerId, days }: Asked) {
  const rows = await tx
    .select('referral_earning')
    .innerJoin('referral', (join) =>
      join
        .onRef('referral.brand_id', '=', 'referral_earning.brand_id')
        .onRef('referral.account_id', '=', 'referral_earning.account_id'),
    )
    .select('referral_earning.day as day')
    .select(sql<number>`sum(net_win_minor)::int8`.as('netWinMinor'))
    .select(sql<number>`sum(earned_minor)::int8`.as('commissionMinor'))
    .where('referral.partner_id', '=', partnerId)
    .where('referral.clawed_minor', '=', 0)
    .where('referral_earning.day', 'in', days)
    .groupBy('referral_earning.day')
    .execute()
  return new Map(rows.map((row) => [row.day, row]))
}

/** A moment before the earliest of some days, wherever the brand is. */
function dayBefore(days: readonly string[]): Date {
  const earliest = days.toSorted()[0] ?? '1970-01-01'
  return new Date(Date.parse(`${earliest}T00:00:00Z`) - 86_400_000)
}
