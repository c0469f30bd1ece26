import type { Kysely } from 'kysely'
import type { CouponEntry, CouponFeedChange } from '#schemas'
import type { Database } from '#server/db/tables/tables.ts'
import { createToldStream, type ToldStream } from '#server/wiring/upstream/told-stream.ts'
import { STORY_MARKET, storyBook } from '../http/betting-book.ts'

/** The feed of a story: its games are on the boards, and the odds stream sends the page the story's prices. */
export interface StoryFeed extends Pick<ToldStream, 'connect' | 'pass'> {
  /** The feed changes, as the story says. @throws Error for what no stream tells, or of a game that is not the story's */
  tell(change: CouponFeedChange): Promise<void>
}

/** Lays the games of a story, and opens their channels.
 *  @param entries outcomes, each as it is shown first   @param now what the server takes for now */
export async function openStoryFeed(
  db: Kysely<Database>,
  now: () => Date,
  entries: readonly CouponEntry[],
): Promise<StoryFeed> {
  const book = storyBook(db, now)
  await book.lay(entries)
  const { connect, pass, tell } = createToldStream(entries, STORY_MARKET)
  return {
    connect,
    pass,
    async tell(change) {
      await book.follow(change)
      tell(change)
    },
  }
}
