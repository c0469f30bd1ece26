/** Kinds of transfers by which loyalty is paid. The reference is the player, the period and how often it was paid. */
export const LOYALTY_POSTINGS = {
  cashback: 'loyalty-cashback',
} as const

/** Currency in which the books keep points. */
export const POINTS_CURRENCY = 'PTS'

/** Kinds of transfers by which points move. The reference is the player and the movement. */
export const POINTS_POSTINGS = {
  earned: 'points-earned',
  granted: 'points-granted',
  taken_back: 'points-taken-back',
  returned: 'points-returned',
  spent: 'points-spent',
  order_undone: 'points-order-undone',
  expired: 'points-expired',
} as const
