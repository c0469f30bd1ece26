import { sql } from 'kysely'
import { xpE4Of } from '#machines/promo/loyalty/tiers.rules.ts'
import type { Tier } from '#machines/site/loyalty-tiers.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { LoyaltyStakeTable } from '#server/db/tables/loyalty-tables.ts'
import { lotOf, settleLots } from './lots.ts'
import type { LoyaltyAsks, LoyaltySections, PlayedSource } from './loyalty-ports.ts'
import { inCurrency, isExcluded, tiersOf } from './loyalty-terms.ts'
import { addXp, lockMember, type MemberRow } from './members.ts'
import { addToPeriod, periodAt } from './periods.ts'

/** What is counted: a player's settled bets and rounds since a moment. */
export interface Counting {
  readonly accountId: number
  readonly since: Date
  readonly asks: LoyaltyAsks
  readonly sections: LoyaltySections
  readonly now: Date
}

type Reason = LoyaltyStakeTable['reason']

/** What a source counts. Amounts are minor units of the default currency. */
interface Worth {
  readonly stakeMinor: number
  readonly lossMinor: number
  readonly xpE4: number
  readonly pointsE4: number
}

const NOTHING: Worth = { stakeMinor: 0, lossMinor: 0, xpE4: 0, pointsE4: 0 }

/** Counts what a player has played since, each bet and round once, and again by the difference where it was settled again (PROMO-22).
 *  @returns how many were counted */
export async function countPlayer(tx: BrandTransaction, of: Counting): Promise<number> {
  const { accountId, since, asks, now } = of
  const member = await lockMember(tx, accountId, now)
  const due = await asks.sourcesDue(tx, accountId, since)
  const earned = new Map<number, number>()
  for (const source of due) await countSource(tx, member, { ...of, source, earned })
  await settleLots(tx, member, { earned, now })
  return due.length
}

async function countSource(
  tx: BrandTransaction,
  member: MemberRow,
  of: Counting & { readonly source: PlayedSource; readonly earned: Map<number, number> },
): Promise<void> {
  const { source, sections, earned, now } = of
  const former = await formerOf(tx, source)
  const reason = await reasonOf(tx, member, of)
  const worth = reason === null ? worthOf(source, sections, member.tier) : NOTHING
  const before = former
    ? { stakeMinor: former.stake_minor, lossMinor: former.loss_minor, xpE4: former.xp_e4, pointsE4: former.points_e4 }
    : NOTHING
  const period =
    former?.period ?? (reason === null ? await periodAt(tx, member, { at: source.overAt, sections }) : null)
  const lot = former?.lot_id ?? (worth.pointsE4 > 0 ? await lotOf(tx, member, { at: source.overAt, sections }) : null)
  await keep(tx, member, { source, worth, period, lot, reason })
  if (lot !== null) earned.set(lot, (earned.get(lot) ?? 0) + worth.pointsE4 - before.pointsE4)
  if (period !== null)
    await addToPeriod(tx, member, {
      sequence: period,
      stakeMinor: worth.stakeMinor - before.stakeMinor,
      lossMinor: worth.lossMinor - before.lossMinor,
      now,
    })
  await addXp(tx, member, { xpE4: worth.xpE4 - before.xpE4, sections, now })
}

function formerOf(tx: BrandTransaction, { source, sourceId }: PlayedSource) {
  return tx
    .select('loyalty_stake')
    .select(['period', 'stake_minor', 'loss_minor', 'xp_e4', 'points_e4', 'lot_id'])
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .executeTakeFirst()
}

/** Why a source counts for nothing; null where it counts. */
async function reasonOf(
  tx: BrandTransaction,
  { account_id, takes_part }: MemberRow,
  { source, asks, sections }: Counting & { readonly source: PlayedSource },
): Promise<Reason> {
  if (!takes_part) return 'out'
  if (isExcluded(sections, source)) return 'excluded'
  return (await asks.hadBreak(tx, account_id, source.stakedAt)) ? 'break' : null
}

function worthOf(source: PlayedSource, sections: LoyaltySections, tier: Tier): Worth {
  const { global, promo } = sections
  const { defaultCurrency: to } = global
  const minor = (amount: number) => inCurrency(amount, { from: source.currency, to, global })
  const stakeMinor = minor(source.stakeMinor)
  const { xpTimesE2 } = tiersOf(sections)[tier]
  const { perUnitE2 } = promo.loyaltyPoints
  const exponent = global.currencies[to]?.exponent ?? 2
  return {
    stakeMinor,
    lossMinor: minor(source.lossMinor),
    xpE4: xpE4Of(stakeMinor, { exponent, experienceE2: promo.loyalty.experienceE2, xpTimesE2 }),
    pointsE4: xpE4Of(stakeMinor, { exponent, experienceE2: perUnitE2, xpTimesE2: 100 }),
  }
}

async function keep(
  tx: BrandTransaction,
  { account_id }: MemberRow,
  of: {
    readonly source: PlayedSource
    readonly worth: Worth
    readonly period: number | null
    readonly lot: number | null
    readonly reason: Reason
  },
): Promise<void> {
  const { source, worth, period, lot, reason } = of
  const counted = {
    ...{ stake_minor: worth.stakeMinor, loss_minor: worth.lossMinor, xp_e4: worth.xpE4 },
    ...{ points_e4: worth.pointsE4, lot_id: lot },
    ...{ period, reason, mark: source.mark, over_at: source.overAt },
  }
  await tx
    .insert('loyalty_stake', { source: source.source, source_id: source.sourceId, account_id, ...counted })
    .onConflict((conflict) => conflict.columns(['brand_id', 'source', 'source_id']).doUpdateSet(counted))
    .execute()
}

/** Forgets what was counted so long ago that it is not settled again. */
export async function forgetOld(tx: BrandTransaction, before: Date): Promise<void> {
  await tx
    .delete('loyalty_stake')
    .where(sql<boolean>`(source, source_id) in (
      select source, source_id from loyalty_stake where brand_id = ${tx.brandId} and over_at < ${before} limit 2000)`)
    .execute()
}
