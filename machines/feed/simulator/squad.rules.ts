import type { RowPlayer } from '#schemas'
import { seededRandom, seedOf } from '../stream/stream-faults.rules.ts'
import { SURNAMES } from './player-names.ts'

/** How many play at a position, and how likely each of them scores beside the others. */
type Line = readonly [position: NonNullable<RowPlayer['position']>, count: number, weight: number]

/** How sides of a sport line up. */
export interface SquadPlay {
  readonly starting: readonly Line[]
  readonly bench: readonly Line[]
  /** Players that may come on for others. */
  readonly changes: number
}

/** A player of a made-up team. */
export interface SquadPlayer extends Omit<RowPlayer, 'expectedGoals' | 'position'> {
  readonly position: Line[0]
  /** How likely the player scores beside others. */
  readonly weight: number
}

const INITIALS = 'ABCDEFGHIJKLMNOPRSTV'
/** Those who come on play this part of a game, about. */
const BENCH_PART = 0.25
/** Of two players of one position one scores more often: from this part of what their position says, to its opposite above 1. */
const KEENNESS_LEAST = 0.4

/** The players of a team, always the same for a seed; their names are those of a country that is drawn for the team.
 *  @param code of the sport, by which players are named: `fb` */
export function squadOf(
  play: SquadPlay,
  team: string,
  { code, seed }: { readonly code: string; readonly seed: number },
) {
  const random = seededRandom(seedOf(`${seed}/${code}/squad/${team}`))
  const keenness = seededRandom(seedOf(`${seed}/${code}/keenness/${team}`))
  const pools = Object.values(SURNAMES)
  const names = [...(pools[Math.floor(random() * pools.length)] ?? [])]
  const slug = team.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  const lines = [...play.starting.map((line) => ({ line, isStarting: true })), ...benchOf(play)]
  return lines
    .flatMap(({ line: [position, count, weight], isStarting }) =>
      Array.from({ length: count }, () => ({ position, weight, isStarting })),
    )
    .map((player, place): SquadPlayer => {
      const [surname = ''] = names.splice(Math.floor(random() * names.length), 1)
      const initial = INITIALS[Math.floor(random() * INITIALS.length)] ?? 'A'
      const weight = player.weight * (KEENNESS_LEAST + 2 * (1 - KEENNESS_LEAST) * keenness())
      return { ...player, weight, code: `${slug}-${place + 1}`, name: `${initial}. ${surname}`, number: place + 1 }
    })
}

function benchOf({ bench }: SquadPlay) {
  return bench.map((line) => ({ line, isStarting: false }))
}

/** A side as it is reported: with the expected goals of each player, which for the starting players add up to those
 *  of the side.
 *  @param mean goals of the side in a game, on the average */
export function lineUpOf(squad: readonly SquadPlayer[], mean: number): RowPlayer[] {
  const sum = squad.reduce((total, { isStarting, weight }) => total + (isStarting ? weight : 0), 0)
  return squad.map(({ weight, ...player }) => {
    const goals = (mean * weight * (player.isStarting ? 1 : BENCH_PART)) / sum
    return { ...player, expectedGoals: Math.round(goals * 1000) / 1000 }
  })
}
