import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { CasinoRow } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { CasinoPorts } from '../casino-ports.ts'
import type { ReadCatalogueOf } from '../catalogue/catalogue-store.ts'
import { type CasinoPage, facetsOf, findGames, gamesOnPage, type LobbyFilter } from './lobby-find.ts'
import type { LobbyGame } from './lobby-game.ts'
import { createVisibleGames, type LobbyPlace, type VisibleGames } from './lobby-games.ts'
import { createLately, type LateWin } from './lobby-lately.ts'

/** Who looks, and from where. */
export interface LobbyVisitor extends LobbyPlace {
  /** Null of a guest. */
  readonly accountId: number | null
}

/** A row with its games. */
export interface FilledRow {
  readonly id: string
  readonly row: CasinoRow
  readonly games: readonly LobbyGame[]
  readonly total: number
}

/** A win that the lobby shows. */
export interface ShownWin extends LateWin {
  readonly game: LobbyGame
}

const MOST_WINS = 12
/** So many of the most played games are hot. */
const HOT = 20

/** The lobby: which games there are for a visitor, in rows and by filters (CAS-6, CAS-15). */
export function createLobby(ports: CasinoPorts, catalogueOf: ReadCatalogueOf) {
  const seen = createVisibleGames(ports, catalogueOf)
  const latelyIn = createLately(ports)
  const rowOf = createSharedRows()
  const inBrand = <Result>({ brandId }: LobbyPlace, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(ports.db, brandId).transaction(work)

  return {
    /** Games by filters, with what they can be chosen by besides. */
    find: async (visitor: LobbyVisitor, filter: LobbyFilter) => {
      const { list } = await seen(visitor)
      return { games: findGames(list, filter, await latelyIn(visitor.brandId)), facets: () => facetsOf(list, filter) }
    },

    /** Rows of a page; those without games are left out. */
    rows: async (visitor: LobbyVisitor, page: CasinoPage): Promise<readonly FilledRow[]> => {
      const { casino } = await ports.sections(visitor.brandId)
      const visible = await seen(visitor)
      const { list, byId } = visible
      const { popular } = await latelyIn(visitor.brandId)
      const { accountId } = visitor
      const own = accountId === null ? NOBODYS : await inBrand(visitor, (tx) => ownGamesOf(tx, accountId))
      const chosen = { popular, ...own }
      const onPage = gamesOnPage(list, page)
      const isOnPage = page === 'casino' ? null : new Set(onPage)
      const named = (ids: readonly string[]) =>
        gamesNamed(byId, ids).filter((game) => isOnPage === null || isOnPage.has(game))
      return Object.entries(casino.rows)
        .filter(([, row]) => row.pages.includes(page))
        .sort(([, one], [, other]) => one.order - other.order)
        .map(([id, row]) => {
          const all = rowOf({ seen: visible, page }, row, onPage, (by) => named(chosen[by]))
          return { id, row, games: all.slice(0, row.most), total: all.length }
        })
        .filter((row) => row.games.length > 0)
    },

    /** The largest wins of the last days, of games that the visitor can play. */
    wins: async (visitor: LobbyVisitor): Promise<readonly ShownWin[]> => {
      const { byId } = await seen(visitor)
      const { wins } = await latelyIn(visitor.brandId)
      const shown = wins.flatMap((win) => {
        const game = byId.get(win.gameId)
        return game ? [{ ...win, game }] : []
      })
      return shown.slice(0, MOST_WINS)
    },

    /** Ids of the games that are played most now. */
    hot: async ({ brandId }: Pick<LobbyVisitor, 'brandId'>): Promise<ReadonlySet<string>> =>
      new Set((await latelyIn(brandId)).popular.slice(0, HOT)),

    /** Games by their ids, in that order; those that are not offered are left out. */
    named: async (visitor: LobbyVisitor, ids: readonly string[]): Promise<readonly LobbyGame[]> =>
      gamesNamed((await seen(visitor)).byId, ids),

    /** Ids of the games that a player has marked; none for a guest. */
    favorites: (visitor: LobbyVisitor): Promise<readonly string[]> => {
      const { accountId } = visitor
      return accountId === null ? Promise.resolve([]) : inBrand(visitor, (tx) => favoritesOf(tx, accountId))
    },

    /** Marks a game, or takes the mark away. @returns the ids of all that are marked, the latest first
     *  @throws AppError casino.game_unknown when a game that is not offered is to be marked */
    mark: async (
      visitor: LobbyVisitor & { readonly accountId: number },
      { gameId, isFavorite }: { readonly gameId: string; readonly isFavorite: boolean },
    ): Promise<readonly string[]> => {
      const { byId } = await seen(visitor)
      if (isFavorite && !byId.has(gameId)) throw new AppError('casino.game_unknown')
      return inBrand(visitor, async (tx) => {
        await writeMark(tx, { accountId: visitor.accountId, gameId, isFavorite, now: ports.clock() })
        return favoritesOf(tx, visitor.accountId)
      })
    },
  }
}

function gamesNamed(byId: VisibleGames['byId'], ids: readonly string[]): LobbyGame[] {
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Remembers the rows that are the same for everybody who sees the same games: they are chosen from thousands, and asked for at each opening of the lobby. */
function createSharedRows() {
  const known = new WeakMap<VisibleGames, Map<string, readonly LobbyGame[]>>()
  return (
    { seen, page }: { readonly seen: VisibleGames; readonly page: CasinoPage },
    row: CasinoRow,
    ...rest: RowSource
  ): readonly LobbyGame[] => {
    if (row.by === 'recent' || row.by === 'favorites' || row.by === 'popular') return gamesOfRow(row, ...rest)
    const rows = known.get(seen) ?? new Map<string, readonly LobbyGame[]>()
    known.set(seen, rows)
    const key = `${page} ${row.by} ${row.value}`
    const found = rows.get(key) ?? gamesOfRow(row, ...rest)
    rows.set(key, found)
    return found
  }
}

/** The games of a page, and those that are named by what is known of the player or of all players. */
type RowSource = readonly [
  games: readonly LobbyGame[],
  named: (by: 'recent' | 'favorites' | 'popular') => readonly LobbyGame[],
]

function gamesOfRow({ by, value }: CasinoRow, ...[games, named]: RowSource): readonly LobbyGame[] {
  switch (by) {
    case 'category':
      return games.filter(({ category }) => category === value)
    case 'provider':
      return games.filter(({ providerId }) => providerId === value)
    case 'tag':
      return games.filter(({ tags }) => tags.includes(value))
    case 'new':
      return games.filter(({ tags }) => tags.includes('new'))
    default:
      return named(by)
  }
}

/** Ids of games by what is known of the player. */
interface PlayersGames {
  readonly recent: readonly string[]
  readonly favorites: readonly string[]
}

const NOBODYS: PlayersGames = { recent: [], favorites: [] }
const MOST_RECENT = 200
const MOST_FAVORITES = 500

async function ownGamesOf(tx: BrandTransaction, accountId: number): Promise<PlayersGames> {
  const recent = await tx
    .select('casino_session')
    .select('game_id as id')
    .where('account_id', '=', accountId)
    .where('launched_at', 'is not', null)
    .groupBy('game_id')
    .orderBy(sql`max(opened_at)`, 'desc')
    .limit(MOST_RECENT)
    .execute()
  return { recent: recent.map(({ id }) => id), favorites: await favoritesOf(tx, accountId) }
}

async function favoritesOf(tx: BrandTransaction, accountId: number): Promise<string[]> {
  const rows = await tx
    .select('casino_favorite')
    .select('game_id as id')
    .where('account_id', '=', accountId)
    .orderBy('marked_at', 'desc')
    .limit(MOST_FAVORITES)
    .execute()
  return rows.map(({ id }) => id)
}

async function writeMark(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly gameId: string; readonly isFavorite: boolean; readonly now: Date },
): Promise<void> {
  const row = { account_id: of.accountId, game_id: storableText(of.gameId), marked_at: of.now }
  if (of.isFavorite)
    await tx
      .insert('casino_favorite', row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await tx
      .delete('casino_favorite')
      .where('account_id', '=', of.accountId)
      .where('game_id', '=', row.game_id)
      .execute()
}
