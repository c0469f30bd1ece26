import { type RawBuilder, sql } from 'kysely'
import type { DeskGame } from '#schemas'
import type { BrandTransaction } from '../../db/for-brand.ts'
import { storableId, storableText } from '../../db/storable.ts'
import { StudioFailure } from '../studio-failure.ts'

/** So long after its start a game that has open bets and no result waits for people, in milliseconds: three hours. */
const OVERDUE_MS = 3 * 3_600_000

/** A part of a list of games. */
export interface GamePart {
  readonly most: number
  readonly skip?: number
  /** These games alone. */
  readonly only?: readonly number[] | undefined
}

/** A game of a list. */
export interface ListedGame {
  readonly gameId: number
  readonly name: string
  readonly state: string
  readonly since: Date
}

const NAME = sql<string>`concat_ws(' – ', home.name, away.name)`
const GAME_NAMED = sql`feed.game game
  join feed.participant home on home.participant_id = game.home_id
  left join feed.participant away on away.participant_id = game.away_id`

/** The games that have open bets, should be over and have no result. */
function overdueIn(tx: BrandTransaction, now: Date) {
  return sql`select distinct leg.game_id from bet_leg leg
    join bet on bet.brand_id = leg.brand_id and bet.bet_id = leg.bet_id
    where leg.brand_id = ${tx.brandId} and leg.result_version is null and bet.state = 'open'
    and not exists (select from feed.result where result.game_id = leg.game_id)
    and exists (select from feed.game where game.game_id = leg.game_id
      and game.starts_at < ${new Date(now.getTime() - OVERDUE_MS)})`
}

/** The games that wait for a result, those that began first before the others. */
export async function overdueGames(tx: BrandTransaction, part: GamePart, now: Date): Promise<ListedGame[]> {
  const found = await readRows<{ gameId: number; name: string; since: Date }>(
    tx,
    sql`select game.game_id as "gameId", ${NAME} as name, game.starts_at as since from ${GAME_NAMED}
      where game.game_id in (${overdueIn(tx, now)}) ${onlyThese(part)}
      order by game.starts_at, game.game_id limit ${part.most} offset ${part.skip ?? 0}`,
  )
  return found.map((row) => ({ ...row, state: 'waiting' }))
}

/** How many games wait for a result. */
export async function countOverdue(tx: BrandTransaction, now: Date): Promise<number> {
  const [row] = await readRows<{ count: number }>(
    tx,
    sql`select count(*)::int8 as count from (${overdueIn(tx, now)}) overdue`,
  )
  return row?.count ?? 0
}

/** The games whose result in force an operator has entered, the latest first. */
export function enteredGames(tx: BrandTransaction, part: GamePart): Promise<ListedGame[]> {
  return readRows<ListedGame>(
    tx,
    sql`select game.game_id as "gameId", ${NAME} as name, entered.kind as state, entered.at as since from ${GAME_NAMED}
      join feed.result entered on entered.game_id = game.game_id and entered.source = 'operator'
      where not exists (select from feed.result later where later.game_id = entered.game_id and later.version > entered.version)
      ${onlyThese(part)}
      order by entered.at desc, game.game_id limit ${part.most} offset ${part.skip ?? 0}`,
  )
}

/** The games that a text may mean, the latest first: a number, or a part of the name of a team. */
export function foundGames(tx: BrandTransaction, asked: string, part: GamePart, now: Date): Promise<ListedGame[]> {
  const isPast = sql`case when game.starts_at < ${now} then 'waiting' else 'ahead' end`
  return readRows<ListedGame>(
    tx,
    sql`select game.game_id as "gameId", ${NAME} as name, coalesce(entered.kind, ${isPast}) as state, game.starts_at as since
      from ${GAME_NAMED}
      left join lateral (select result.kind from feed.result where result.game_id = game.game_id order by version desc limit 1) entered
        on true
      where ${isMeant(asked)}
      order by game.starts_at desc, game.game_id desc limit ${part.most} offset ${part.skip ?? 0}`,
  )
}

/** Whether a text means a game of {@link GAME_NAMED}. */
export function isMeant(asked: string) {
  const text = storableText(asked).trim()
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const like = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(game.game_id = ${storableId(Number(number ?? 0))} or home.name ilike ${like} or away.name ilike ${like})`
}

/** Games as the desk shows them, by number. */
export async function deskGames(tx: BrandTransaction, ids: readonly number[]): Promise<ReadonlyMap<number, DeskGame>> {
  if (ids.length === 0) return new Map()
  const rows = await readRows<Omit<DeskGame, 'startsAt'> & { readonly startsAt: Date }>(
    tx,
    sql`select game.game_id as "gameId", ${NAME} as name, championship.name as championship, championship.sport_id as "sportId",
        game.starts_at as "startsAt", away.name is null as "isField", game.producer
      from ${GAME_NAMED} join feed.championship championship on championship.champ_id = game.champ_id
      where game.game_id = any(${[...ids]}::bigint[])`,
  )
  return new Map(rows.map(({ startsAt, ...row }) => [row.gameId, { ...row, startsAt: startsAt.toISOString() }]))
}

/** @throws StudioFailure item.unknown */
export async function requireGame(tx: BrandTransaction, gameId: number): Promise<DeskGame> {
  const game = (await deskGames(tx, [storableId(gameId)])).get(gameId)
  if (!game) throw new StudioFailure('item.unknown')
  return game
}

/** Rows of the feed and of the brand together; the statement names the brand itself where it reads its tables. */
export function readRows<Row>(tx: BrandTransaction, query: RawBuilder<unknown>): Promise<Row[]> {
  return tx.feed.selectFrom(sql<Row>`(${query})`.as('found')).selectAll('found').execute() as Promise<Row[]>
}

function onlyThese({ only }: GamePart) {
  return only ? sql`and game.game_id = any(${[...only]}::bigint[])` : sql``
}
