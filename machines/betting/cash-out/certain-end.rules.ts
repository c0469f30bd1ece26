import type { BetLeg, FrozenBet } from '#schemas'
import { legsOf } from '../bet-faults.rules.ts'
import { placesOf, settledBetOf } from '../settling/frozen-bet.rules.ts'
import { type SettleResult, settleBet } from '../settling/settle-bet.rules.ts'

/** An outcome of a bet, and how it ended; null while it is open. */
export interface KnownLeg {
  /** In the request. */
  readonly place: number
  /** The price that was accepted. */
  readonly odds: string
  readonly result: BetLeg | null
}

/** Bets whose payout is none the lower the better an outcome ends, and that may be over before all have ended. A system is settled
 *  when all of it has ended, and an anti-express, whose price depends on which outcomes are void. */
const OVER_EARLY: readonly FrozenBet['type'][] = ['express', 'chain', 'lobby', 'conditional']

/** What a bet pays as soon as that is certain (LEDGER-4): when all of its outcomes have ended, or when it pays nothing however the
 *  others end, as it does not even when all of them win. Null before. Outcomes that are open are not explained.
 *  @throws Error when a leg is missing or a rule of the bet is not known */
export function certainEnd(bet: FrozenBet, legs: readonly KnownLeg[]): SettleResult | null {
  const open = new Set<BetLeg>()
  const ends = new Map<number, BetLeg>()
  for (const { place, odds, result } of legs) {
    const end = result ?? ({ odds, result: 'win' } as const)
    if (!result) open.add(end)
    ends.set(place, end)
  }
  const settled = settledBetOf(bet, ends)
  if (open.size === 0) return settleBet(settled)
  if (open.size === placesOf(bet).length || !OVER_EARLY.includes(bet.type)) return null
  const best = settleBet(settled)
  if (!best.ok || best.settlement.payoutMinor > 0 || best.settlement.payoutTaxMinor > 0) return null
  const ordered = legsOf(settled).map(({ leg }) => leg)
  let place = 0
  const explanation = best.settlement.explanation.filter(({ step }) => {
    if (step !== 'leg') return true
    const leg = ordered[place++]
    return leg === undefined || !open.has(leg)
  })
  return { ok: true, settlement: { ...best.settlement, explanation } }
}
