import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DeadHeat, Ending, FeedStatus, GameResult, PlayerAction, Score } from '#schemas'
import type { FeedReader } from '#server/db/for-brand.ts'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableJson } from '#server/db/storable.ts'

/** A version of a result that is to come. */
export interface NewResult {
  readonly gameId: number
  readonly kind: GameResult['kind']
  readonly score: Score | undefined
  /** Checked; left out where the score tells all. */
  readonly ending?: Ending | undefined
  /** Checked; none when left out. */
  readonly deadHeats?: readonly DeadHeat[] | undefined
  /** What players did; if left out, what was reported before holds. */
  readonly events?: readonly PlayerAction[] | undefined
  readonly source: GameResult['source']
  readonly reason: string | null
  readonly now: Date
}

/** All versions of the result of a game, the latest last. */
export async function resultsOf(tx: FeedTransaction, gameId: number): Promise<GameResult[]> {
  const rows = await tx
    .selectFrom('feed.result')
    .select(['version', 'kind', 'score', 'ending', 'dead_heats as deadHeats', 'events', 'source', 'reason', 'at'])
    .where('game_id', '=', gameId)
    .orderBy('version')
    .execute()
  return rows.map((row) => resultOf(gameId, row))
}

type ResultRow = Pick<GameResult, 'version' | 'kind' | 'source'> & {
  readonly score: Score | null
  readonly ending: Ending | null
  readonly deadHeats: DeadHeat[] | null
  readonly events: PlayerAction[] | null
  readonly reason: string | null
  readonly at: Date
}

function resultOf(
  gameId: number,
  { version, kind, score, ending, deadHeats, events, source, reason, at }: ResultRow,
): GameResult {
  return {
    gameId,
    version,
    kind,
    ...(score && { score }),
    ...(ending && { ending }),
    ...(deadHeats && { deadHeats }),
    ...(events && { events }),
    source,
    ...(reason !== null && { reason }),
    at: at.toISOString(),
  }
}

/** The results in force of some games. */
export async function resultsInForce(tx: FeedTransaction, gameIds: readonly number[]): Promise<GameResult[]> {
  if (gameIds.length === 0) return []
  const rows = await tx
    .selectFrom('feed.result')
    .distinctOn('game_id')
    .select(['game_id', 'version', 'kind', 'score', 'ending', 'dead_heats as deadHeats', 'events'])
    .select(['source', 'reason', 'at'])
    .where('game_id', 'in', gameIds)
    .orderBy('game_id')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ game_id, ...row }) => resultOf(game_id, row))
}

/** How many versions are read at a time. */
const NEWS = 200

/** The games of the versions after a revision, and the revision of the last of them. Versions are seen in the order of their
 *  revisions, so who asks on from there misses none. */
export async function resultsAfter(
  tx: FeedReader,
  revision: number,
): Promise<{ readonly gameIds: readonly number[]; readonly revision: number }> {
  const rows = await tx
    .selectFrom('feed.result')
    .select(['game_id as gameId', 'revision'])
    .where('revision', '>', revision)
    .orderBy('revision')
    .limit(NEWS)
    .execute()
  return { gameIds: [...new Set(rows.map(({ gameId }) => gameId))], revision: rows.at(-1)?.revision ?? revision }
}

/** The games of which a later version than the first has come since then. */
export async function correctedSince(tx: FeedReader, since: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('feed.result')
    .select('game_id as gameId')
    .distinct()
    .where(sql<boolean>`version > 1`)
    .where('at', '>=', since)
    .execute()
  return rows.map(({ gameId }) => gameId)
}

/** Which of these games have a result. */
export async function endedGames(tx: FeedReader, gameIds: readonly number[]): Promise<ReadonlySet<number>> {
  if (gameIds.length === 0) return new Set()
  const rows = await tx.selectFrom('feed.result').select('game_id as gameId').where('game_id', 'in', gameIds).execute()
  return new Set(rows.map(({ gameId }) => gameId))
}

/** Adds a version, unless the one in force says the same, or an operator has entered it and a feed objects.
 *  @returns the kind of the result that is in force now */
export async function addResult(tx: FeedTransaction, result: NewResult): Promise<GameResult['kind']> {
  const { gameId, kind, score, ending, deadHeats = [], source, reason, now } = result
  const versions = await resultsOf(tx, gameId)
  const current = versions.at(-1)
  const events = score ? (result.events ?? (await eventsTold(tx, gameId, versions))) : undefined
  const isOutranked = current?.source === 'operator' && source === 'feed'
  const isSame =
    current?.kind === kind &&
    isDeepStrictEqual(current.score, score) &&
    isDeepStrictEqual(current.ending, ending) &&
    isDeepStrictEqual(current.deadHeats ?? [], deadHeats) &&
    isDeepStrictEqual(current.events, events)
  if (current && (isOutranked || isSame)) return current.kind
  const version = (current?.version ?? 0) + 1
  await tx
    .insertInto('feed.result')
    .values({
      ...{ game_id: gameId, version, kind, source, reason, at: now },
      score: score ? storableJson(score) : null,
      ending: ending ? storableJson(ending) : null,
      dead_heats: deadHeats.length > 0 ? storableJson(deadHeats) : null,
      events: events ? storableJson(events) : null,
    })
    .execute()
  return kind
}

/** What players did according to the last report: with a result, or while the game was played. */
async function eventsTold(
  tx: FeedTransaction,
  gameId: number,
  versions: readonly GameResult[],
): Promise<PlayerAction[] | undefined> {
  const known = versions.findLast(({ events }) => events !== undefined)?.events
  if (known) return known
  const sheet = await tx
    .selectFrom('feed.match_sheet')
    .select('events')
    .where('game_id', '=', gameId)
    .executeTakeFirst()
  return sheet?.events ?? undefined
}

/** Gives a game and all its markets a status. */
export async function setStatus(
  tx: FeedTransaction,
  { gameId, status, now }: { readonly gameId: number; readonly status: FeedStatus; readonly now: Date },
): Promise<void> {
  await tx.updateTable('feed.game').set({ status, changed_at: now }).where('game_id', '=', gameId).execute()
  await tx.updateTable('feed.market').set({ status }).where('game_id', '=', gameId).execute()
}
