import { sql } from 'kysely'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { ResultChampsAnswer, ResultGame, ResultsAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { withoutFacts } from './board.ts'
import { fieldsOf, finishOf } from './field.queries.ts'
import { gameFacts, selectGames } from './game-reading.ts'
import { isOneOf } from './offer.queries.ts'
import type { ResultFilter } from './offer-ports.ts'

const OVER = [MARKET_STATUS.SETTLED, MARKET_STATUS.CANCELED]

/** The games that are over and that a filter lets pass. */
function selectOver(tx: FeedTransaction, filter: ResultFilter) {
  const { sports, champs, teams, startsFrom, startsBefore, except } = filter
  return tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .where('game.status', 'in', OVER)
    .where('game.main_game_id', 'is', null)
    .$if(sports !== undefined, (query) => query.where(isOneOf('championship.sport_id', sports ?? [])))
    .where((where) => where.not(isOneOf('championship.sport_id', except)))
    .$if(champs !== undefined, (query) => query.where(isOneOf('game.champ_id', champs ?? [])))
    .$if(teams !== undefined, (query) =>
      query.where(({ or }) => or(['game.home_id', 'game.away_id'].map((column) => isOneOf(column, teams ?? [])))),
    )
    .$if(startsFrom !== undefined, (query) => query.where('game.starts_at', '>=', startsFrom as Date))
    .$if(startsBefore !== undefined, (query) => query.where('game.starts_at', '<', startsBefore as Date))
}

/** Games that are over, the latest first. */
export async function readResultGames(tx: FeedTransaction, filter: ResultFilter, now: Date): Promise<ResultsAnswer> {
  const picked = await selectOver(tx, filter)
    .select(['game.game_id', sql<number>`count(*) over ()`.as('total')])
    .orderBy('game.match_date', 'desc')
    .orderBy('championship.sport_id')
    .orderBy(sql`championship.country_id nulls first`)
    .orderBy('championship.name')
    .orderBy('game.champ_id')
    .orderBy('game.starts_at', 'desc')
    .orderBy('game.game_id')
    .limit(filter.count)
    .execute()
  return {
    items: await resultGames(
      tx,
      picked.map(({ game_id }) => game_id),
      now,
    ),
    total: Number(picked[0]?.total ?? 0),
  }
}

/** Games with their results, in the order of their ids. */
export async function resultGames(tx: FeedTransaction, gameIds: readonly number[], now: Date): Promise<ResultGame[]> {
  const rows = gameIds.length > 0 ? await selectGames(tx).where('game.game_id', 'in', gameIds).execute() : []
  const byId = new Map(rows.map((row) => [row.game_id, row]))
  const fields = await fieldsOf(
    tx,
    rows.filter(({ away_id }) => away_id === null).map(({ game_id }) => game_id),
  )
  return gameIds.flatMap((gameId) => {
    const row = byId.get(gameId)
    if (!row) return []
    const {
      kind: _kind,
      producer: _producer,
      mainGameId: _main,
      clock: _clock,
      ball: _ball,
      statistics: _counted,
      ...facts
    } = withoutFacts(gameFacts(row, now))
    const field = fields.get(gameId)
    const finish = field && row.result_ending?.kind === 'field' ? finishOf(field, row.result_ending) : null
    return { ...facts, champName: row.champ_name, ...(finish && { finish }) }
  })
}

/** The championships of games that are over. */
export async function readResultChamps(tx: FeedTransaction, filter: ResultFilter): Promise<ResultChampsAnswer> {
  const rows = await selectOver(tx, filter)
    .select(['championship.champ_id', 'championship.sport_id', 'championship.country_id', 'championship.name'])
    .select(sql<number>`count(*)`.as('games'))
    .groupBy('championship.champ_id')
    .orderBy('championship.sport_id')
    .orderBy(sql`championship.country_id nulls first`)
    .orderBy('championship.name')
    .execute()
  const items = rows.map(({ champ_id: champId, sport_id: sportId, country_id: countryId, name, games }) => ({
    champId,
    sportId,
    ...(countryId !== null && { countryId }),
    name,
    gameCount: Number(games),
  }))
  return { items }
}
