import { AppError } from '#calls/app-error.ts'
import { standings } from '#machines/feed/results/standings.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { StageTableAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import { selectGames } from './game-reading.ts'
import type { TableWish } from './offer-ports.ts'

/** The table of a championship in a season by the results in force (FEED-16). Games whose source names no season are in none. */
export async function readStageTable(tx: FeedTransaction, wish: TableWish): Promise<StageTableAnswer> {
  const champId = storableId(wish.champId)
  const champ = await tx
    .selectFrom('feed.championship')
    .select(['sport_id', 'name'])
    .where('champ_id', '=', champId)
    .executeTakeFirst()
  if (!champ || wish.except.includes(champ.sport_id)) throw new AppError('championship.unknown')
  const { sport_id: sportId, name: champName } = champ
  const seasons = await seasonsOf(tx, champId)
  const season = wish.season === undefined ? seasons[0] : storableText(wish.season)
  if (season === undefined) return { champId, sportId, champName, seasons, rows: [] }
  const games = await selectGames(tx)
    .where('game.champ_id', '=', champId)
    .where('game.season', '=', season)
    .where('game.status', '=', MARKET_STATUS.SETTLED)
    .where('game.main_game_id', 'is', null)
    .execute()
  const played = games.flatMap((row) => {
    const score = row.result_kind === 'played' ? row.result_score : null
    const home = { participantId: row.home_id, name: row.home_name }
    if (!score || row.away_id === null) return []
    return [{ home, away: { participantId: row.away_id, name: row.away_name ?? '' }, score }]
  })
  return { champId, sportId, champName, season, seasons, rows: standings(sportId, played) }
}

/** Seasons of which there are results, the one that was played last first. */
async function seasonsOf(tx: FeedTransaction, champId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('feed.game')
    .select(({ fn }) => ['season', fn.max('starts_at').as('last')])
    .where('champ_id', '=', champId)
    .where('season', 'is not', null)
    .where('status', '=', MARKET_STATUS.SETTLED)
    .where('main_game_id', 'is', null)
    .groupBy('season')
    .orderBy('last', 'desc')
    .execute()
  return rows.flatMap(({ season }) => season ?? [])
}
