import type { Kysely } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { isOver, NEWS_TYPE } from '#machines/feed/board/game-news.rules.ts'
import type {
  FavoritesAnswer,
  FavoritesMigrateBody,
  FeedKind,
  GameSubscription,
  MarkedChamp,
  NewsTypesAnswer,
} from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { addMarks, champMarks, gameMarks, type NewMarks, readFavorites } from './favorite-rows.ts'

/** What a player chooses of the feed at a brand. */
export interface PlayerGames {
  favorites(brandId: string, accountId: number): Promise<FavoritesAnswer>
  /** Marks games; those that are marked already stay as they are.
   *  @throws AppError game.unknown when one is not in the book, favorites.too_many */
  add(brandId: string, accountId: number, gameIds: readonly number[]): Promise<FavoritesAnswer>
  remove(brandId: string, accountId: number, gameIds: readonly number[]): Promise<FavoritesAnswer>
  /** Marks championships in a feed. @throws AppError championship.unknown, favorites.too_many */
  addChamps(brandId: string, accountId: number, champs: readonly MarkedChamp[]): Promise<FavoritesAnswer>
  removeChamps(brandId: string, accountId: number, champs: readonly MarkedChamp[]): Promise<FavoritesAnswer>
  /** Adds what a guest has marked: games that no longer exist are skipped, and so is anything over the limit
   *  (FEED-11). */
  migrate(brandId: string, accountId: number, marked: FavoritesMigrateBody): Promise<FavoritesAnswer>
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

/** What players choose of the feed. The book is read before a transaction of the brand is opened. */
export function createPlayerGames({ db, door, now }: PlayerGamesPorts): PlayerGames {
  const inBrand = <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) =>
    forBrand(db, brandId).transaction(work)
  const mark = (brandId: string, marks: Omit<NewMarks, 'markedAt'>) =>
    inBrand(brandId, async (tx) => {
      await lockPlayer(tx, marks.accountId)
      await addMarks(tx, { ...marks, markedAt: now() })
      return readFavorites(tx, marks.accountId)
    })
  return {
    favorites: (brandId, accountId) => inBrand(brandId, (tx) => readFavorites(tx, accountId)),
    async add(brandId, accountId, gameIds) {
      const games = await gameMarks(door, gameIds)
      if (games.length < new Set(gameIds).size) throw new AppError('game.unknown')
      return mark(brandId, { accountId, games })
    },
    remove: (brandId, accountId, gameIds) =>
      inBrand(brandId, async (tx) => {
        const ids = gameIds.map(storableId)
        await tx.delete('favorite_game').where('account_id', '=', accountId).where('game_id', 'in', ids).execute()
        return readFavorites(tx, accountId)
      }),
    async addChamps(brandId, accountId, wanted) {
      const champs = await champMarks(door, wanted)
      const isKnown = wanted.every(({ champId }) => champs.some(({ champ_id }) => champ_id === champId))
      if (!isKnown) throw new AppError('championship.unknown')
      return mark(brandId, { accountId, champs })
    },
    removeChamps: (brandId, accountId, champs) =>
      inBrand(brandId, async (tx) => {
        for (const { champId, kind } of champs)
          await tx
            .delete('favorite_champ')
            .where('account_id', '=', accountId)
            .where('champ_id', '=', storableId(champId))
            .where('kind', '=', kind)
            .execute()
        return readFavorites(tx, accountId)
      }),
    async migrate(brandId, accountId, { games: markedGames, champs: markedChamps = [] }) {
      const kinds = new Map<number, FeedKind>(markedGames.map(({ gameId, kind }) => [gameId, kind]))
      const known = await gameMarks(door, [...kinds.keys()])
      const games = known.map((row) => ({ ...row, kind: kinds.get(row.game_id) ?? row.kind }))
      return mark(brandId, { accountId, games, champs: await champMarks(door, markedChamps), isCut: true })
    },
    async subscribe(brandId, accountId, { gameId, eventTypes }) {
      const [game] = await gameMarks(door, [gameId])
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

/** Lets a player change one thing at a time, in however many tabs. */
async function lockPlayer(tx: BrandTransaction, accountId: number): Promise<void> {
  await tx.select('account').select('account_id').where('account_id', '=', accountId).forUpdate().execute()
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
  if (isOver(game)) return { gameId, eventTypes: [] }
  const later = [NEWS_TYPE.score, NEWS_TYPE.result]
  return { gameId, eventTypes: game.starts_at > now ? [NEWS_TYPE.start, ...later] : later }
}
