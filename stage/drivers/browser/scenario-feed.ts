import type { Kysely } from 'kysely'
import type { CouponEntry, CouponFeedChange } from '#schemas'
import type { Database } from '#server/db/tables/tables.ts'
import { createToldStream, type ToldStream } from '#server/wiring/upstream/told-stream.ts'
import { STORY_MARKET, scenarioBook } from '../http/betting-book.ts'

/** The feed of a scenario: its games are on the boards, and the odds stream sends the page the scenario's prices. */
export interface ScenarioFeed extends Pick<ToldStream, 'connect' | 'pass'> {
  /** The feed changes, as the scenario says. @throws Error for what no stream tells, or of a game that is not the scenario's */
  tell(change: CouponFeedChange): Promise<void>
}

/** Lays the games of a scenario, and opens their channels.
 *  @param entries outcomes, each as it is shown first   @param now what the server takes for now */
export async function openScenarioFeed(
  db: Kysely<Database>,
  now: () => Date,
  entries: readonly CouponEntry[],
): Promise<ScenarioFeed> {
  const book = scenarioBook(db, now)
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
