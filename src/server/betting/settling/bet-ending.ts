import { certainEnd } from '#machines/betting/cash-out/certain-end.rules.ts'
import { insuredSettlement } from '#machines/betting/cash-out/insurance.rules.ts'
import { sharedPlaces } from '#machines/betting/settling/shared-places.rules.ts'
import type { BetLeg, BetSettlement, GameResult } from '#schemas'
import type { BettingPorts } from '../betting-ports.ts'
import type { EndedLeg, Leg, LockedBet } from './settling-queries.ts'

/** What results say of a bet. */
export interface BetEnding {
  /** Outcomes of which the result is new. */
  readonly ended: readonly EndedLeg[]
  /** What it pays once that is certain; null before. */
  readonly end: BetSettlement | null
}

/** Works out how a bet has ended. @throws Error when it cannot be computed */
export function endingOf(
  ports: Pick<BettingPorts, 'outcomeResult'>,
  bet: LockedBet,
  { legs, results }: { readonly legs: readonly Leg[]; readonly results: ReadonlyMap<number, GameResult> },
): BetEnding {
  const ended: EndedLeg[] = []
  const known = legs.map((leg) => {
    const news = results.get(leg.gameId)
    if (!news || news.version <= (leg.resultVersion ?? 0)) return leg
    const result = legResult(ports, leg, news)
    ended.push({ betId: bet.betId, place: leg.place, result, version: news.version })
    return { ...leg, result }
  })
  // The operator has bought it back: its outcome is recorded, and moves nothing.
  return { ended, end: bet.state === 'sold' || ended.length === 0 ? null : settlementOf(bet, known) }
}

/** How a leg ended, at the price that was accepted; null when the result does not tell. */
function legResult(ports: Pick<BettingPorts, 'outcomeResult'>, leg: Leg, result: GameResult): BetLeg | null {
  if (result.kind === 'void') return { odds: leg.odds, result: 'void' }
  const ended = sharedPlaces(leg, result.deadHeats) ?? ports.outcomeResult(leg, result)
  if (ended === null || typeof ended === 'string') return ended && { odds: leg.odds, result: ended }
  return { odds: leg.odds, result: 'dead-heat', ...ended }
}

/** What a bet pays once that is certain; null before. @throws Error when it cannot be computed */
export function settlementOf(bet: LockedBet, legs: readonly Leg[]): BetSettlement | null {
  const { frozen } = bet
  const settled = certainEnd(frozen, legs)
  if (!settled) return null
  if (!settled.ok) throw new Error(`the bet cannot be computed: ${settled.fault.code} at ${settled.fault.path}`)
  const ended = legs.flatMap(({ result }) => result ?? [])
  return insuredSettlement(settled.settlement, bet, { legs: ended, exponent: frozen.exponent })
}
