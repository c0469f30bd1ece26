import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { gameStatus } from '#machines/feed/board/game-status.rules.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { FeedRow } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import type { GameTable } from '#server/db/tables/feed-tables.ts'
import type { ImportCount } from './feed-ports.ts'
import { addResult, resultsOf } from './game-results.ts'
import { takeNames } from './names/name-taking.ts'
import { takePrices } from './price-import.ts'

/** Where rows come from, and when. */
export interface RowOrigin {
  readonly producer: string
  readonly now: Date
}

/** Takes one row into the book. */
export async function takeRow(tx: FeedTransaction, row: FeedRow, origin: RowOrigin): Promise<keyof ImportCount> {
  const champId = await championshipOf(tx, row.competition)
  await takeNames(tx, row.competition.name, row.competition.names, origin.now)
  const { sportId } = row.competition
  const [homeId, awayId] = [await participantOf(tx, sportId, row.home), await participantOf(tx, sportId, row.away)]
  const mark = markOf(row, origin.producer)
  const key = { champ_id: champId, match_date: row.date, home_id: homeId, away_id: awayId }
  const known = await tx
    .selectFrom('feed.game')
    .select(['game_id', 'row_mark'])
    .where((where) => where.and(key))
    .where('main_game_id', 'is', null)
    .where('source_code', 'is', null)
    .executeTakeFirst()
  if (known?.row_mark === mark) return 'unchanged'
  const facts = {
    starts_at: new Date(row.startsAt),
    has_start_time: row.hasStartTime,
    status: gameStatus({ ...factsOf(row, origin), result: undefined }),
    season: row.season ?? null,
    producer: origin.producer,
    row_mark: mark,
    changed_at: origin.now,
  }
  const gameId = known ? known.game_id : await newGame(tx, { ...key, ...facts })
  if (known) await tx.updateTable('feed.game').set(facts).where('game_id', '=', gameId).execute()
  await takeResultAndPrices(tx, { gameId, row, origin })
  return known ? 'updated' : 'imported'
}

async function takeResultAndPrices(
  tx: FeedTransaction,
  { gameId, row, origin }: { readonly gameId: number; readonly row: FeedRow; readonly origin: RowOrigin },
): Promise<void> {
  const { result: score } = row
  const result = score
    ? await addResult(tx, { gameId, kind: 'played', score, source: 'feed', reason: null, now: origin.now })
    : (await resultsOf(tx, gameId)).at(-1)?.kind
  const status = gameStatus({ ...factsOf(row, origin), result })
  await tx.updateTable('feed.game').set({ status }).where('game_id', '=', gameId).execute()
  await takePrices(tx, { gameId, status, prices: row.prices, now: origin.now })
}

function factsOf({ condition, startsAt }: FeedRow, { now }: RowOrigin) {
  return { condition, startsAtMs: Date.parse(startsAt), nowMs: now.getTime() }
}

async function newGame(
  tx: FeedTransaction,
  game: Omit<Insertable<GameTable>, 'kind' | 'main_game_id'>,
): Promise<number> {
  const { game_id } = await tx
    .insertInto('feed.game')
    .values({ ...game, kind: FEED_KIND.line, main_game_id: null })
    .returning('game_id')
    .executeTakeFirstOrThrow()
  return game_id
}

/** The championship of a competition, which is made when it is not known. */
export async function championshipOf(tx: FeedTransaction, competition: FeedRow['competition']): Promise<number> {
  const { code, name, sportId, countryId = null } = competition
  const known = await tx.selectFrom('feed.championship').select('champ_id').where('code', '=', code).executeTakeFirst()
  if (known) return known.champ_id
  const made = await tx
    .insertInto('feed.championship')
    .values({ code, name, sport_id: sportId, country_id: countryId })
    .returning('champ_id')
    .executeTakeFirstOrThrow()
  return made.champ_id
}

/** The participant of a name, which is made when it is not known. */
export async function participantOf(tx: FeedTransaction, sportId: number, name: string): Promise<number> {
  const known = await tx
    .selectFrom('feed.participant')
    .select('participant_id')
    .where('sport_id', '=', sportId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) return known.participant_id
  const made = await tx
    .insertInto('feed.participant')
    .values({ sport_id: sportId, name })
    .returning('participant_id')
    .executeTakeFirstOrThrow()
  return made.participant_id
}

/** The same for the same row of the same source. */
function markOf(row: FeedRow, producer: string): string {
  return createHash('sha256')
    .update(JSON.stringify([producer, row]))
    .digest('base64url')
}
