import { sql } from 'kysely'
import { xpE4Of } from '#machines/promo/loyalty/tiers.rules.ts'
import type { Tier } from '#machines/site/loyalty-tiers.rules.ts'
import type { BrandTransaction, NewRow } from '#server/db/for-brand.ts'
import type { LoyaltyStakeTable } from '#server/db/tables/loyalty-tables.ts'
import { findLots, settleLots } from './lots.ts'
import type { LoyaltyAsks, LoyaltySections, PlayedSource } from './loyalty-ports.ts'
import { inCurrency, isExcluded, tiersOf } from './loyalty-terms.ts'
import { change, lockMember, type MemberRow, withXp } from './members.ts'
import { addToPeriod, findPeriods, type PeriodGain } from './periods.ts'

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

/** A count of a player that is under way: what was read once for all sources, and what is written once for all of them. */
interface Tally extends Counting {
  readonly member: MemberRow
  readonly formers: ReadonlyMap<string, Former>
  readonly periodAt: ReturnType<typeof findPeriods>
  readonly lotOf: ReturnType<typeof findLots>
  readonly rows: NewRow<'loyalty_stake'>[]
  /** Number of a lot → ten-thousandths of points. */
  readonly earned: Map<number, number>
  /** Number of a period → what it gains. */
  readonly gains: Map<number, PeriodGain>
}

/** Counts what a player has played since, each bet and round once, and again by the difference where it was settled again (PROMO-22). All
 *  of it is written together.
 *  @returns how many were counted */
export async function countPlayer(tx: BrandTransaction, of: Counting): Promise<number> {
  const { accountId, since, asks, sections, now } = of
  const member = await lockMember(tx, accountId, now)
  const due = await asks.sourcesDue(tx, accountId, since)
  if (due.length === 0) return 0
  const tally: Tally = {
    ...{ ...of, member, formers: await formersOf(tx, due), rows: [], earned: new Map(), gains: new Map() },
    ...{ periodAt: findPeriods(tx, member, sections), lotOf: findLots(tx, member, sections) },
  }
  const { xp_e4: formerXpE4, kept_xp_e4: formerKeptE4 } = member
  for (const source of due) await countSource(tx, source, tally)
  await keepStakes(tx, tally.rows)
  for (const [sequence, gain] of tally.gains) await addToPeriod(tx, member, { sequence, ...gain, now })
  const { xp_e4, tier, kept_xp_e4, kept_from } = member
  if (xp_e4 !== formerXpE4 || kept_xp_e4 !== formerKeptE4)
    await change(tx, member, { xp_e4, tier, kept_xp_e4, kept_from })
  await settleLots(tx, member, { earned: tally.earned, now })
  return due.length
}

async function countSource(tx: BrandTransaction, source: PlayedSource, tally: Tally): Promise<void> {
  const { member, sections, earned, gains, now } = tally
  const former = tally.formers.get(nameOf(source))
  const reason = await reasonOf(tx, member, { ...tally, source })
  const worth = reason === null ? worthOf(source, sections, member.tier) : NOTHING
  const before = former
    ? { stakeMinor: former.stake_minor, lossMinor: former.loss_minor, xpE4: former.xp_e4, pointsE4: former.points_e4 }
    : NOTHING
  const period = former?.period ?? (reason === null ? await tally.periodAt(source.overAt) : null)
  const lot = former?.lot_id ?? (worth.pointsE4 > 0 ? await tally.lotOf(source.overAt) : null)
  tally.rows.push(stakeRow(member, { source, worth, period, lot, reason }))
  if (lot !== null) earned.set(lot, (earned.get(lot) ?? 0) + worth.pointsE4 - before.pointsE4)
  if (period !== null) {
    const { stakeMinor, lossMinor } = gains.get(period) ?? NOTHING
    gains.set(period, {
      stakeMinor: stakeMinor + worth.stakeMinor - before.stakeMinor,
      lossMinor: lossMinor + worth.lossMinor - before.lossMinor,
    })
  }
  // What is counted next goes by the tier that the player has reached.
  Object.assign(member, withXp(member, { xpE4: worth.xpE4 - before.xpE4, sections, now }))
}

type Former = Awaited<ReturnType<typeof readFormers>>[number]

/** How sources were counted before, by their names. */
async function formersOf(tx: BrandTransaction, sources: readonly PlayedSource[]): Promise<ReadonlyMap<string, Former>> {
  const rows = await readFormers(tx, sources)
  return new Map(rows.map((row) => [nameOf({ source: row.source, sourceId: row.source_id }), row]))
}

function readFormers(tx: BrandTransaction, sources: readonly PlayedSource[]) {
  const [kinds, ids] = [[...new Set(sources.map(({ source }) => source))], sources.map(({ sourceId }) => sourceId)]
  return tx
    .select('loyalty_stake')
    .select(['source', 'source_id', 'period', 'stake_minor', 'loss_minor', 'xp_e4', 'points_e4', 'lot_id'])
    .where(sql<boolean>`source = any (${kinds}::text[]) and source_id = any (${ids}::bigint[])`)
    .execute()
}

function nameOf({ source, sourceId }: Pick<PlayedSource, 'source' | 'sourceId'>): string {
  return `${source}/${sourceId}`
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

function stakeRow(
  { account_id }: MemberRow,
  of: {
    readonly source: PlayedSource
    readonly worth: Worth
    readonly period: number | null
    readonly lot: number | null
    readonly reason: Reason
  },
): NewRow<'loyalty_stake'> {
  const { source, worth, period, lot, reason } = of
  return {
    ...{ source: source.source, source_id: source.sourceId, account_id },
    ...{ stake_minor: worth.stakeMinor, loss_minor: worth.lossMinor, xp_e4: worth.xpE4 },
    ...{ points_e4: worth.pointsE4, lot_id: lot },
    ...{ period, reason, mark: source.mark, over_at: source.overAt },
  }
}

/** What of a stake is another where it is counted again. */
const COUNTED = [
  ...(['stake_minor', 'loss_minor', 'xp_e4', 'points_e4', 'lot_id'] as const),
  ...(['period', 'reason', 'mark', 'over_at'] as const),
] as const

async function keepStakes(tx: BrandTransaction, rows: readonly NewRow<'loyalty_stake'>[]): Promise<void> {
  await tx
    .insert('loyalty_stake', rows)
    .onConflict((conflict) =>
      conflict
        .columns(['brand_id', 'source', 'source_id'])
        .doUpdateSet((row) => Object.fromEntries(COUNTED.map((column) => [column, row.ref(`excluded.${column}`)]))),
    )
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
