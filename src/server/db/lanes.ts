/** How many pieces of work are under way at once: the database has as many connections many times over, and others want some too. */
const LANES = 4

/** Does a piece of work for each of some things that have nothing to do with each other, a few at once, and ends with the last. On the embedded
 *  database, which has one connection, they wait for each other.
 *  @throws what the first of them has thrown, once all that were begun have ended */
export async function inLanes<Thing>(things: readonly Thing[], work: (thing: Thing) => Promise<void>): Promise<void> {
  const waiting = things.values()
  const lane = async () => {
    for (const thing of waiting) await work(thing)
  }
  const ended = await Promise.allSettled(Array.from({ length: LANES }, lane))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
