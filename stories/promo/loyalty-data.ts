import { TIERS } from '#machines/site/loyalty-tiers.rules.ts'
import type {
  LoyaltyAnswer,
  LoyaltyPeriodShown,
  LoyaltyProgrammeAnswer,
  LoyaltyTierShown,
  PointsAnswer,
  PromoConfig,
  ShopItemShown,
} from '#schemas'

const [{ loyaltyTiers, loyalty }] = Object.values(
  import.meta.glob<PromoConfig>('../../brands/_base/config/promo.json', { eager: true, import: 'default' }),
) as [PromoConfig]

const tiers = TIERS.flatMap((tier): LoyaltyTierShown[] => {
  const terms = (loyaltyTiers as Readonly<Partial<Record<string, Omit<LoyaltyTierShown, 'tier'>>>>)[tier]
  return terms ? [{ tier, ...terms }] : []
})

const WEEK: LoyaltyPeriodShown = {
  ...{ number: 4, tier: 'silver', base: 'net_loss', ratioE4: 700, state: 'open' },
  ...{ from: '2026-03-01T00:00:00.000Z', until: '2026-03-06T00:00:00.000Z' },
  ...{ stakeMinor: 85_000, lossMinor: 23_765, dueMinor: 1663 },
}

/** A player of the third tier, in the middle of a period. */
export const LOYALTY: LoyaltyAnswer = {
  ...{ takesPart: true, isPaused: false, tier: 'silver', xp: 9120, nextTier: 'gold', missingXp: 10_880 },
  ...{ progressPercent: 27, currency: 'EUR', exponent: 2, owedMinor: 0, current: WEEK, tiers },
  periods: [
    {
      ...{ ...WEEK, number: 3, state: 'paid', dueMinor: 1260, stakeMinor: 63_000, lossMinor: 18_000 },
      ...{ from: '2026-02-24T00:00:00.000Z', until: '2026-03-01T00:00:00.000Z' },
      ...{ paidMinor: 1260, paidCurrency: 'EUR', paidExponent: 2 },
    },
    {
      ...{ ...WEEK, number: 2, tier: 'bronze', ratioE4: 600, state: 'nothing', dueMinor: 0, lossMinor: -4500 },
      ...{ from: '2026-02-18T00:00:00.000Z', until: '2026-02-24T00:00:00.000Z' },
    },
  ],
  terms: { ...loyalty, excludedGames: [] },
}

/** A player who has not played yet. */
export const NEW: LoyaltyAnswer = {
  ...{ takesPart: true, isPaused: false, tier: 'copper', xp: 0, nextTier: 'bronze', missingXp: 1000 },
  ...{ progressPercent: 0, currency: 'EUR', exponent: 2, owedMinor: 0, periods: [], tiers },
  terms: LOYALTY.terms,
}

const ITEM: ShopItemShown = {
  ...{ id: 'casino-5', name: 'Casino bonus', text: 'Bonus money for slots.', icon: 'casino', points: 5000 },
  ...{ amountMinor: 500, currency: 'EUR', exponent: 2, timesE2: 500, lifeDays: 7 },
}

/** The programme, with a shop of three items of which one is sold out. */
export const PROGRAMME: LoyaltyProgrammeAnswer = {
  ...{ perUnitE2: 100, lifeDays: 180, currency: 'EUR', exponent: 2, tiers, terms: LOYALTY.terms },
  items: [
    ITEM,
    { ...ITEM, id: 'sport-5', name: 'Sport bonus', text: 'Bonus money for bets on sport.', icon: 'ball', timesE2: 300 },
    { ...ITEM, id: 'casino-25', icon: 'gift', points: 22_500, amountMinor: 2500, left: 0 },
  ],
}

/** A player with points, and an order whose bonus waits for its turn. */
export const POINTS: PointsAnswer = {
  ...{ points: 7300, pending: 40, owed: 0, expiring: { points: 300, at: '2026-06-01T00:00:00.000Z' } },
  orders: [
    {
      ...{ id: 6002, itemId: 'casino-5', name: 'Casino bonus', points: 5000, state: 'waiting' },
      at: '2026-03-01T12:00:00.000Z',
    },
    {
      ...{ id: 6001, itemId: 'sport-5', name: 'Sport bonus', points: 5000, state: 'ordered' },
      at: '2026-02-20T09:30:00.000Z',
    },
  ],
}
