const ID = /^[1-9][0-9]{0,14}$/

/** The games of a dashboard as its address names them: `'12,7,12'` → `[12, 7]`. What is no id is left out; games beyond the limit
 *  are too (LAYOUT-2). */
export function gamesOfAddress(list: string | null, limit: number): readonly number[] {
  const ids = (list ?? '').split(',').filter((part) => ID.test(part))
  return [...new Set(ids.map(Number))].slice(0, limit)
}

/** The games of a dashboard as a browser has kept them, however broken. */
export function keptGames(stored: unknown): readonly number[] {
  if (!Array.isArray(stored)) return []
  return [...new Set(stored.filter((id): id is number => Number.isSafeInteger(id) && id > 0))]
}

/** Puts a game on a dashboard, at its end, or takes it off; one more than fit is not put there (LAYOUT-2). */
export function withGame(games: readonly number[], gameId: number, limit: number): readonly number[] {
  if (games.includes(gameId)) return games.filter((id) => id !== gameId)
  return games.length >= limit ? games : [...games, gameId]
}
