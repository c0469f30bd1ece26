import type { TotoCategory, TotoCategoryResult, TotoHitLines, TotoPool, TotoSettlement } from '#schemas'

const MILLION = 1_000_000n

/** What the stakes of a draw are divided by. */
export interface DrawFacts {
  readonly stakedMinor: number
  /** The jackpot before the draw, in minor units. */
  readonly jackpotMinor: number
  readonly voids: number
  /** Units that have exactly so many right events. */
  readonly unitsByHits: ReadonlyMap<number, number>
}

/** The rules that a draw is settled by. */
export type SettlementTerms = Pick<
  TotoPool,
  | 'events'
  | 'feePpm'
  | 'categories'
  | 'isCumulative'
  | 'emptyTo'
  | 'dividendStepMinor'
  | 'breakageTo'
  | 'voidPolicy'
  | 'voidTables'
  | 'jackpotPpmByVoids'
  | 'guaranteeMinor'
>

/** A share of an amount, rounded down to whole minor units. */
export function shareOf(amountMinor: number, ppm: number): number {
  return Number((BigInt(amountMinor) * BigInt(ppm)) / MILLION)
}

/** The categories that hold with so many void events, the highest first. */
export function categoriesOf(
  { categories, voidTables }: Pick<TotoPool, 'categories' | 'voidTables'>,
  voids: number,
): readonly TotoCategory[] {
  const table = voids === 0 ? undefined : voidTables[Math.min(voids, voidTables.length) - 1]
  return [...(table?.categories ?? categories)].sort((one, other) => other.hits - one.hits)
}

/** How many right events win the jackpot: all that count. */
export function topHits({ events, voidPolicy }: Pick<TotoPool, 'events' | 'voidPolicy'>, voids: number): number {
  return voidPolicy === 'win' ? events : events - voids
}

/** Divides the stakes of a draw (LOT-4): the fee is taken of the stakes of this draw alone, never again of what was carried; categories
 *  share the prize pool, what they leave feeds the jackpot; dividends are rounded down for each unit, and the rest has a place of its own.
 *  Always: paid + carried − won of the jackpot + breakage + fee = staked + guarantee. */
export function settleDraw(terms: SettlementTerms, facts: DrawFacts): TotoSettlement {
  const { stakedMinor, jackpotMinor, voids, unitsByHits } = facts
  const feeMinor = shareOf(stakedMinor, terms.feePpm)
  // Without a ticket there is nobody whom anything is guaranteed to.
  const isPlayed = unitsIn(unitsByHits, 0, undefined) > 0
  const guaranteeMinor = isPlayed ? Math.max(0, terms.guaranteeMinor - (stakedMinor - feeMinor)) : 0
  const poolMinor = stakedMinor - feeMinor + guaranteeMinor
  const table = categoriesOf(terms, voids)
  const funds = table.map(({ sharePpm }) => shareOf(poolMinor, sharePpm))
  const leftMinor = poolMinor - funds.reduce((sum, fund) => sum + fund, 0)
  const units = table.map(({ hits }, at) =>
    unitsIn(unitsByHits, hits, terms.isCumulative ? undefined : table[at - 1]?.hits),
  )
  const { categories, emptyMinor } = sharedOut(terms, { table, funds, units })
  const top = topHits(terms, voids)
  const atStake = shareOf(jackpotMinor, terms.jackpotPpmByVoids[voids] ?? 0)
  const jackpotUnits = atStake > 0 ? unitsIn(unitsByHits, top, undefined) : 0
  const jackpotDividendMinor = jackpotUnits > 0 ? Math.floor(atStake / jackpotUnits) : 0
  const wonJackpot = jackpotDividendMinor * jackpotUnits
  const rounding = categories.reduce((sum, { breakageMinor }) => sum + breakageMinor, 0)
  const carriedMinor = leftMinor + emptyMinor + (terms.breakageTo === 'jackpot' ? rounding : 0)
  const prizes = categories.reduce((sum, { dividendMinor, units: count }) => sum + dividendMinor * count, 0)
  return {
    ...{ stakedMinor, feeMinor, guaranteeMinor, poolMinor, voids, categories, topHits: top },
    ...{ jackpotInMinor: jackpotMinor, jackpotAtStakeMinor: atStake, jackpotUnits, jackpotDividendMinor },
    jackpotOutMinor: jackpotMinor - wonJackpot + carriedMinor,
    ...{ paidMinor: prizes + wonJackpot, carriedMinor },
    breakageMinor: terms.breakageTo === 'house' ? rounding : 0,
  }
}

/** Units with at least so many right events, and below a higher category where the highest counts alone. */
function unitsIn(unitsByHits: ReadonlyMap<number, number>, least: number, below: number | undefined): number {
  let sum = 0
  for (const [hits, units] of unitsByHits) if (hits >= least && (below === undefined || hits < below)) sum += units
  return sum
}

/** The categories with their dividends. The fund of an empty one is carried, or goes to the next lower one that somebody reaches. */
function sharedOut(
  { emptyTo, dividendStepMinor }: Pick<SettlementTerms, 'emptyTo' | 'dividendStepMinor'>,
  of: {
    readonly table: readonly TotoCategory[]
    readonly funds: readonly number[]
    readonly units: readonly number[]
  },
): { readonly categories: TotoCategoryResult[]; readonly emptyMinor: number } {
  const lastReached = of.units.findLastIndex((count) => count > 0)
  let handedDown = 0
  let emptyMinor = 0
  const categories = of.table.map(({ hits }, at) => {
    const units = of.units[at] ?? 0
    const own = of.funds[at] ?? 0
    if (units === 0) {
      const goesDown = emptyTo === 'lower' && at < lastReached
      if (goesDown) handedDown += own
      else emptyMinor += own
      return { hits, fundMinor: own, units, dividendMinor: 0, breakageMinor: 0, carriedMinor: goesDown ? 0 : own }
    }
    const fundMinor = own + handedDown
    handedDown = 0
    const exact = Math.floor(fundMinor / units)
    const dividendMinor = exact - (exact % dividendStepMinor)
    return { hits, fundMinor, units, dividendMinor, breakageMinor: fundMinor - dividendMinor * units, carriedMinor: 0 }
  })
  return { categories, emptyMinor }
}

/** What a unit with so many right events gets of all categories that it shares in, and of the jackpot. */
export function prizeOfUnit(settlement: TotoSettlement, hits: number, isCumulative: boolean): number {
  const reached = settlement.categories.filter((category) => hits >= category.hits)
  const counted = isCumulative ? reached : reached.slice(0, 1)
  const prizes = counted.reduce((sum, { dividendMinor }) => sum + dividendMinor, 0)
  return prizes + (hits >= settlement.topHits ? settlement.jackpotDividendMinor : 0)
}

/** What a ticket gets, in minor units. @param lines of the ticket by right events */
export function prizeOfTicket(
  settlement: TotoSettlement,
  { hits, unitsPerLine }: { readonly hits: readonly TotoHitLines[]; readonly unitsPerLine: number },
  isCumulative: boolean,
): number {
  return hits.reduce((sum, one) => sum + prizeOfUnit(settlement, one.hits, isCumulative) * one.lines * unitsPerLine, 0)
}

/** Units by right events of many tickets. */
export function countUnits(
  into: Map<number, number>,
  { hits, unitsPerLine }: { readonly hits: readonly TotoHitLines[]; readonly unitsPerLine: number },
): void {
  for (const { hits: right, lines } of hits) into.set(right, (into.get(right) ?? 0) + lines * unitsPerLine)
}
