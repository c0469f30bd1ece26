import { seededRandom, seedOf } from '../stream/stream-faults.rules.ts'
import type { Fixture, GamePlan, PlannedEvent, PlannedPeriod, PlannedPlayers } from './planned-game.ts'
import { lineUpOf, type SquadPlay, type SquadPlayer, squadOf } from './squad.rules.ts'

/** One side of so many plays without a player who was expected. */
const MISSING_OF = 4

type Played = Pick<GamePlan, 'strength' | 'periods' | 'points' | 'counts'>

/** Draws who plays, who scores each goal, who is shown each card that is counted, and who is taken off.
 *  @param sport its code, and how its sides line up */
export function planPlayers(
  sport: { readonly code: string; readonly squad: SquadPlay },
  { code, home, away }: Pick<Fixture, 'code' | 'home' | 'away'>,
  played: Played,
  seed: number,
): PlannedPlayers {
  const random = seededRandom(seedOf(`${seed}/${code}/players`))
  const from = { code: sport.code, seed }
  const squads = { home: squadOf(sport.squad, home, from), away: squadOf(sport.squad, away, from) }
  const sides = { home: namedBy(squads.home, random), away: namedBy(squads.away, random) }
  const told = ({ home: one, away: other }: Record<Side, readonly SquadPlayer[]>) => ({
    home: lineUpOf(one, played.strength.home),
    away: lineUpOf(other, played.strength.away),
  })
  const events = (['home', 'away'] as const).flatMap((side) =>
    eventsOf(side, sides[side], { ...played, changes: sport.squad.changes }, random),
  )
  return {
    expected: { isConfirmed: false, ...told(squads) },
    confirmed: { isConfirmed: true, ...told(sides) },
    events: events.toSorted((one, other) => one.atS - other.atS),
  }
}

type Side = 'home' | 'away'

/** The players that a side names: now and then one is hurt, and another of the bench begins. */
function namedBy(squad: readonly SquadPlayer[], random: () => number): readonly SquadPlayer[] {
  if (random() * MISSING_OF >= 1) return squad
  const field = squad.filter(({ isStarting, position }) => isStarting && position !== 'goalkeeper')
  const missing = field[Math.floor(random() * field.length)]
  const instead = squad.find(({ isStarting, position }) => !isStarting && position === missing?.position)
  if (!missing || !instead) return squad
  return squad.flatMap((player) => {
    if (player === missing) return []
    return player === instead ? { ...player, isStarting: true } : player
  })
}

function eventsOf(
  side: Side,
  squad: readonly SquadPlayer[],
  { points, counts, periods, changes }: Played & { readonly changes: number },
  random: () => number,
): PlannedEvent[] {
  const on = new Set(squad.filter(({ isStarting }) => isStarting))
  const bench = squad.filter(({ isStarting, position }) => !isStarting && position !== 'goalkeeper')
  const warned = new Set<SquadPlayer>()
  const pick = (weight: (player: SquadPlayer) => number) => drawn([...on], weight, random)
  const happening: { atS: number; tell: (atS: number) => (PlannedEvent | null)[] }[] = []
  const told = (atS: number, kind: PlannedEvent['kind'], player: SquadPlayer | undefined, point?: number) =>
    player ? { kind, player: player.code, ...momentOf(atS, periods), atS, ...(point !== undefined && { point }) } : null
  for (const [place, point] of points.entries())
    if (point.side === side)
      happening.push({
        atS: point.atS,
        tell: (atS) => [
          told(
            atS,
            'goal',
            pick(({ weight }) => weight),
            place,
          ),
        ],
      })
  for (const cardS of counts.find(({ code }) => code === 'yellow_cards')?.[side] ?? [])
    happening.push({
      atS: cardS,
      tell: (atS) => {
        const player = pick((one) => (warned.has(one) ? 0 : 1))
        if (player) warned.add(player)
        return [told(atS, 'yellow_card', player)]
      },
    })
  const { fromS, toS } = periods.at(-1) ?? { fromS: 0, toS: 0 }
  for (let change = 0; change < changes; change += 1)
    happening.push({
      atS: Math.floor(fromS + random() * (toS - fromS)),
      tell: (atS) => {
        const next = bench.shift()
        const off = next && pick((one) => (one.isStarting && one.position === next.position ? 1 : 0))
        if (!next || !off) return []
        on.delete(off)
        on.add(next)
        return [told(atS, 'went_off', off), told(atS, 'came_on', next)]
      },
    })
  happening.sort((one, other) => one.atS - other.atS)
  return happening.flatMap(({ atS, tell }) => tell(atS).filter((event) => event !== null))
}

/** One of players, by how likely each of them is; none when nobody can be. */
function drawn(players: readonly SquadPlayer[], weight: (player: SquadPlayer) => number, random: () => number) {
  const sum = players.reduce((total, player) => total + weight(player), 0)
  let left = random() * sum
  return players.find((player) => {
    left -= weight(player)
    return sum > 0 && left < 0
  })
}

/** The moment on the game's clock, which stops in breaks. */
function momentOf(atS: number, periods: readonly PlannedPeriod[]) {
  const begun = periods.filter(({ fromS }) => fromS <= atS)
  const seconds = begun.reduce((sum, { fromS, toS }) => sum + Math.min(atS, toS) - fromS, 0)
  return { periodNumber: Math.max(1, begun.length), seconds: Math.floor(seconds) }
}
