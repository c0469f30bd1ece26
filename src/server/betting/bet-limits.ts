import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import { type CouponTerms, fromDefault } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { bestEnd, placesOf } from '#machines/betting/settling/frozen-bet.rules.ts'
import { convertMinor, minorToDecimal } from '#machines/money/amount.rules.ts'
import type { FrozenBet } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BettingSections } from './betting-ports.ts'

/** Bets as they would be accepted: their terms, the price of each outcome of the request, and its id. */
export interface BetsToTake {
  readonly bets: readonly FrozenBet[]
  readonly odds: readonly string[]
  readonly outcomeIds: readonly number[]
}

/** Whether stakes and payouts are within the bounds of the brand (BET-6, PLACE-6): the first bet that is not, null when all are. */
export function boundsRefusal({ bets, odds }: BetsToTake, terms: CouponTerms): BetRefusal | null {
  const amount = (minor: number) => `${minorToDecimal(minor, terms.exponent)} ${terms.currency}`
  for (const bet of bets) {
    const best = bestEnd(bet, odds)
    if (!best) return { reason: 'bet.invalid', params: { fault: 'summ' } }
    if (bet.stakeMinor < terms.minimumStakeMinor)
      return { reason: 'bet.stake_low', params: { minimum: amount(terms.minimumStakeMinor) } }
    if (bet.stakeMinor > terms.maximumStakeMinor)
      return { reason: 'bet.stake_high', params: { maximum: amount(terms.maximumStakeMinor) } }
  }
  return null
}

/** What is open on an outcome, in minor units of the bet's currency. */
interface OpenOnOutcome {
  readonly possibleMinor: number
  readonly playerStakeMinor: number
  /** What operators let the house owe; absent where that is left to the brand. */
  readonly limitMinor?: number
}

/** Stands for the account of what is open of all players together. */
export const ALL_PLAYERS = 0

/** How much of a stake the limits of outcomes leave, for each bet in its order. Limits are in the default currency and hold for
 *  bets of all currencies together, at the rates of the brand. That of the desk goes before that of the brand.
 *  To be asked last, when the player's accounts are locked: from here to the end of the transaction no other bet on the same outcomes
 *  asks, in whichever currency, so that two bets do not both take what is left for one. */
export async function stakesWithinLimits(
  tx: BrandTransaction,
  { bets, odds, outcomeIds }: BetsToTake,
  of: { readonly accountId: number; readonly sections: BettingSections; readonly currency: string },
): Promise<readonly number[]> {
  const { riskLimits } = of.sections.betting
  const { converted } = fromDefault(of.sections.global, of.currency)
  const open = await openOnOutcomes(tx, outcomeIds, of)
  return bets.map((bet) => {
    const possibleMinor = bestEnd(bet, odds)?.payoutMinor ?? 0
    const grossMinor = uncappedMinor(bet, odds)
    const rooms = placesOf(bet).map((place) => {
      const there = open.get(outcomeIds[place] ?? 0)
      const ownMinor = there?.limitMinor
      const house =
        ownMinor === undefined
          ? left(converted(riskLimits.outcomeLiabilityMinor), there?.possibleMinor)
          : Math.max(0, converted(ownMinor) - (there?.possibleMinor ?? 0))
      const player = left(converted(riskLimits.playerOutcomeStakeMinor), there?.playerStakeMinor)
      return Math.min(player, house >= possibleMinor ? bet.stakeMinor : share(bet.stakeMinor, house, grossMinor))
    })
    return Math.min(bet.stakeMinor, ...rooms)
  })
}

/** Waits until no bet of the brand is being accepted, and keeps all from it until the end of the transaction: settling has to see every
 *  bet on a game that has ended. */
export async function lockAcceptance(tx: BrandTransaction): Promise<void> {
  await tx.call('bet_acceptance_stop')
}

/** What a bet would pay at its best if the brand paid any amount: only that goes with the stake. */
function uncappedMinor({ maximumPayoutMinor: _cap, ...bet }: FrozenBet, odds: readonly string[]): number {
  return bestEnd(bet, odds)?.payoutMinor ?? Number.MAX_SAFE_INTEGER
}

/** What a limit leaves; 0 is no limit. */
function left(limitMinor: number, takenMinor = 0): number {
  return limitMinor === 0 ? Number.POSITIVE_INFINITY : Math.max(0, limitMinor - takenMinor)
}

function share(stakeMinor: number, roomMinor: number, possibleMinor: number): number {
  return Number((BigInt(stakeMinor) * BigInt(roomMinor)) / BigInt(possibleMinor))
}

/** Locks as well: see bet_open_stakes. */
async function openOnOutcomes(
  tx: BrandTransaction,
  outcomeIds: readonly number[],
  of: { readonly accountId: number; readonly sections: BettingSections; readonly currency: string },
): Promise<ReadonlyMap<number, OpenOnOutcome>> {
  const open = new Map<number, OpenOnOutcome>()
  for (const row of await tx.call('bet_open_stakes', outcomeIds, of.accountId)) {
    const { currency } = row
    const former = open.get(row.outcome_id) ?? { possibleMinor: 0, playerStakeMinor: 0 }
    if (currency === null) {
      open.set(row.outcome_id, { ...former, limitMinor: row.possible_minor })
      continue
    }
    const to = (minor: number) => exchanged(minor, { from: currency, to: of.currency }, of.sections.global)
    open.set(
      row.outcome_id,
      row.account_id === ALL_PLAYERS
        ? { ...former, possibleMinor: former.possibleMinor + to(row.possible_minor) }
        : { ...former, playerStakeMinor: former.playerStakeMinor + to(row.stake_minor) },
    )
  }
  return open
}

/** An amount in another currency; one in a currency that the site has no more counts as it is. */
function exchanged(
  minor: number,
  { from, to }: { readonly from: string; readonly to: string },
  { currencies }: BettingSections['global'],
): number {
  const [source, target] = [currencies[from], currencies[to]]
  return from === to || !source || !target ? minor : convertMinor(minor, source, target)
}
