import type { BonusStake, BonusTerms, PlayerBonus, PromoOffer } from '#schemas'

const TERMS: BonusTerms = {
  ...{ on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000, percentE4: 10_000, amountMinor: 10_000 },
  ...{ timesE2: 1000, base: 'bonus', counts: 'whole_bet', maximumStakeMinor: 500, capTimesE2: 500 },
  ...{ minimumOddsE3: 1000, fundOrder: 'real_first', lifeMs: 1_209_600_000, endsByWithdrawal: true },
  products: [
    { product: 'slots', ppm: 1_000_000 },
    { product: 'table', ppm: 100_000 },
  ],
  value: { keptE4: 6463, bustE4: 3180 },
}

/** An offer of stories, with what differs. */
export function offer(of: Partial<PromoOffer> = {}): PromoOffer {
  return {
    ...{ id: 'welcome-casino', type: 1, name: 'Welcome bonus for the casino', currencyIso: 'EUR', exponent: 2 },
    text: '100% of your first deposit of 10 € or more, up to 100 €, for the games of the casino.',
    ...{ terms: TERMS, mine: [] },
    ...of,
  }
}

/** A bonus of stories, with what differs. */
export function bonus(of: Partial<PlayerBonus> = {}): PlayerBonus {
  return {
    ...{ id: 90_010, idBonus: 1, type: 1, name: 'Welcome bonus for the casino', start: '2026-03-01T12:00:00.000Z' },
    ...{ end: '2036-03-15T12:00:00.000Z', expirationDate: '2036-03-15T12:00:00.000Z', currentProgress: 42_000 },
    ...{ isClosed: false, progressPercent: 42, width: 42, money: 10_000, currencyIso: 'EUR', exponent: 2 },
    ...{ promoId: 'welcome-casino', state: 'active', text: 'Double your first deposit.', target: 100_000 },
    ...{ paid: 0, removed: 0, terms: TERMS, termsHash: 'a3'.repeat(32) },
    ...of,
  }
}

/** A bonus that was played through, and whose cap took a part. */
export const CAPPED = bonus({
  ...{ id: 90_009, name: 'A gift for your code', state: 'converted', isClosed: true, currentProgress: 100_000 },
  ...{ progressPercent: 100, width: 100, paid: 50_000, removed: 23_140, endedAt: '2026-02-20T12:00:00.000Z' },
})

/** A share in a pool whose campaign is on. */
export const POOL = bonus({
  ...{ id: 90_012, idBonus: 9, type: 9, name: 'Share of the profits', state: 'claimed', money: 0, target: 0 },
  ...{ currentProgress: 0, progressPercent: 0, width: 0, promoId: 'profits' },
  pool: { poolMinor: 10_001, stakedMinor: 4000, shareMinor: 4001 },
  terms: {
    ...{ ...TERMS, on: 'bets', depositNumber: 0, minimumDepositMinor: 0, percentE4: 1000, amountMinor: 100_000 },
    ...{ timesE2: 0, products: [], capTimesE2: 0, maximumStakeMinor: 0 },
    bets: { rule: 'pool', count: 1, stakedMinor: 0, minimumStakeMinor: 100, minimumOddsE3: 1500, minimumLegs: 1 },
  },
})

const WAGERED: BonusTerms = {
  ...{ ...TERMS, on: 'code', depositNumber: 0, minimumDepositMinor: 0, percentE4: 0, amountMinor: 500 },
  ...{ timesE2: 500, products: [{ product: 'sport', ppm: 1_000_000 }], minimumOddsE3: 1500 },
}

/** A free bet that has won: its winnings are played through as a bonus. */
export const WON_FREEBET = bonus({
  ...{ id: 90_020, idBonus: 6, type: 6, name: 'A free bet to play on with', state: 'spent', isClosed: true },
  ...{ money: 500, target: 0, currentProgress: 0, progressPercent: 0, width: 0, code: 'F90020', promoId: 'play-on' },
  ...{ endedAt: '2026-03-02T12:00:00.000Z', winnings: [{ id: 90_021, money: 1250 }] },
  terms: { ...WAGERED, kind: 'freebet', isStakeReturned: false, winnings: 'bonus' },
})

/** A free bet that can be staked. */
export const READY_FREEBET = bonus({
  ...{ id: 90_020, idBonus: 6, type: 6, name: 'A free bet to play on with', state: 'ready', money: 500, target: 0 },
  ...{ currentProgress: 0, progressPercent: 0, width: 0, code: 'F90020', promoId: 'play-on' },
  terms: { ...WAGERED, kind: 'freebet', isStakeReturned: false, winnings: 'bonus' },
})

/** What that free bet has won. */
export const FREEBET_WINNINGS = bonus({
  ...{ id: 90_021, idBonus: 6, type: 6, name: 'A free bet to play on with', money: 1250, target: 6250 },
  ...{ currentProgress: 0, progressPercent: 0, width: 0, promoId: 'play-on', ofFreebet: 90_020 },
  terms: { ...WAGERED, on: 'freebet', amountMinor: 1250 },
})

/** A bonus on a deposit that can be had once a week. */
export const WEEKLY = offer({ id: 'weekly', name: 'Bonus of the week', terms: { ...TERMS, every: 'week' } })

/** Stakes that count whole, in part, not at all, and not yet. */
export const STAKES: readonly BonusStake[] = [
  stake(4, { reason: '', counted: '0', sharePercent: 0 }),
  stake(3, {
    source: 'bet',
    product: 'sport',
    game: '',
    reason: 'promo.counts_not_product',
    counted: '0',
    sharePercent: 0,
  }),
  stake(2, { product: 'table', game: 'Blackjack', reason: 'promo.counts_share', counted: '50', sharePercent: 10 }),
  stake(1, { bonusMinor: 180 }),
]

function stake(number: number, of: Partial<BonusStake>): BonusStake {
  return {
    ...{ source: 'casino', number, product: 'slots', game: 'Harbour Lights', stakeMinor: 500, bonusMinor: 0 },
    ...{ counted: '500', sharePercent: 100, reason: 'promo.counts_whole', at: '2026-03-02T12:00:00.000Z' },
    ...of,
  }
}
