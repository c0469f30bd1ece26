import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { CasinoRow } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { type CasinoPorts, type CasinoSections, OWN_PROVIDER } from '../casino-ports.ts'
import { offeredGames } from '../play/game-offers.ts'
import type { LobbyGame } from './lobby-game.ts'

/** Who looks, and from where. */
export interface LobbyVisitor {
  readonly brandId: string
  /** Null of a guest. */
  readonly accountId: number | null
  readonly country: string
}

/** What games are chosen by. */
export interface LobbyFilter {
  readonly page?: CasinoRow['pages'][number] | undefined
  readonly category?: string | undefined
  readonly provider?: string | undefined
  readonly tag?: string | undefined
  readonly text?: string | undefined
}

/** A row with its games. */
export interface FilledRow {
  readonly id: string
  readonly row: CasinoRow
  readonly games: readonly LobbyGame[]
  readonly total: number
}

/** A win that the lobby shows. */
export interface ShownWin {
  readonly game: LobbyGame
  readonly payoutMinor: number
  readonly stakeMinor: number
  readonly currency: string
  readonly exponent: number
  readonly at: Date
}

const WIN_DAYS = 7
const POPULAR_DAYS = 7
const WINS = 12
const DAY_MS = 86_400_000

/** What a page of the casino shows. */
const OF_PAGE: Readonly<Record<CasinoRow['pages'][number], (game: LobbyGame) => boolean>> = {
  casino: () => true,
  slots: ({ category }) => category === 'slots',
  poker: ({ category }) => category === 'poker',
  third_party_games: ({ category }) => category === 'instant' || category === 'table',
}

/** The lobby: which games there are for a visitor, in rows and by filters (CAS-6). */
export function createLobby(ports: CasinoPorts) {
  const gamesOf = async (sections: CasinoSections, { country }: LobbyVisitor): Promise<LobbyGame[]> =>
    offeredGames(sections, country).map(
      ({ id, name, category, tags, settings, paytable, skin, stake, volatility }) => ({
        ...{ id, name, category, tags, providerId: OWN_PROVIDER, provider: 'Livery', image: '', hasDemo: true },
        ...{ own: { settings, paytable, skin, stake, volatility } },
      }),
    )
  const inLobby = async <Result>(
    visitor: LobbyVisitor,
    work: (tx: BrandTransaction, games: readonly LobbyGame[], sections: CasinoSections) => Promise<Result>,
  ): Promise<Result> => {
    const sections = await ports.sections(visitor.brandId)
    const games = await gamesOf(sections, visitor)
    return forBrand(ports.db, visitor.brandId).transaction((tx) => work(tx, games, sections))
  }

  return {
    /** Games by filters, with the providers that have some on the page. */
    find: async (visitor: LobbyVisitor, filter: LobbyFilter) => {
      const onPage = (await gamesOf(await ports.sections(visitor.brandId), visitor)).filter(
        OF_PAGE[filter.page ?? 'casino'],
      )
      const games = onPage.filter((game) => fits(game, filter))
      const others = onPage.filter((game) => fits(game, { ...filter, provider: undefined }))
      return { games, providers: providersOf(others) }
    },

    /** Rows of a page; those without games are left out. */
    rows: (visitor: LobbyVisitor, page: CasinoRow['pages'][number]): Promise<readonly FilledRow[]> =>
      inLobby(visitor, async (tx, games, { casino }) => {
        const onPage = games.filter(OF_PAGE[page])
        const known = await chosenBy(tx, visitor, ports.clock())
        return Object.entries(casino.rows)
          .filter(([, row]) => row.pages.includes(page))
          .sort(([, one], [, other]) => one.order - other.order)
          .map(([id, row]) => filled(id, row, onPage, known))
          .filter((row) => row.games.length > 0)
      }),

    /** The largest wins of the last days. */
    wins: (visitor: LobbyVisitor): Promise<readonly ShownWin[]> =>
      inLobby(visitor, async (tx, games) => {
        const rows = await tx
          .select('casino_round')
          .select(['game_id', 'payout_minor', 'stake_minor', 'currency', 'exponent', 'closed_at'])
          .where('mode', '=', 'real')
          .where('opened_at', '>', new Date(ports.clock().getTime() - WIN_DAYS * DAY_MS))
          .where(sql<boolean>`payout_minor > stake_minor and stake_minor > 0`)
          .orderBy(sql`payout_minor::numeric / stake_minor`, 'desc')
          .limit(WINS)
          .execute()
        return rows.flatMap(({ game_id, payout_minor, stake_minor, currency, exponent, closed_at }) => {
          const game = games.find(({ id }) => id === game_id)
          if (!game || !closed_at) return []
          return [{ game, payoutMinor: payout_minor, stakeMinor: stake_minor, currency, exponent, at: closed_at }]
        })
      }),

    /** Games by their ids, in that order; those that are not offered are left out. */
    named: async (visitor: LobbyVisitor, ids: readonly string[]): Promise<readonly LobbyGame[]> => {
      const games = await gamesOf(await ports.sections(visitor.brandId), visitor)
      return ids.flatMap((id) => games.find((game) => game.id === id) ?? [])
    },

    /** Ids of the games that a player has marked; none for a guest. */
    favorites: (visitor: LobbyVisitor): Promise<readonly string[]> => {
      const { accountId, brandId } = visitor
      if (accountId === null) return Promise.resolve([])
      return forBrand(ports.db, brandId).transaction((tx) => favoritesOf(tx, accountId))
    },

    /** Marks a game, or takes the mark away. @returns the ids of all that are marked, the latest first
     *  @throws AppError casino.game_unknown when a game that is not offered is to be marked */
    mark: (
      visitor: LobbyVisitor & { readonly accountId: number },
      { gameId, isFavorite }: { readonly gameId: string; readonly isFavorite: boolean },
    ): Promise<readonly string[]> =>
      inLobby(visitor, async (tx, games) => {
        const { accountId } = visitor
        if (isFavorite && !games.some(({ id }) => id === gameId)) throw new AppError('casino.game_unknown')
        const row = { account_id: accountId, game_id: storableText(gameId), marked_at: ports.clock() }
        if (isFavorite)
          await tx
            .insert('casino_favorite', row)
            .onConflict((conflict) => conflict.doNothing())
            .execute()
        else
          await tx
            .delete('casino_favorite')
            .where('account_id', '=', accountId)
            .where('game_id', '=', row.game_id)
            .execute()
        return favoritesOf(tx, accountId)
      }),
  }
}

function fits(game: LobbyGame, { category, provider, tag, text }: LobbyFilter): boolean {
  const wanted = text?.trim().toLowerCase() ?? ''
  return (
    (category === undefined || game.category === category) &&
    (provider === undefined || game.providerId === provider) &&
    (tag === undefined || game.tags.includes(tag)) &&
    (wanted === '' || `${game.name} ${game.provider}`.toLowerCase().includes(wanted))
  )
}

function providersOf(games: readonly LobbyGame[]) {
  const found = new Map<string, { id: string; name: string; count: number }>()
  for (const { providerId: id, provider: name } of games) {
    const provider = found.get(id) ?? { id, name, count: 0 }
    provider.count++
    found.set(id, provider)
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Ids of games by what is known of the player and of the last days. */
type Chosen = Readonly<Record<'recent' | 'favorites' | 'popular', readonly string[]>>

async function chosenBy(tx: BrandTransaction, { accountId }: LobbyVisitor, now: Date): Promise<Chosen> {
  const popular = await tx
    .select('casino_round')
    .select('game_id as id')
    .where('mode', '=', 'real')
    .where('opened_at', '>', new Date(now.getTime() - POPULAR_DAYS * DAY_MS))
    .groupBy('game_id')
    .orderBy(sql`count(*)`, 'desc')
    .limit(200)
    .execute()
  const none: Chosen = { recent: [], favorites: [], popular: popular.map(({ id }) => id) }
  if (accountId === null) return none
  const recent = await tx
    .select('casino_session')
    .select('game_id as id')
    .where('account_id', '=', accountId)
    .groupBy('game_id')
    .orderBy(sql`max(opened_at)`, 'desc')
    .limit(200)
    .execute()
  return { ...none, recent: recent.map(({ id }) => id), favorites: await favoritesOf(tx, accountId) }
}

async function favoritesOf(tx: BrandTransaction, accountId: number): Promise<string[]> {
  const rows = await tx
    .select('casino_favorite')
    .select('game_id as id')
    .where('account_id', '=', accountId)
    .orderBy('marked_at', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ id }) => id)
}

function filled(id: string, row: CasinoRow, games: readonly LobbyGame[], chosen: Chosen): FilledRow {
  const all = gamesOfRow(row, games, chosen)
  return { id, row, games: all.slice(0, row.most), total: all.length }
}

function gamesOfRow({ by, value }: CasinoRow, games: readonly LobbyGame[], chosen: Chosen): readonly LobbyGame[] {
  const named = (ids: readonly string[]) => ids.flatMap((id) => games.find((game) => game.id === id) ?? [])
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
      return named(chosen[by])
  }
}
