import { type SqlBool, sql } from 'kysely'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedDoor } from '#server/db/for-feed.ts'
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

const BATCH = 5000

/** Reads from the feed's book what pages there are. @param except sports that the brand does not show */
export function createListedOffer(door: FeedDoor, except: OfferFilter['except'], now: () => Date): ListedOffer {
  const offered = (at: Date) => sql<SqlBool>`game.main_game_id is null and (
    (game.kind = ${FEED_KIND.line} and game.status = ${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED} and game.starts_at > ${at}
      and not ${isOneOf('championship.sport_id', except.line)})
    or (game.kind = ${FEED_KIND.live}
      and game.status in (${MARKET_STATUS.BETS_ARE_BEING_ACCEPTED}, ${MARKET_STATUS.BETS_ARE_NO_LONGER_ACCEPTED})
      and not ${isOneOf('championship.sport_id', except.live)}))`
  return {
    count: async () => {
      const row = await door.read((tx) =>
        tx
          .selectFrom('feed.game as game')
          .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
          .select(sql<number>`count(*)`.as('total'))
          .where(offered(now()))
          .executeTakeFirst(),
      )
      return Number(row?.total ?? 0)
    },
    games: async function* games(skip, most) {
      let after = 0
      let left = most
      let isFirst = true
      while (left > 0) {
        const batch = Math.min(BATCH, left)
        const rows = await door.read((tx) =>
          tx
            .selectFrom('feed.game as game')
            .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
            .innerJoin('feed.participant as home', 'home.participant_id', 'game.home_id')
            .leftJoin('feed.participant as away', 'away.participant_id', 'game.away_id')
            .select(['game.game_id', 'game.kind', 'championship.sport_id', 'game.champ_id', 'championship.name'])
            .select('game.changed_at')
            .select(['home.name as home_name', 'away.name as away_name'])
            .where(offered(now()))
            .where('game.game_id', '>', after)
            .orderBy('game.game_id')
            .offset(isFirst ? skip : 0)
            .limit(batch)
            .execute(),
        )
        for (const row of rows) yield listedGame(row)
        if (rows.length < batch) return
        after = rows.at(-1)?.game_id ?? after
        left -= rows.length
        isFirst = false
      }
    },
    boards: async () => {
      const rows = await door.read((tx) =>
        tx
          .selectFrom('feed.game as game')
          .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
          .select(['game.kind', 'championship.sport_id', 'game.champ_id', 'championship.name'])
          .select(({ fn }) => fn.max('game.changed_at').as('changed_at'))
          .where(offered(now()))
          .groupBy(['game.kind', 'championship.sport_id', 'game.champ_id', 'championship.name'])
          .orderBy('championship.sport_id')
          .orderBy('game.champ_id')
          .orderBy('game.kind')
          .execute(),
      )
      return rows.map((row) => ({
        kind: row.kind,
        sportId: row.sport_id,
        champId: row.champ_id,
        champName: row.name,
        changedAt: row.changed_at,
      }))
    },
  }
}

interface GameRow {
  readonly game_id: number
  readonly kind: number
  readonly sport_id: number
  readonly champ_id: number
  readonly name: string
  readonly home_name: string
  readonly away_name: string | null
  readonly changed_at: Date
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
