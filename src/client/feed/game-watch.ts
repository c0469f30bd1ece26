import type { CallPort } from '#calls/call.ts'
import { getGameStatus } from '#calls/feed.calls.ts'
import { type GameNews, gameNews, isOver } from '#machines/feed/game-news.rules.ts'
import type { GameStatusAnswer, GameSubscription } from '#schemas'
import type { GameWishes } from './game-wishes.ts'

/** Games that a page watches at most: each is asked for by itself. */
const MOST_WATCHED = 20

/** What is told of a game. */
export interface ToldNews {
  readonly news: GameNews
  readonly game: GameStatusAnswer
}

/** Watches the games that a player wants to be told of. What a page sees first of a game is where it begins: older news are none.
 *  @returns asks for the games once and gives what has happened since the last time; a game that cannot be had is asked again */
export function createGameWatch(
  call: CallPort,
  wishes: Pick<GameWishes, 'read'>,
): { readonly look: () => Promise<readonly ToldNews[]> } {
  const seen = new Map<number, GameStatusAnswer>()
  const lookAt = async ([gameId, wished]: readonly [number, GameSubscription['eventTypes']]) => {
    const game = await call(getGameStatus, { query: { gameId } }).catch(() => null)
    if (!game) return []
    const before = seen.get(gameId)
    seen.set(gameId, game)
    return before ? gameNews(before, game, wished).map((news) => ({ news, game })) : []
  }
  return {
    look: async () => {
      const wanted = [...(wishes.read() ?? [])].filter(([gameId]) => {
        const last = seen.get(gameId)
        return !last || !isOver(last)
      })
      return (await Promise.all(wanted.slice(0, MOST_WATCHED).map(lookAt))).flat()
    },
  }
}
