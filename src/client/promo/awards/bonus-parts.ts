import { isTokenKind } from '#machines/site/licence/token-kinds.ts'
import type { PlayerBonus, PromoOffer } from '#schemas'

/** Pages of the office that list bonuses: all of the player's, what is on offer to them, those on deposits, those that have to be staked,
 *  those that ask for no deposit, those that are put on a bet, and those that have become money. */
export type BonusPart = 'mine' | 'offers' | 'deposit' | 'wager' | 'gifts' | 'power' | 'rewards'

/** What a page lists. */
export interface PartOfBonuses {
  readonly active: readonly PlayerBonus[]
  readonly waiting: readonly PlayerBonus[]
  readonly past: readonly PlayerBonus[]
  readonly offers: readonly PromoOffer[]
}

/** Bonuses that are played through, and free bets that can be staked or are on a bet. */
const IN_PLAY: readonly PlayerBonus['state'][] = ['active', 'ready', 'staked']

const BONUSES: Readonly<Record<BonusPart, (bonus: PlayerBonus) => boolean>> = {
  mine: () => true,
  offers: () => false,
  deposit: ({ terms }) => terms.on === 'deposit',
  // Of a free bet only what it has won has to be staked, which is a bonus of its own.
  wager: ({ terms, isClosed }) => terms.timesE2 > 0 && terms.kind !== 'freebet' && !isClosed,
  gifts: ({ terms }) => terms.percentE4 === 0 && terms.on !== 'deposit' && terms.on !== 'freebet',
  power: ({ terms }) => isTokenKind(terms.kind),
  rewards: ({ paid }) => paid > 0,
}

const OFFERS: Readonly<Record<BonusPart, (offer: PromoOffer) => boolean>> = {
  mine: () => false,
  offers: () => true,
  deposit: ({ terms }) => terms.on === 'deposit',
  wager: () => false,
  gifts: ({ terms }) => terms.on === 'registration' || terms.on === 'day' || terms.on === 'segment',
  power: ({ terms }) => isTokenKind(terms.kind),
  rewards: () => false,
}

/** What a page of the office lists, of all bonuses of the player and all that is on offer: an offer that the player has taken is listed as
 *  the bonus that it has become. */
export function partOf(
  part: BonusPart,
  { bonuses, offers }: { readonly bonuses: readonly PlayerBonus[]; readonly offers: readonly PromoOffer[] },
): PartOfBonuses {
  const own = bonuses.filter(BONUSES[part])
  return {
    active: own.filter(({ state }) => IN_PLAY.includes(state)),
    waiting: own.filter(({ state }) => state === 'queued' || state === 'claimed'),
    past: own.filter(({ isClosed }) => isClosed),
    offers: offers.filter(
      (offer) => OFFERS[part](offer) && offer.mine.every(({ isClosed, money }) => isClosed && money === 0),
    ),
  }
}
