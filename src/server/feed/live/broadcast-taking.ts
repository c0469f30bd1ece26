import { MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { FeedBroadcasts, FeedRefusal } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableText } from '#server/db/storable.ts'
import { replaceBroadcasts } from '../broadcasts.queries.ts'

/** Takes where a game can be watched into the book, replacing what was reported before.
 *  @returns why it is refused */
export async function takeBroadcasts(
  tx: FeedTransaction,
  change: FeedBroadcasts,
  producer: string,
): Promise<Omit<FeedRefusal, 'index'> | null> {
  const code = storableText(change.game)
  const game = await tx
    .selectFrom('feed.game')
    .select(['game_id', 'status'])
    .where('producer', '=', producer)
    .where('source_code', '=', code)
    .executeTakeFirst()
  if (!game) return { code: 'unknown_game', reason: `The game ${code} never appeared: send it as kind game first.` }
  if (game.status === MARKET_STATUS.SETTLED || game.status === MARKET_STATUS.CANCELED)
    return { code: 'game_settled', reason: `The result of the game ${code} is known: nothing is shown of it.` }
  const channels = change.broadcasts.map(({ channel }) => storableText(channel))
  const twice = channels.find((channel, place) => channels.indexOf(channel) !== place)
  if (twice !== undefined)
    return { code: 'broadcast', reason: `The channel ${twice} is listed twice in the game ${code}: name each once.` }
  const deaf = change.broadcasts.find(({ pageUrl, frameUrl }) => pageUrl === undefined && frameUrl === undefined)
  if (deaf) return { code: 'broadcast', reason: `The channel ${deaf.channel} has neither pageUrl nor frameUrl.` }
  await replaceBroadcasts(tx, { gameId: game.game_id, source: 'feed', broadcasts: change.broadcasts })
  return null
}
