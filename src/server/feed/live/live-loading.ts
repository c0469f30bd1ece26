import { sql } from 'kysely'
import {
  type GameChange,
  type LiveGame,
  type LiveMarket,
  marketKey,
  plainParameter,
} from '#machines/feed/simulator/live-game.rules.ts'
import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedStatus } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableText } from '#server/db/storable.ts'
import { fieldsOf, numbersOf } from '../field.queries.ts'

/** The games that changes are about by their codes, each with the markets that are named; games that are not there are left out. */
export async function loadGames(
  tx: FeedTransaction,
  producer: string,
  changes: readonly GameChange[],
): Promise<Map<string, LiveGame>> {
  const codes = [...new Set(changes.map(({ game }) => game))]
  if (codes.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feed.game')
    .select(['game_id', 'source_code', 'status', 'kind', 'is_suspended', 'score', 'clock', 'ball', 'statistics'])
    .where('producer', '=', producer)
    .where('source_code', 'in', codes.map(storableText))
    .execute()
  const players = await loadPlayers(tx, changes, new Map(rows.map((row) => [row.source_code ?? '', row.game_id])))
  const fields = await loadFields(tx, changes, new Map(rows.map((row) => [row.source_code ?? '', row.game_id])))
  const games = new Map(
    rows.map((row) => [row.source_code ?? '', { ...liveGame(row, players), ...fields.get(row.game_id) }]),
  )
  await loadMarkets(tx, games, changes)
  return games
}

/** The players of games of which it is told what players did: by game, and by the names that the producer gives them. */
async function loadPlayers(
  tx: FeedTransaction,
  changes: readonly GameChange[],
  gameIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
  const told = changes.filter((change) => 'events' in change && change.events !== undefined)
  const ids = [...new Set(told.flatMap(({ game }) => gameIds.get(game) ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feed.line_up as line_up')
    .innerJoin('feed.player as player', 'player.player_id', 'line_up.player_id')
    .select(['line_up.game_id', 'player.player_id', 'player.source_code'])
    .where('line_up.game_id', 'in', ids)
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ game_id }) => game_id)].map(([gameId, own]) => [
      gameId,
      new Map(own.map(({ source_code, player_id }) => [source_code, player_id])),
    ]),
  )
}

/** The fields of events that are decided, by game. */
async function loadFields(
  tx: FeedTransaction,
  changes: readonly GameChange[],
  gameIds: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<number, Pick<LiveGame, 'field'>>> {
  const ended = changes.filter(({ kind }) => kind === 'result')
  const fields = await fieldsOf(
    tx,
    ended.flatMap(({ game }) => gameIds.get(game) ?? []),
  )
  return new Map([...fields].map(([gameId, { entrants }]) => [gameId, { field: numbersOf(entrants) }]))
}

type GameRow = {
  readonly game_id: number
  readonly source_code: string | null
  readonly status: FeedStatus
  readonly kind: LiveGame['kind']
  readonly is_suspended: boolean
  readonly score: LiveGame['score']
  readonly clock: LiveGame['clock']
  readonly ball: LiveGame['ball']
  readonly statistics: LiveGame['statistics']
}

function liveGame(row: GameRow, players: ReadonlyMap<number, ReadonlyMap<string, number>>): LiveGame {
  const { status, kind, score, clock, ball, statistics } = row
  return {
    id: row.game_id,
    code: row.source_code ?? '',
    status,
    kind,
    isSuspended: row.is_suspended,
    score,
    clock,
    hasNewClock: false,
    ball,
    statistics,
    isChanged: false,
    players: players.get(row.game_id) ?? new Map(),
    events: null,
    result: null,
    markets: new Map(),
  }
}

/** A row of what is asked: a market of a game. */
interface Asked {
  readonly game_id: number
  readonly type_id: number
  readonly parameter: string | null
}

interface MarketRow extends Asked {
  readonly market_id: number
  readonly status: FeedStatus
  readonly is_suspended: boolean
  readonly outcome_id: number | null
  readonly outcome_type_id: number
  readonly odds: string
  readonly is_outcome_suspended: boolean
}

async function loadMarkets(
  tx: FeedTransaction,
  games: ReadonlyMap<string, LiveGame>,
  changes: readonly GameChange[],
): Promise<void> {
  const asked = askedMarkets(games, changes)
  if (asked.length === 0) return
  const { rows } = await sql<MarketRow>`
    select market.market_id, market.game_id, market.type_id, market.parameter, market.status, market.is_suspended,
      outcome.outcome_id, outcome.type_id as outcome_type_id, outcome.odds, outcome.is_suspended as is_outcome_suspended
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(game_id bigint, type_id integer, parameter numeric)
    join feed.market market on market.game_id = asked.game_id and market.type_id = asked.type_id
      and market.parameter is not distinct from asked.parameter
    left join feed.outcome outcome on outcome.market_id = market.market_id`.execute(tx)
  const byId = new Map([...games.values()].map((game) => [game.id, game]))
  for (const row of rows) {
    const { markets } = byId.get(row.game_id) ?? { markets: new Map<string, LiveMarket>() }
    const key = marketKey(row.type_id, row.parameter)
    const market = markets.get(key) ?? liveMarket(row)
    markets.set(key, market)
    const { outcome_id: id, outcome_type_id: typeId, odds, is_outcome_suspended: isSuspended } = row
    if (id !== null) market.outcomes.set(typeId, { id, typeId, odds, isSuspended, hasMoved: false, isChanged: false })
  }
}

function askedMarkets(games: ReadonlyMap<string, LiveGame>, changes: readonly GameChange[]): Asked[] {
  const asked = changes.flatMap((change) => {
    const game = games.get(change.game)
    if (!game || !('typeId' in change) || change.typeId === undefined) return []
    const parameter = plainParameter(change.parameter) ?? null
    return { game_id: game.id, type_id: change.typeId, parameter }
  })
  return [...new Map(asked.map((one) => [`${one.game_id} ${marketKey(one.type_id, one.parameter)}`, one])).values()]
}

function liveMarket(row: MarketRow): LiveMarket {
  return {
    id: row.market_id,
    typeId: row.type_id,
    parameter: row.parameter,
    isOffered: row.status === MARKET_STATUS.BETS_ARE_BEING_ACCEPTED,
    isSuspended: row.is_suspended,
    isChanged: false,
    outcomes: new Map(),
  }
}
