import { sql } from 'kysely'
import { duelPrices } from '#machines/feed/duels/duel-price.rules.ts'
import { duelScore } from '#machines/feed/duels/duel-result.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { priceDuel } from './duel-building.ts'
import { addResult, resultsInForce, setStatus } from './game-results.ts'

const { BETS_ARE_BEING_ACCEPTED, SETTLED, CANCELED } = MARKET_STATUS

/** Updates the duels of players after changes in their players' games: starts, pauses, line-ups that changed, and
 *  results, corrected ones too.
 *  @param gameIds games that may have changed */
export async function followGames(tx: FeedTransaction, gameIds: readonly number[], now: Date): Promise<void> {
  if (gameIds.length === 0) return
  const rows = await tx
    .selectFrom('feed.duel_player')
    .select('game_id')
    .distinct()
    .where('of_game_id', 'in', gameIds)
    .execute()
  for (const { game_id } of rows) await bringUpToDate(tx, game_id, now)
}

async function bringUpToDate(tx: FeedTransaction, gameId: number, now: Date): Promise<void> {
  const members = await membersOf(tx, gameId)
  const results = await resultsInForce(tx, [...new Set(members.map(({ of_game_id }) => of_game_id))])
  const byGame = new Map(results.map((result) => [result.gameId, result]))
  const isOver = members.every(({ of_game_id }) => byGame.has(of_game_id))
  if (!isOver) return adjust(tx, gameId, members, now)
  const score = duelScore(
    members.map(({ player_id: playerId, side, is_starting, of_game_id }) => {
      return { playerId, side, isStarting: is_starting === true, actions: byGame.get(of_game_id)?.events ?? null }
    }),
  )
  const kind = score ? 'played' : 'void'
  const told = { gameId, kind, score: score ?? undefined, source: 'feed', reason: null, now } as const
  const inForce = await addResult(tx, told)
  await setStatus(tx, { gameId, status: inForce === 'void' ? CANCELED : SETTLED, now })
}

/** The players of a duel, each with the game they play in; a player who is no longer in its line-up does not start. */
function membersOf(tx: FeedTransaction, gameId: number) {
  return tx
    .selectFrom('feed.duel_player as duel')
    .innerJoin('feed.game as game', 'game.game_id', 'duel.of_game_id')
    .leftJoin('feed.line_up as line_up', (join) =>
      join.onRef('line_up.game_id', '=', 'duel.of_game_id').onRef('line_up.player_id', '=', 'duel.player_id'),
    )
    .select(['duel.player_id', 'duel.side', 'duel.of_game_id', 'line_up.is_starting'])
    .select(sql<number | null>`line_up.expected_goals::float8`.as('expected_goals'))
    .select(['game.starts_at', 'game.kind', 'game.status', 'game.is_suspended'])
    .where('duel.game_id', '=', gameId)
    .execute()
}

type Member = Awaited<ReturnType<typeof membersOf>>[number]

/** Before the first of its games begins: a duel starts with that game, waits while a game of it waits or a player is not to begin,
 *  and costs what is to be expected now. */
async function adjust(tx: FeedTransaction, gameId: number, members: readonly Member[], now: Date): Promise<void> {
  const isWaiting = ({ kind, status, is_suspended, is_starting }: Member) =>
    kind !== FEED_KIND.line || status !== BETS_ARE_BEING_ACCEPTED || is_suspended || is_starting !== true
  const sum = (side: Member['side']) =>
    members.filter((one) => one.side === side).reduce((total, one) => total + (one.expected_goals ?? 0), 0)
  const prices = duelPrices({ home: sum('home'), away: sum('away') })
  const startsAtMs = Math.min(...members.map(({ starts_at }) => starts_at.getTime()))
  const next = { starts_at: new Date(startsAtMs), is_suspended: members.some(isWaiting) || prices === null }
  await tx
    .updateTable('feed.game')
    .set({ ...next, changed_at: now })
    .where('game_id', '=', gameId)
    .where('status', '=', BETS_ARE_BEING_ACCEPTED)
    .where((where) =>
      where.or([where('starts_at', '<>', next.starts_at), where('is_suspended', '<>', next.is_suspended)]),
    )
    .execute()
  if (prices && !next.is_suspended) await priceDuel(tx, { gameId, prices, now })
}
