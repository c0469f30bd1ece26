import { gameStatus } from '#machines/feed/board/game-status.rules.ts'
import { completeEnding, endingFault } from '#machines/feed/simulator/live-game.rules.ts'
import type { Broadcast, FeedRow, GameResult } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import { putBroadcasts, readBroadcasts } from './broadcasts.queries.ts'
import { followGames } from './duel-following.ts'
import type { EnteredBroadcast, EnteredResult, FeedBook, FeedBookPorts, ImportCount } from './feed-ports.ts'
import { fieldsOf, numbersOf } from './field.queries.ts'
import { readGame } from './game-reading.ts'
import { addResult, resultsOf, setStatus } from './game-results.ts'
import { takeRow } from './row-import.ts'

/** Rows of one transaction: few enough that a server beside an import waits no longer than a moment. */
const BATCH_ROWS = 20

/** The book of the feed. */
export function createFeedBook({ door, now }: FeedBookPorts): FeedBook {
  return {
    async importRows(rows, producer) {
      const counts = { imported: 0, updated: 0, unchanged: 0 }
      for (let first = 0; first < rows.length; first += BATCH_ROWS) {
        const batch = rows.slice(first, first + BATCH_ROWS)
        const outcomes = await door.write((tx) => takeRows(tx, batch, { producer, now: now() }))
        for (const outcome of outcomes) counts[outcome] += 1
      }
      return counts
    },
    readGame: (gameId) => door.read((tx) => readGame(tx, storableId(gameId), now())),
    readResults: (gameId) => door.read((tx) => historyOf(tx, gameId)),
    enterBroadcast: (entered) => door.write((tx) => putBroadcast(tx, entered)),
    resultFault: (entered) => door.read((tx) => faultOf(tx, entered)),
    enterResult: (entered) => door.write((tx) => enter(tx, entered, now())),
  }
}

async function takeRows(
  tx: FeedTransaction,
  rows: readonly FeedRow[],
  from: { readonly producer: string; readonly now: Date },
): Promise<(keyof ImportCount)[]> {
  const outcomes: (keyof ImportCount)[] = []
  for (const row of rows) outcomes.push(await takeRow(tx, row, from))
  return outcomes
}

async function enter(tx: FeedTransaction, entered: EnteredResult, now: Date): Promise<readonly GameResult[] | null> {
  const gameId = storableId(entered.gameId)
  if (!(await isGame(tx, gameId))) return null
  const { score, deadHeats } = entered
  const { withdrawn } = await numbersOfField(tx, gameId)
  const ending = entered.ending && completeEnding(entered.ending, withdrawn)
  const kind = score || ending ? 'played' : 'void'
  await addResult(tx, {
    gameId,
    kind,
    score,
    ending,
    deadHeats,
    source: 'operator',
    reason: storableText(entered.reason),
    now,
  })
  const facts = { condition: 'finished', startsAtMs: 0, nowMs: now.getTime() } as const
  await setStatus(tx, { gameId, status: gameStatus({ ...facts, result: kind }), now })
  await followGames(tx, [gameId], now)
  return resultsOf(tx, gameId)
}

async function putBroadcast(
  tx: FeedTransaction,
  { gameId: id, broadcast }: EnteredBroadcast,
): Promise<readonly Broadcast[] | null> {
  const gameId = storableId(id)
  if (!(await isGame(tx, gameId))) return null
  await putBroadcasts(tx, { gameId, source: 'operator', broadcasts: [broadcast] })
  return (await readBroadcasts(tx, [gameId])).get(gameId) ?? []
}

async function faultOf(
  tx: FeedTransaction,
  { gameId, score, ending }: Pick<EnteredResult, 'gameId' | 'score' | 'ending'>,
): Promise<string | null> {
  const { numbers } = await numbersOfField(tx, storableId(gameId))
  return endingFault({ score, ending }, numbers)
}

async function numbersOfField(tx: FeedTransaction, gameId: number) {
  return numbersOf((await fieldsOf(tx, [gameId])).get(gameId)?.entrants ?? [])
}

async function historyOf(tx: FeedTransaction, gameId: number): Promise<readonly GameResult[] | null> {
  const id = storableId(gameId)
  return (await isGame(tx, id)) ? resultsOf(tx, id) : null
}

async function isGame(tx: FeedTransaction, gameId: number): Promise<boolean> {
  const game = await tx.selectFrom('feed.game').select('game_id').where('game_id', '=', gameId).executeTakeFirst()
  return game !== undefined
}
