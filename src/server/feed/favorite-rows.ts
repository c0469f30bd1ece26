import { AppError } from '#calls/app-error.ts'
import type { FavoritesAnswer, FeedKind, MarkedChamp } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { FeedDoor } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'

/** Games that a player can mark, and championships. */
const MOST_FAVORITES = 500

/** A game that is marked. */
export interface GameMark {
  readonly game_id: number
  readonly kind: FeedKind
  readonly sport_id: number
}

/** A championship that is marked in a feed. */
export interface ChampMark {
  readonly champ_id: number
  readonly kind: FeedKind
  readonly sport_id: number
}

/** What is to be marked, and for whom. */
export interface NewMarks {
  readonly accountId: number
  readonly games?: readonly GameMark[]
  readonly champs?: readonly ChampMark[]
  readonly markedAt: Date
  /** What is too many is passed over, instead of refused. */
  readonly isCut?: boolean
}

/** The games of ids that are in the book, as marks. */
export function gameMarks(door: FeedDoor, gameIds: readonly number[]): Promise<GameMark[]> {
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

/** The championships that are in the book, as marks, each once a feed. */
export async function champMarks(door: FeedDoor, champs: readonly MarkedChamp[]): Promise<ChampMark[]> {
  const ids = [0, ...champs.map(({ champId }) => storableId(champId))]
  const known = await door.read((tx) =>
    tx.selectFrom('feed.championship').select(['champ_id', 'sport_id']).where('champ_id', 'in', ids).execute(),
  )
  return known.flatMap((champ) => {
    const kinds = champs.filter(({ champId }) => champId === champ.champ_id).map(({ kind }) => kind)
    return [...new Set(kinds)].map((kind) => ({ ...champ, kind }))
  })
}

/** Marks what is not marked yet. @throws AppError favorites.too_many */
export async function addMarks(tx: BrandTransaction, { accountId, games = [], champs = [], ...how }: NewMarks) {
  const { items: ofGames, champs: ofChamps } = await readFavorites(tx, accountId)
  const stamp = { account_id: accountId, marked_at: how.markedAt }
  const newGames = games.filter(({ game_id }) => !ofGames.some(({ gameId }) => gameId === game_id))
  const gameRows = fitting(newGames, ofGames.length, how.isCut).map((mark) => ({ ...mark, ...stamp }))
  if (gameRows.length > 0) await tx.insert('favorite_game', gameRows).execute()
  const newChamps = champs.filter(
    ({ champ_id, kind }) => !ofChamps.some((known) => known.champId === champ_id && known.kind === kind),
  )
  const champRows = fitting(newChamps, ofChamps.length, how.isCut).map((mark) => ({ ...mark, ...stamp }))
  if (champRows.length > 0) await tx.insert('favorite_champ', champRows).execute()
}

function fitting<Mark>(fresh: readonly Mark[], known: number, isCut = false): readonly Mark[] {
  const room = MOST_FAVORITES - known
  if (fresh.length > room && !isCut) throw new AppError('favorites.too_many', { max: MOST_FAVORITES })
  return fresh.slice(0, room)
}

/** What a player has marked, the latest first. */
export async function readFavorites(tx: BrandTransaction, accountId: number): Promise<FavoritesAnswer> {
  const games = await tx
    .select('favorite_game')
    .select(['game_id', 'kind', 'sport_id', 'marked_at'])
    .where('account_id', '=', accountId)
    .orderBy('marked_at', 'desc')
    .orderBy('game_id', 'desc')
    .execute()
  const champs = await tx
    .select('favorite_champ')
    .select(['champ_id', 'kind', 'sport_id', 'marked_at'])
    .where('account_id', '=', accountId)
    .orderBy('marked_at', 'desc')
    .orderBy('champ_id', 'desc')
    .orderBy('kind', 'desc')
    .execute()
  const rest = ({ kind, sport_id, marked_at }: Omit<GameMark, 'game_id'> & { readonly marked_at: Date }) => ({
    kind,
    sportId: sport_id,
    markedAt: marked_at.toISOString(),
  })
  return {
    items: games.map((row) => ({ gameId: row.game_id, ...rest(row) })),
    champs: champs.map((row) => ({ champId: row.champ_id, ...rest(row) })),
  }
}
