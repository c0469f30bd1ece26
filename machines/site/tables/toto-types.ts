import type { TotoPoolName, TotoStatus } from '#schemas'

/** Numbers of the types of toto (LOT-1). */
export const TOTO_TYPE = {
  fifteen: 1,
  score: 2,
  football: 3,
  hockey: 4,
  cyberfootball: 6,
  free: 7,
  jackpot: 8,
  cybersport: 9,
  cricket: 11,
  basket: 12,
} as const satisfies Readonly<Record<TotoPoolName, number>>

/** Statuses of a draw by their numbers (LOT-8). */
export const DRAW_STATUS = {
  open: 1,
  closed: 2,
  resulted: 3,
  paid: 4,
  cancelled: 5,
} as const satisfies Readonly<Record<TotoStatus, number>>

/** Whether a word names a type of toto. */
export function isPoolName(word: string): word is TotoPoolName {
  return Object.hasOwn(TOTO_TYPE, word)
}

/** Whether a word is a status of a draw; those of an address can be any word. */
export function isDrawStatus(word: string | undefined): word is TotoStatus {
  return word !== undefined && Object.hasOwn(DRAW_STATUS, word)
}
