/** Kinds of bonuses by the numbers that platforms know them by (PROMO-2). */
export const BONUS_TYPE_IDS = {
  cancel: -1,
  sport: 0,
  casino: 1,
  promocode: 3,
  double: 4,
  lost_first_bet: 5,
  freebet: 6,
  first_bets_cashback: 7,
  insurance: 8,
  distribution_of_profits: 9,
  sport_300: 10,
  daily: 11,
  boost: 13,
  risk_free: 14,
  tactical: 15,
  sport_betting: 16,
} as const
