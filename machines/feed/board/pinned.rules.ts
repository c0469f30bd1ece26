import { keptGames } from './multi-live.rules.ts'

/** Most games that a browser keeps in front: they go with every question for a board. */
export const PINNED_LIMIT = 10

/** The pinned games as a browser has kept them, however broken. */
export function readPinned(stored: unknown): readonly number[] {
  return keptGames(stored).slice(0, PINNED_LIMIT)
}

/** Puts a game in front of those that are pinned, or takes it out. One more than can be kept makes the oldest go: it may long be
 *  over. */
export function withPin(pinned: readonly number[], gameId: number): readonly number[] {
  if (pinned.includes(gameId)) return pinned.filter((id) => id !== gameId)
  return [gameId, ...pinned].slice(0, PINNED_LIMIT)
}
