import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { MARKET_STATUS } from '#machines/site/tables.ts'
import type { FavoriteGame, FeedKind, GameSubscription, MarkedGame, NewsTypesAnswer } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import type { Database } from '#server/db/tables.ts'

/** What a player chooses of the feed at a brand. */
export interface PlayerGames {
  favorites(brandId: string, accountId: number): Promise<FavoriteGame[]>
  /** Marks games; those that are marked already stay as they are.
   *  @throws AppError game.unknown when one is not in the book, favorites.too_many */
  add(brandId: string, accountId: number, gameIds: readonly number[]): Promise<FavoriteGame[]>
  remove(brandId: string, accountId: number, gameIds: readonly number[]): Promise<FavoriteGame[]>
  /** Adds what a guest has marked: games that are gone are passed over, and so is what is too many (FEED-11). */
  migrate(brandId: string, accountId: number, games: readonly MarkedGame[]): Promise<FavoriteGame[]>
  /** @throws AppError game.unknown */
  subscribe(brandId: string, accountId: number, wish: GameSubscription): Promise<GameSubscription[]>
  subscriptions(brandId: string, accountId: number, gameId?: number): Promise<GameSubscription[]>
  /** @throws AppError game.unknown */
  newsTypes(gameId: number): Promise<NewsTypesAnswer>
}

export interface PlayerGamesPorts {
  readonly db: Kysely<Database>
  readonly door: FeedDoor
  readonly now: () => Date
}

/** Games that a player can mark. */
const MOST_FAVORITES = 500

/** Kinds of news: the start of a game, a change of its score, its result. */
const NEWS = { start: 1, score: 2, result: 3 } as const

/** What players choose of the feed. The book is read before a transaction of the brand is opened. */
export function createPlayerGames({ db, door, now }: PlayerGamesPorts): PlayerGames {
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brandId).transaction(work)
  const mark = async (brandId: string, accountId: number, marks: readonly Mark[], isCut: boolean) =>
    inBrand(brandId, async (tx) => {
      await lockPlayer(tx, accountId)
      const known = new Set((await readFavorites(tx, accountId)).map(({ gameId }) => gameId))
      const fresh = marks.filter(({ game_id }) => !known.has(game_id))
      const room = MOST_FAVORITES - known.size
      if (fresh.length > room && !isCut) throw new AppError('favorites.too_many', { max: MOST_FAVORITES })
      const rows = fresh.slice(0, room).map((row) => ({ ...row, account_id: accountId, marked_at: now() }))
      if (rows.length > 0) await tx.insert('favorite_game', rows).execute()
      return readFavorites(tx, accountId)
    })
  return {
    favorites: (brandId, accountId) => inBrand(brandId, (tx) => readFavorites(tx, accountId)),
    async add(brandId, accountId, gameIds) {
      const marks = await marksOf(door, gameIds)
      if (marks.length < new Set(gameIds).size) throw new AppError('game.unknown')
      return mark(brandId, accountId, marks, false)
    },
    remove: (brandId, accountId, gameIds) =>
      inBrand(brandId, async (tx) => {
        const ids = gameIds.map(storableId)
        await tx.delete('favorite_game').where('account_id', '=', accountId).where('game_id', 'in', ids).execute()
        return readFavorites(tx, accountId)
      }),
    async migrate(brandId, accountId, games) {
      const kinds = new Map<number, FeedKind>(games.map(({ gameId, kind }) => [gameId, kind]))
      const marks = await marksOf(door, [...kinds.keys()])
      const asMarked = marks.map((row) => ({ ...row, kind: kinds.get(row.game_id) ?? row.kind }))
      return mark(brandId, accountId, asMarked, true)
    },
    async subscribe(brandId, accountId, { gameId, eventTypes }) {
      const [game] = await marksOf(door, [gameId])
      if (!game) throw new AppError('game.unknown')
      return inBrand(brandId, async (tx) => {
        await lockPlayer(tx, accountId)
        const ofGame = tx.delete('game_subscription').where('account_id', '=', accountId)
        await ofGame.where('game_id', '=', gameId).execute()
        const rows = eventTypes.map((event_type) => ({ account_id: accountId, game_id: gameId, event_type }))
        if (rows.length > 0) await tx.insert('game_subscription', rows).execute()
        return readSubscriptions(tx, accountId, gameId)
      })
    },
    subscriptions: (brandId, accountId, gameId) => inBrand(brandId, (tx) => readSubscriptions(tx, accountId, gameId)),
    newsTypes: (gameId) => readNewsTypes(door, gameId, now()),
  }
}

interface Mark {
  readonly game_id: number
  readonly kind: FeedKind
  readonly sport_id: number
}

/** The games of ids that are in the book. */
function marksOf(door: FeedDoor, gameIds: readonly number[]): Promise<Mark[]> {
  const ids = [0, ...gameIds.map(storableId)]
  return door.read((tx) =>
    tx
      .selectFrom('feed.game as game')
      .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
      .select(['game.game_id', 'game.kind', 'championship.sport_id'])
      .where('game.game_id', 'in', ids)
      .execute(),
  )
}

/** Lets a player change one thing at a time, in however many tabs. */
async function lockPlayer(tx: BrandTransaction, accountId: number): Promise<void> {
  await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
}

async function readFavorites(tx: BrandTransaction, accountId: number): Promise<FavoriteGame[]> {
  const rows = await tx
    .select('favorite_game')
    .select(['game_id', 'kind', 'sport_id', 'marked_at'])
    .where('account_id', '=', accountId)
    .orderBy('marked_at', 'desc')
    .orderBy('game_id', 'desc')
    .execute()
  return rows.map(({ game_id: gameId, kind, sport_id: sportId, marked_at }) => ({
    gameId,
    kind,
    sportId,
    markedAt: marked_at.toISOString(),
  }))
}

async function readSubscriptions(
  tx: BrandTransaction,
  accountId: number,
  gameId: number | undefined,
): Promise<GameSubscription[]> {
  const rows = await tx
    .select('game_subscription')
    .select(['game_id', 'event_type'])
    .where('account_id', '=', accountId)
    .$if(gameId !== undefined, (query) => query.where('game_id', '=', storableId(gameId ?? 0)))
    .orderBy('game_id')
    .orderBy('event_type')
    .execute()
  return [...Map.groupBy(rows, (row) => row.game_id)].map(([id, types]) => ({
    gameId: id,
    eventTypes: types.map(({ event_type }) => event_type as GameSubscription['eventTypes'][number]),
  }))
}

async function readNewsTypes(door: FeedDoor, gameId: number, now: Date): Promise<NewsTypesAnswer> {
  const game = await door.read((tx) =>
    tx
      .selectFrom('feed.game')
      .select(['status', 'starts_at'])
      .where('game_id', '=', storableId(gameId))
      .executeTakeFirst(),
  )
  if (!game) throw new AppError('game.unknown')
  const isOver = game.status === MARKET_STATUS.SETTLED || game.status === MARKET_STATUS.CANCELED
  if (isOver) return { gameId, eventTypes: [] }
  const later = [NEWS.score, NEWS.result]
  return { gameId, eventTypes: game.starts_at > now ? [NEWS.start, ...later] : later }
}
