import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Broadcast } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableJson, storableText } from '#server/db/storable.ts'

/** Whether a game can be watched somewhere. @param gameId column of the game's id */
export function hasBroadcast(gameId: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(gameId)} in (select chosen.game_id from (
    select distinct on (game_id, channel) game_id, coalesce(page_url, frame_url) as url
    from feed.broadcast order by game_id, channel, source desc) as chosen where chosen.url is not null)`
}

/** Where games can be watched, by the game: an operator's broadcast overrides the producers' on the same channel. */
export async function readBroadcasts(
  tx: FeedTransaction,
  gameIds: readonly number[],
): Promise<ReadonlyMap<number, Broadcast[]>> {
  if (gameIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('feed.broadcast')
    .distinctOn(['game_id', 'channel'])
    .selectAll()
    .where('game_id', 'in', gameIds)
    .orderBy('game_id')
    .orderBy('channel')
    .orderBy('source', 'desc')
    .execute()
  const shown = rows
    .filter(({ page_url, frame_url }) => page_url !== null || frame_url !== null)
    .sort((one, other) => one.place - other.place || (one.channel < other.channel ? -1 : 1))
  return new Map(
    [...Map.groupBy(shown, ({ game_id }) => game_id)].map(([gameId, own]) => [gameId, own.map(broadcastOf)]),
  )
}

function broadcastOf(row: {
  readonly channel: string
  readonly page_url: string | null
  readonly frame_url: string | null
  readonly starts_at: Date | null
  readonly languages: readonly string[]
}): Broadcast {
  return {
    channel: row.channel,
    ...(row.page_url !== null && { pageUrl: row.page_url }),
    ...(row.frame_url !== null && { frameUrl: row.frame_url }),
    ...(row.starts_at !== null && { startsAt: row.starts_at.toISOString() }),
    ...(row.languages.length > 0 && { languages: [...row.languages] }),
  }
}

/** What a source reports about the channels of a game. An operator's broadcast without an address removes the
 *  channel. */
export interface ToldBroadcasts {
  readonly gameId: number
  readonly source: 'feed' | 'operator'
  readonly broadcasts: readonly Broadcast[]
}

/** Replaces what producers reported before with what a producer reports now. */
export async function replaceBroadcasts(tx: FeedTransaction, told: ToldBroadcasts): Promise<void> {
  await tx.deleteFrom('feed.broadcast').where('game_id', '=', told.gameId).where('source', '=', told.source).execute()
  await putBroadcasts(tx, told)
}

/** Adds channels to those that the same source has reported, or replaces them. */
export async function putBroadcasts(
  tx: FeedTransaction,
  { gameId, source, broadcasts }: ToldBroadcasts,
): Promise<void> {
  for (const [place, { channel, pageUrl, frameUrl, startsAt, languages = [] }] of broadcasts.entries()) {
    const row = {
      place,
      page_url: pageUrl === undefined ? null : storableText(pageUrl),
      frame_url: frameUrl === undefined ? null : storableText(frameUrl),
      starts_at: startsAt === undefined ? null : new Date(startsAt),
      languages: storableJson(languages),
    }
    await tx
      .insertInto('feed.broadcast')
      .values({ game_id: gameId, channel: storableText(channel), source, ...row })
      .onConflict((conflict) => conflict.columns(['game_id', 'channel', 'source']).doUpdateSet(row))
      .execute()
  }
}
