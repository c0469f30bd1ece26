import type { CallPort } from '#calls/call.ts'
import { getGameStatus } from '#calls/feed.calls.ts'
import { type GameNews, gameNews, isOver } from '#machines/feed/board/game-news.rules.ts'
import type { GameStatusAnswer } from '#schemas'
import type { GameWishes } from './game-wishes.ts'

/** Games that a page watches at most: each is asked for by itself. */
const MOST_WATCHED = 20

/** A piece of news of a game. */
export interface ToldNews {
  readonly news: GameNews
  readonly game: GameStatusAnswer
}

/** The watch over the games whose news a player wants to hear. */
export interface GameWatch {
  /** Asks how the games stand; one that cannot be had is left out, and asked for again the next time. */
  readonly look: () => Promise<readonly GameStatusAnswer[]>
  /** Takes the state of games, as this tab or another has seen it: anything that has happened since the last time is
   *  announced. The first state seen of a game is the baseline: nothing before it counts as news. */
  readonly take: (games: readonly GameStatusAnswer[]) => readonly ToldNews[]
}

/** Watches the games whose bells are on. */
export function createGameWatch(call: CallPort, wishes: Pick<GameWishes, 'read'>): GameWatch {
  const seen = new Map<number, GameStatusAnswer>()
  return {
    look: async () => {
      const wanted = [...(wishes.read()?.keys() ?? [])].filter((gameId) => {
        const last = seen.get(gameId)
        return !last || !isOver(last)
      })
      const asked = wanted
        .slice(0, MOST_WATCHED)
        .map((gameId) => call(getGameStatus, { query: { gameId } }).catch(() => null))
      return (await Promise.all(asked)).filter((game) => game !== null)
    },
    take: (games) =>
      games.flatMap((game) => {
        const before = seen.get(game.gameId)
        seen.set(game.gameId, game)
        const wished = wishes.read()?.get(game.gameId) ?? []
        return before ? gameNews(before, game, wished).map((news) => ({ news, game })) : []
      }),
  }
}
