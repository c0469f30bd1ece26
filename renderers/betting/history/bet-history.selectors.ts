import { BET_STATUS } from '#machines/betting/bet-history.rules.ts'
import { unpaidMinorOf } from '#machines/betting/cash-out/advance.rules.ts'
import { explainedPlaces, placesOf } from '#machines/betting/settling/frozen-bet.rules.ts'
import { productOf, rationalOf, toPlaces } from '#machines/odds/rational.rules.ts'
import type { TextWriter } from '#machines/site/text.rules.ts'
import type { HistoryBet } from '#schemas'
import type { BadgeKind } from '../../site/Badge.tsx'
import { rolesOf, roleText } from './bet-kind.selectors.ts'

const BADGES: Readonly<Record<HistoryBet['status'], BadgeKind>> = {
  1: 'info',
  2: 'positive',
  3: 'neutral',
  4: 'neutral',
  5: 'warning',
  6: 'negative',
  7: 'accent',
}

/** How the status of a bet is marked; the word beside it carries the meaning. */
export function statusBadge({ status }: Pick<HistoryBet, 'status'>): BadgeKind {
  return BADGES[status]
}

/** The price of a whole bet: of a single one its own, of an express the product, of one that waits the price that it waits for; null where there is no single price. */
export function betOdds(bet: Pick<HistoryBet, 'betType' | 'legs' | 'terms' | 'status' | 'autoBetCf'>): string | null {
  const { betType, legs, terms } = bet
  if (isAutoBet(bet)) return bet.autoBetCf ?? null
  if (betType === 'anti-express') return terms?.antiExpressCoef ?? null
  if (legs.length === 0 || (betType !== 'single' && betType !== 'express')) return null
  if (legs.length === 1) return legs[0]?.odds ?? null
  return toPlaces(productOf(legs.map(({ odds }) => rationalOf(odds))), 2)
}

/** What the last column of a bet says: what it can pay, has paid with its insurance, or was sold for, in minor units; null when it pays nothing. */
export function betReturn(bet: HistoryBet): { readonly label: 'possible' | 'paid'; readonly minor: number } | null {
  const soldFor = bet.soldForMinor ?? 0
  const isOpen = bet.status === BET_STATUS.open || isAutoBet(bet)
  if (isOpen && bet.possibleMinor !== undefined) return { label: 'possible', minor: bet.possibleMinor }
  if (bet.status === BET_STATUS.pending || bet.status === BET_STATUS.rejected) return null
  return {
    label: 'paid',
    minor: (bet.payoutMinor ?? 0) + (bet.insuranceMinor ?? 0) + soldFor - unpaidMinorOf(bet.advance),
  }
}

/** Whether its games are over while its advance is not covered yet. */
export function waitsForCover({ advance, legs }: Pick<HistoryBet, 'advance' | 'legs'>): boolean {
  return advance?.state === 'waiting' && legs.every(({ result }) => result !== undefined)
}

/** Whether it waits for its price, so that it can be given up. */
export function isAutoBet({ status, autoBetCf }: Pick<HistoryBet, 'status' | 'autoBetCf'>): boolean {
  return status === BET_STATUS.pending && autoBetCf !== undefined
}

/** How much of the stake is not insured yet, in minor units. */
export function insurableMinor({
  stakeMinor,
  insuredMinor = 0,
}: Pick<HistoryBet, 'stakeMinor' | 'insuredMinor'>): number {
  return stakeMinor - insuredMinor
}

/** What is left of the stake, in minor units. */
export function leftMinor({ stakeMinor, soldMinor = 0 }: Pick<HistoryBet, 'stakeMinor' | 'soldMinor'>): number {
  return stakeMinor - soldMinor
}

/** The outcomes of a bet in the order in which its payout is explained, by their index in it; none where its terms are
 *  unknown. */
export function explainedLegs({ terms }: Pick<HistoryBet, 'terms'>): readonly number[] {
  if (!terms) return []
  const places = placesInOrder(terms)
  return explainedPlaces(terms).map((place) => places.indexOf(place))
}

/** What an outcome is within its bet, the lobby or of a block; null where it is one among equals.
 *  @param index its position in the bet */
export function legRole({ terms }: Pick<HistoryBet, 'terms'>, index: number, t: TextWriter): string | null {
  const place = terms && placesInOrder(terms)[index]
  return place === undefined ? null : roleText(rolesOf(terms ?? {}), place, t)
}

/** The history tells the outcomes of a bet by their places in its request, from the first. */
function placesInOrder(terms: NonNullable<HistoryBet['terms']>): readonly number[] {
  return placesOf(terms).toSorted((one, other) => one - other)
}
