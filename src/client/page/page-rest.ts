/** Longest wait for one thing that the page shows first, ms: a feed that is away keeps nobody from the coupon. */
const LONGEST_WAIT_MS = 5000

let shownFirst: Promise<unknown> = Promise.resolve()

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Counts `work` among what the page shows first: on a slow line it has the line to itself (see {@link pageAtRest}). */
export function showsFirst(work: Promise<unknown>): void {
  shownFirst = Promise.allSettled([shownFirst, work])
}

/** Waits until the page is at rest: `restMs` after what it shows first is there, or has been waited for long enough. */
export async function pageAtRest(restMs: number): Promise<void> {
  let awaited: Promise<unknown>
  do {
    awaited = shownFirst
    await Promise.race([awaited, delay(LONGEST_WAIT_MS)])
    await delay(restMs)
  } while (awaited !== shownFirst)
}
