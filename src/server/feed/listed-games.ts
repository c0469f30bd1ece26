import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedDoor, FeedTransaction } from '#server/db/for-feed.ts'
import { isOneOf } from './offer.queries.ts'
import type { OfferFilter } from './offer-ports.ts'

/** A game whose page is listed for search engines. */
export interface ListedGame {
  readonly gameId: number
  readonly kind: number
  readonly sportId: number
  readonly champId: number
  readonly champName: string
  readonly participants: readonly { readonly name: string }[]
  /** When the feed last changed anything of the game. */
  readonly changedAt: Date
}

/** A championship or a sport that has games now. */
export interface ListedBoard {
  readonly kind: number
  readonly sportId: number
  readonly champId: number
  readonly champName: string
  /** When one of its games changed last. */
  readonly changedAt: Date
}

/** What is offered to guests of a brand now. */
export interface ListedOffer {
  /** How many games have a page. */
  readonly count: () => Promise<number>
  /** Games by their ids, a batch at a time, so that a hundred thousand take no more memory than one batch.
   *  @param skip how many come before   @param most how many at most */
  readonly games: (skip: number, most: number) => AsyncGenerator<ListedGame>
  /** Championships with games. */
  readonly boards: () => Promise<readonly ListedBoard[]>
}

/** Games are read by spans of so many ids. */
const SPAN = 5000

/** What is offered, as a condition on `feed.game as game`. */
type Offered = (at: Date) => RawBuilder<SqlBool>

/** Reads from the feed's book what pages there are. @param except sports that the brand does not show */
export function createListedOffer(door: FeedDoor, except: OfferFilter['except'], now: () => Date): ListedOffer {
  const ofOther = (sports: readonly number[]) =>
    sports.length === 0
      ? sql`true`
      : sql`not exists (select from feed.championship as other where other.champ_id = game.champ_id
          and ${isOneOf('other.sport_id', sports)})`
  const offered: Offered = (at) => sql<SqlBool>`game.main_game_id is null and (
    (game.kind = ${FEED_KIND.line} and game.status = ${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED} and game.starts_at > ${at}
      and ${ofOther(except.line)})
    or (game.kind = ${FEED_KIND.live}
      and game.status in (${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED}, ${MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED})
      and ${ofOther(except.live)}))`
  return {
    count: async () => {
      const row = await door.read((tx) =>
        tx
          .selectFrom('feed.game as game')
          .select(sql<number>`count(*)`.as('total'))
          .where(offered(now()))
          .executeTakeFirst(),
      )
      return Number(row?.total ?? 0)
    },
    games: (skip, most) => readGames(door, offered, { skip, most, at: now() }),
    boards: () => readBoards(door, offered(now())),
  }
}

/** The games of a part. Each span of ids is picked before anything is joined to it: a book without statistics of its tables would else
 *  be joined as a whole for each of them. */
async function* readGames(
  door: FeedDoor,
  offered: Offered,
  { skip, most, at }: { readonly skip: number; readonly most: number; readonly at: Date },
): AsyncGenerator<ListedGame> {
  let left = most
  let start = await door.read((tx) => firstId(tx, offered(at), skip))
  while (start !== null && left > 0) {
    const end = start + SPAN - 1
    const from = start
    const { rows, next } = await door.read(async (tx) => ({
      rows: await spanOf(tx, offered(at), from, end),
      next: await nextId(tx, end),
    }))
    for (const row of rows.slice(0, left)) yield listedGame(row)
    left -= rows.length
    start = next
  }
}

async function firstId(tx: FeedTransaction, offered: RawBuilder<SqlBool>, skip: number): Promise<number | null> {
  const games = tx.selectFrom('feed.game as game').select('game.game_id').where(offered).orderBy('game.game_id')
  return (await games.offset(skip).limit(1).executeTakeFirst())?.game_id ?? null
}

async function nextId(tx: FeedTransaction, after: number): Promise<number | null> {
  const games = tx.selectFrom('feed.game').select('game_id').where('game_id', '>', after).orderBy('game_id').limit(1)
  return (await games.executeTakeFirst())?.game_id ?? null
}

async function spanOf(tx: FeedTransaction, offered: RawBuilder<SqlBool>, from: number, to: number): Promise<GameRow[]> {
  const { rows } = await sql<GameRow>`
    with picked as materialized (
      select game.game_id, game.kind, game.champ_id, game.home_id, game.away_id, game.changed_at from feed.game as game
      where game.game_id between ${from} and ${to} and ${offered})
    select picked.game_id, picked.kind, picked.champ_id, picked.changed_at, championship.sport_id, championship.name,
      home.name as home_name, away.name as away_name
    from picked
    join feed.championship as championship on championship.champ_id = picked.champ_id
    join feed.participant as home on home.participant_id = picked.home_id
    left join feed.participant as away on away.participant_id = picked.away_id
    order by picked.game_id`.execute(tx)
  return rows
}

async function readBoards(door: FeedDoor, offered: RawBuilder<SqlBool>): Promise<ListedBoard[]> {
  const { rows } = await door.read((tx) =>
    sql<BoardRow>`
      with picked as materialized (
        select game.kind, game.champ_id, max(game.changed_at) as changed_at from feed.game as game
        where ${offered} group by game.kind, game.champ_id)
      select picked.kind, picked.champ_id, picked.changed_at, championship.sport_id, championship.name
      from picked join feed.championship as championship on championship.champ_id = picked.champ_id
      order by championship.sport_id, picked.champ_id, picked.kind`.execute(tx),
  )
  return rows.map((row) => ({
    kind: row.kind,
    sportId: row.sport_id,
    champId: row.champ_id,
    champName: row.name,
    changedAt: row.changed_at,
  }))
}

interface BoardRow {
  readonly kind: number
  readonly sport_id: number
  readonly champ_id: number
  readonly name: string
  readonly changed_at: Date
}

interface GameRow extends BoardRow {
  readonly game_id: number
  readonly home_name: string
  readonly away_name: string | null
}

function listedGame({
  game_id,
  kind,
  sport_id,
  champ_id,
  name,
  home_name,
  away_name,
  changed_at,
}: GameRow): ListedGame {
  return {
    gameId: game_id,
    kind,
    sportId: sport_id,
    champId: champ_id,
    champName: name,
    participants: [{ name: home_name }, ...(away_name === null ? [] : [{ name: away_name }])],
    changedAt: changed_at,
  }
}
