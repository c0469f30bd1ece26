import { AppError } from '#calls/app-error.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { GameStatusAnswer, HeadToHeadAnswer, ResultGame, TeamLastGamesAnswer } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { withoutFacts } from './board.ts'
import { type GameRow, gameFacts, selectGames } from './game-reading.ts'
import type { StatisticsWish } from './offer-ports.ts'
import { resultGames } from './results.queries.ts'

/** How the sides of a game have played each other, at either place (FEED-16): by the results in force. */
export async function readHeadToHead(tx: FeedTransaction, wish: StatisticsWish, now: Date): Promise<HeadToHeadAnswer> {
  const { game_id: gameId, home_id: homeId, away_id: awayId } = await gameOf(tx, wish)
  const sides = awayId === null ? [] : [homeId, awayId]
  const games = await readOver(tx, { gameId, sides, isBoth: true, count: wish.count }, now)
  const won = games.map(winnerOf)
  return {
    gameId,
    homeWins: won.filter((winner) => winner === homeId).length,
    draws: won.filter((winner) => winner === null).length,
    awayWins: won.filter((winner) => winner === awayId).length,
    games,
  }
}

/** How each side of a game has played last, against whomever (FEED-16). */
export async function readTeamLastGames(
  tx: FeedTransaction,
  wish: StatisticsWish,
  now: Date,
): Promise<TeamLastGamesAnswer> {
  const { game_id: gameId, home_id: homeId, away_id: awayId } = await gameOf(tx, wish)
  const of = (side: number) => readOver(tx, { gameId, sides: [side], isBoth: false, count: wish.count }, now)
  return { gameId, home: await of(homeId), away: awayId === null ? [] : await of(awayId) }
}

/** Where a game stands (FEED-16). */
export async function readGameStatus(tx: FeedTransaction, wish: StatisticsWish, now: Date): Promise<GameStatusAnswer> {
  const { gameId, kind, status, startsAt, participants, score, clock } = withoutFacts(
    gameFacts(await gameOf(tx, wish), now),
  )
  return { gameId, kind, status, startsAt, participants, ...(score && { score }), ...(clock && { clock }) }
}

/** The game that is asked about. @throws AppError game.unknown also when its sport is left out for who asks */
export async function gameOf(tx: FeedTransaction, { gameId, except }: StatisticsWish): Promise<GameRow> {
  const row = await selectGames(tx).where('game.game_id', '=', storableId(gameId)).executeTakeFirst()
  const left = row && except[row.kind === FEED_KIND.live ? 'live' : 'line']
  if (!row || left?.includes(row.sport_id)) throw new AppError('game.unknown')
  return row
}

interface OverWish {
  /** The game that is asked about, which is not returned itself. */
  readonly gameId: number
  readonly sides: readonly number[]
  /** Whether all of the sides play, or one of them. */
  readonly isBoth: boolean
  readonly count: number
}

/** Games of sides that were played to their end, the latest first. */
async function readOver(tx: FeedTransaction, wish: OverWish, now: Date): Promise<ResultGame[]> {
  const { gameId, sides, isBoth, count } = wish
  if (sides.length === 0) return []
  const rows = await tx
    .selectFrom('feed.game')
    .select('game_id')
    .where('status', '=', MARKET_STATUS.SETTLED)
    .where('main_game_id', 'is', null)
    .where('game_id', '<>', gameId)
    .where((where) => {
      const plays = [where('home_id', 'in', sides), where('away_id', 'in', sides)]
      return isBoth ? where.and(plays) : where.or(plays)
    })
    .orderBy('starts_at', 'desc')
    .orderBy('game_id', 'desc')
    .limit(count)
    .execute()
  const ids = rows.map(({ game_id }) => game_id)
  return resultGames(tx, ids, now)
}

/** The side that has won; null when nobody has, undefined when no score tells. */
function winnerOf({ score, participants }: ResultGame): number | null | undefined {
  if (!score) return undefined
  if (score.home === score.away) return null
  return participants[score.home > score.away ? 0 : 1]?.participantId
}
