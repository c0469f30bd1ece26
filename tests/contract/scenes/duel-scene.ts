import type { FeedChange, RowPlayerAction } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { createLiveBook } from '#server/feed/live/live-book.ts'
import type { TestServer } from './test-server.ts'

type Book = Pick<TestServer, 'database' | 'now'>

/** The producer of the scene. */
const PRODUCER = 'duellers'
const HOUR_MS = 3_600_000

/** Sends changes of the scene's producer. @throws Error when one is refused */
export async function tellDuels({ database, now }: Book, changes: readonly FeedChange[]): Promise<void> {
  const book = createLiveBook({ door: forFeed(database.db), now })
  const { refused } = await book.take({ producer: PRODUCER, changes })
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
}

/** The line-up of a game of the scene: `one` at home, `other` away, and a player on the bench.
 *  @param goals to be expected of the player at home */
export function duelLineUp(game: string, goals = 0.5): FeedChange {
  const player = (code: string, expectedGoals: number, isStarting = true) => ({
    code: `${game}-${code}`,
    name: `${game} ${code}`,
    isStarting,
    expectedGoals,
  })
  const home = [player('one', goals), player('bench', 0.1, false)]
  return { kind: 'line_up', game, isConfirmed: true, home, away: [player('other', 0.4)] }
}

/** Something that a player of the scene did: `duelAction('x', 'goal', 'one')`. */
export function duelAction(game: string, kind: RowPlayerAction['kind'], code: string): RowPlayerAction {
  return { kind, player: `${game}-${code}`, periodNumber: 1, seconds: 60 }
}

/** Brings a game with its players into the book, to begin in so many hours. @returns ids of the players `one` and `other` */
export async function tellDuelPlayers(server: Book, game = 'contract', hours = 3): Promise<number[]> {
  const startsAt = new Date(server.now().getTime() + hours * HOUR_MS).toISOString()
  const competition = { code: 'duel-scene', name: 'Scene League', sportId: 1 }
  const appears = { kind: 'game', game, competition, home: `${game} home`, away: `${game} away`, startsAt } as const
  await tellDuels(server, [appears, duelLineUp(game)])
  const rows = await forFeed(server.database.db).read((tx) =>
    tx
      .selectFrom('feed.player')
      .select(['player_id', 'source_code'])
      .where('producer', '=', PRODUCER)
      .where('source_code', 'in', [`${game}-one`, `${game}-other`])
      .orderBy('source_code')
      .execute(),
  )
  return rows.map(({ player_id }) => player_id)
}
