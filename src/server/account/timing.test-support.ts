/** How many times the median time of the slower of two actions is that of the quicker. They are run by turns, so that a busy
 *  machine slows both alike; what they fail with is not looked at.
 *  @param pairs how often each is run; an odd number */
export async function medianRatio(
  pairs: number,
  one: () => Promise<unknown>,
  two: () => Promise<unknown>,
): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let pair = 0; pair < pairs; pair++) {
    for (const [index, action] of [one, two].entries()) {
      const start = performance.now()
      await action().catch(() => undefined)
      times[index]?.push(performance.now() - start)
    }
  }
  const [first = 0, second = 0] = times.map((list) => list.sort((left, right) => left - right)[pairs >> 1] ?? 0)
  return Math.max(first, second) / Math.min(first, second)
}
