const SAMPLE_EVERY_MS = 100

/** What something took of time and memory. */
export interface MostHeld {
  readonly tookMs: number
  /** The most that the process held while it went on, above what it held before, MB. */
  readonly grownMb: number
}

/** Does something, and looks ten times a second at what the process holds meanwhile. */
export async function mostHeldWhile(act: () => Promise<unknown>): Promise<MostHeld> {
  const heldMb = () => process.memoryUsage().rss / 1e6
  const before = heldMb()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, heldMb())
  }, SAMPLE_EVERY_MS)
  const startedAt = performance.now()
  await act().finally(() => clearInterval(timer))
  return { tookMs: performance.now() - startedAt, grownMb: most - before }
}
