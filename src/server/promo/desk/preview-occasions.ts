import { sql } from 'kysely'
import { isOfAudience } from '#machines/promo/awards/audience.rules.ts'
import type { Campaign } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Something that a player did, and what the reward goes by: a deposit, or what bets have lost or staked; 0 of what has no amount. */
export interface Occasion {
  readonly accountId: number
  readonly currency: string
  readonly amountMinor: number
  /** What it would have paid the player, where that is known: of what is put on a bet, less its price. */
  readonly costMinor?: number
  readonly at: Date
}

/** So many of the earliest occasions are looked at. */
export const MOST_ROWS = 100_000
const DAY_MS = 86_400_000

/** Deposits that arrived. @param number the so-manieth of each player; 0 for all */
export function deposits(tx: BrandTransaction, number: number, since: Date): Promise<Occasion[]> {
  return tx
    .select('payment')
    .select(['account_id as accountId', 'currency', 'created_at as at'])
    .select(sql<number>`coalesce(arrived_minor, amount_minor)`.as('amountMinor'))
    .where('direction', '=', 'deposit')
    .where('deposit_number', 'is not', null)
    .where((where) => (number === 0 ? where.lit(true) : where('deposit_number', '=', number)))
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .execute()
}

/** When players registered. */
export function registrations(tx: BrandTransaction, since: Date) {
  return tx
    .select('account')
    .select(['account_id as accountId', 'created_at as at'])
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .limit(MOST_ROWS)
    .execute()
}

/** When identities were verified. */
export function identifications(tx: BrandTransaction, since: Date) {
  return tx
    .select('identification')
    .select(['account_id as accountId', 'changed_at as at'])
    .where('state', '=', 'verified')
    .where('changed_at', '>=', since)
    .orderBy('changed_at')
    .limit(MOST_ROWS)
    .execute()
}

/** The days on which players placed bets or began rounds for money, each once, by UTC. */
export async function plays(tx: BrandTransaction, since: Date) {
  const onBets = await tx
    .select('bet')
    .select(['account_id as accountId', sql<Date>`date_trunc('day', created_at)`.as('at')])
    .distinct()
    .where('created_at', '>=', since)
    .limit(MOST_ROWS)
    .execute()
  const onRounds = await tx
    .select('casino_round')
    .select(['account_id as accountId', sql<Date>`date_trunc('day', opened_at)`.as('at')])
    .distinct()
    .where('mode', '=', 'real')
    .where('account_id', 'is not', null)
    .where('opened_at', '>=', since)
    .limit(MOST_ROWS)
    .execute()
  const days = [...onBets, ...onRounds].map(({ accountId, at }) => ({ accountId: accountId ?? 0, at }))
  const named = new Map(days.map((day) => [`${day.accountId} ${day.at.getTime()}`, day]))
  return [...named.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Every so-manieth day of each player. */
export function daysOfPlay<Day extends { readonly accountId: number }>(days: readonly Day[], every: number): Day[] {
  const counts = new Map<number, number>()
  return days.filter(({ accountId }) => {
    const count = (counts.get(accountId) ?? 0) + 1
    counts.set(accountId, count)
    return count % every === 0
  })
}

/** The players who are of an audience now, as often as each of them could have had it since. */
export async function audienceOccasions(
  tx: BrandTransaction,
  { audience, trigger }: Campaign,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<readonly Pick<Occasion, 'accountId' | 'at'>[]> {
  if (!audience) return []
  const facts = await factsOfAll(tx, now)
  const players = facts.filter((one) => isOfAudience(audience, one)).map(({ accountId }) => accountId)
  const everyMs = trigger.every ? EVERY_DAYS[trigger.every] * DAY_MS : now.getTime() - since.getTime()
  const times = Math.floor((now.getTime() - since.getTime()) / everyMs)
  return Array.from({ length: times }, (_, place) => new Date(since.getTime() + place * everyMs)).flatMap((at) =>
    players.map((accountId) => ({ accountId, at })),
  )
}

const EVERY_DAYS = { day: 1, week: 7, month: 30 } as const

/** What audiences are made of, of all players. */
async function factsOfAll(tx: BrandTransaction, now: Date) {
  const accounts = await tx
    .select('account')
    .select(['account_id', 'created_at'])
    .orderBy('account_id')
    .limit(MOST_ROWS)
    .execute()
  const members = await tx.select('loyalty_member').select(['account_id', 'tier']).execute()
  const verified = await tx.select('identification').select('account_id').where('state', '=', 'verified').execute()
  const made = await tx
    .select('payment')
    .select('account_id')
    .select(sql<number>`max(deposit_number)::int`.as('deposits'))
    .where('deposit_number', 'is not', null)
    .groupBy('account_id')
    .execute()
  const lastBets = await tx
    .select('bet')
    .select('account_id')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .groupBy('account_id')
    .execute()
  const lastRounds = await tx
    .select('casino_round')
    .select('account_id')
    .select(({ fn }) => fn.max('opened_at').as('at'))
    .where('mode', '=', 'real')
    .groupBy('account_id')
    .execute()
  const tiers = new Map(members.map(({ account_id, tier }) => [account_id, tier]))
  const identified = new Set(verified.map(({ account_id }) => account_id))
  const deposits = new Map(made.map(({ account_id, deposits: count }) => [account_id, count]))
  const played = new Map<number, number>()
  for (const { account_id, at } of [...lastBets, ...lastRounds])
    if (account_id !== null) played.set(account_id, Math.max(played.get(account_id) ?? 0, at.getTime()))
  const days = (ms: number) => Math.max(0, Math.floor((now.getTime() - ms) / DAY_MS))
  return accounts.map(({ account_id: accountId, created_at }) => ({
    ...{ accountId, tier: tiers.get(accountId) ?? null, deposits: deposits.get(accountId) ?? 0 },
    ...{ idleDays: days(played.get(accountId) ?? created_at.getTime()), registeredDays: days(created_at.getTime()) },
    isIdentified: identified.has(accountId),
  }))
}
