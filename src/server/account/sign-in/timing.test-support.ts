/** Measurements of one pair of actions: what makes them differ by itself shows in every one, what a busy machine does not. */
const ROUNDS = 3
/** A ratio that needs no other measurement. */
const ALIKE = 1.15

type Action = () => Promise<unknown>

/** How many times the median time of the slower of two actions is that of the quicker, in the measurement where it is least. They are
 *  run by turns, so that a busy machine slows both alike; what they fail with is not looked at.
 *  @param pairs how often each is run; an odd number */
export async function medianRatio(pairs: number, one: Action, two: Action): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS && least > ALIKE; round += 1)
    least = Math.min(least, await ratioOf(pairs, one, two))
  return least
}

async function ratioOf(pairs: number, one: Action, two: Action): Promise<number> {
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
