import { applyGameChange, type GameChange, type LiveGame } from '#machines/feed/simulator/live-game.rules.ts'
import type { FeedChange, FeedRefusal } from '#schemas'
import type { FeedDoor, FeedTransaction } from '#server/db/for-feed.ts'
import { storableText } from '#server/db/storable.ts'
import { followGames } from '../duel-following.ts'
import { takeBroadcasts } from './broadcast-taking.ts'
import { takeField } from './field-taking.ts'
import { takeGame } from './game-appearing.ts'
import { takeLineUp } from './line-up-taking.ts'
import { loadGames } from './live-loading.ts'
import { storeGames } from './live-storing.ts'
import { keepSilence } from './silence-keeping.ts'

/** What came of a batch. */
export interface BatchOutcome {
  /** Changes that were taken, including those that brought nothing new. */
  readonly taken: number
  readonly refused: readonly FeedRefusal[]
  /** Whether the batch had been taken before: nothing was done. */
  readonly isRepeated: boolean
}

/** Changes of one producer, in the order in which they came about. */
export interface FeedBatch {
  /** `a` to `z`, digits and `-`, 32 at most. */
  readonly producer: string
  readonly changes: readonly FeedChange[]
  /** Grows from batch to batch; a batch that does not go beyond the last one is a repetition. */
  readonly sequence?: number
}

/** The book as producers write it. */
export interface LiveBook {
  /** Takes a batch in one transaction; it is in the book when this returns. A change that cannot be taken is
   *  reported, and holds up no other. */
  readonly take: (batch: FeedBatch) => Promise<BatchOutcome>
}

/** Where changes of producers come into the book. */
export function createLiveBook({ door, now }: { readonly door: FeedDoor; readonly now: () => Date }): LiveBook {
  return {
    take: (batch) => door.write((tx) => takeBatch(tx, batch, now())),
  }
}

async function takeBatch(tx: FeedTransaction, batch: FeedBatch, now: Date): Promise<BatchOutcome> {
  const { producer, changes } = batch
  if (!(await hearProducer(tx, batch, now))) return { taken: 0, refused: [], isRepeated: true }
  const refused: FeedRefusal[] = []
  const refuse = (index: number, why: Omit<FeedRefusal, 'index'> | null): void => {
    if (why) refused.push({ index, ...why })
  }
  for (const [index, change] of changes.entries()) {
    if (change.kind === 'game') refuse(index, await takeGame(tx, change, { producer, now }))
    if (change.kind === 'line_up') refuse(index, await takeLineUp(tx, change, producer))
    if (change.kind === 'broadcasts') refuse(index, await takeBroadcasts(tx, change, producer))
    if (change.kind === 'field') refuse(index, await takeField(tx, change, producer))
  }
  const games = await loadGames(tx, producer, changes.filter(isOfGame))
  for (const [index, change] of changes.entries()) if (isOfGame(change)) refuse(index, applyTo(games, change))
  await storeGames(tx, [...games.values()], now)
  await followGames(tx, await gamesToFollow(tx, batch), now)
  return { taken: changes.length - refused.length, refused, isRepeated: false }
}

function applyTo(games: ReadonlyMap<string, LiveGame>, change: GameChange): Omit<FeedRefusal, 'index'> | null {
  const game = games.get(change.game)
  if (game) return applyGameChange(game, change)
  return { code: 'unknown_game', reason: `The game ${change.game} never appeared: send it as kind game first.` }
}

/** Kinds that bring games, players, fields and broadcasts into the book, or describe their producer. */
const NOT_OF_GAMES: readonly FeedChange['kind'][] = ['game', 'line_up', 'field', 'broadcasts', 'producer', 'alive']

function isOfGame(change: FeedChange): change is GameChange {
  return !NOT_OF_GAMES.includes(change.kind)
}

/** Changes by which a duel of players may begin, wait, cost something else or end. */
const FOLLOWED: readonly FeedChange['kind'][] = ['game', 'line_up', 'live', 'suspension', 'result']

/** The games of a batch that duels may depend on. */
async function gamesToFollow(tx: FeedTransaction, { producer, changes }: FeedBatch): Promise<number[]> {
  const codes = changes.flatMap((change) => ('game' in change && FOLLOWED.includes(change.kind) ? [change.game] : []))
  if (codes.length === 0) return []
  const rows = await tx
    .selectFrom('feed.game')
    .select('game_id')
    .where('producer', '=', producer)
    .where('source_code', 'in', [...new Set(codes.map(storableText))])
    .execute()
  return rows.map(({ game_id }) => game_id)
}

/** Notes the sign of life. @returns false when the batch has been taken before */
async function hearProducer(tx: FeedTransaction, batch: FeedBatch, now: Date): Promise<boolean> {
  const { producer, changes, sequence = 0 } = batch
  const told = changes.findLast((change) => change.kind === 'producer')
  const known = await tx
    .selectFrom('feed.producer')
    .select(['is_up', 'heard_at', 'last_sequence'])
    .where('producer', '=', producer)
    .executeTakeFirst()
  const isRepeated = sequence > 0 && sequence <= (known?.last_sequence ?? 0)
  if (isRepeated) return false
  const row = {
    is_up: told?.isUp ?? known?.is_up ?? true,
    heard_at: now,
    last_sequence: Math.max(sequence, known?.last_sequence ?? 0),
  }
  await keepSilence(tx, { producer, isUp: row.is_up, known, now })
  await tx
    .insertInto('feed.producer')
    .values({ producer, ...row })
    .onConflict((conflict) => conflict.column('producer').doUpdateSet(row))
    .execute()
  return true
}
