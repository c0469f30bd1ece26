import type { Lots } from '../random-bets.ts'

/** How many of the most active players act about as often as each other. */
const FLAT = 10
const FINE = 2 ** 30

/** Chooses one of so many players, by Zipf's law: the one of rank r about 1 / (r + 10) as often as all, so that a few act every day, and most
 *  of many thousand once or never. Ranks are spread over the numbers of players.
 *  @returns a number from 0 to below `players` */
export function longTail(players: number): (lots: Lots) => number {
  const sums = new Float64Array(players)
  let sum = 0
  for (let rank = 0; rank < players; rank += 1) {
    sum += 1 / (rank + FLAT)
    sums[rank] = sum
  }
  return (lots) => spread(firstAbove(sums, (lots(FINE) / FINE) * sum), players)
}

function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] ?? 0) > value) high = middle
    else low = middle + 1
  }
  return low
}

/** Each rank another player: the step and the number of players have no divisor in common. */
function spread(rank: number, players: number): number {
  let step = 7919
  while (divisor(step, players) > 1) step += 1
  return (rank * step) % players
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other)
}
