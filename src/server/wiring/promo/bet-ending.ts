import { sql } from 'kysely'
import type { WageredBet } from '#machines/promo/awards/wagering.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { oppositesAmong } from './opposite-bets.ts'

/** A bet that is not open, as the rules of bonuses ask for it. */
export interface BetFacts {
  /** Prices of its outcomes. */
  readonly odds: readonly string[]
  /** Whether the player has also backed another outcome of a market of the bet. */
  readonly hasOpposite: boolean
}

/** What rules ask of bets, read for all of them together. @returns finds those of a bet */
export async function factsOfBets(
  tx: BrandTransaction,
  betIds: readonly number[],
): Promise<(betId: number) => BetFacts> {
  if (betIds.length === 0) return () => ({ odds: [], hasOpposite: false })
  const legs = await tx
    .select('bet_leg')
    .select(['bet_id as betId', 'odds'])
    .where(sql<boolean>`bet_id = any (${betIds}::bigint[])`)
    .execute()
  const opposites = await oppositesAmong(tx, betIds)
  const byBet = Map.groupBy(legs, ({ betId }) => betId)
  return (betId) => ({
    odds: byBet.get(betId)?.map(({ odds }) => odds) ?? [],
    hasOpposite: opposites.has(betId),
  })
}

/** How a bet ended that is not open. */
export function endingOf({
  state,
  sold_stake_minor: soldMinor,
}: {
  readonly state: string
  readonly sold_stake_minor: number
}): WageredBet['ending'] {
  if (state === 'returned') return 'void'
  if (state === 'sold' || soldMinor > 0) return 'cashed_out'
  return state === 'won' ? 'won' : 'lost'
}
