import type { Ball } from '#schemas'
import { ballRole, playingField } from '../board/playing-field.rules.ts'
import { seedOf } from '../stream/stream-faults.rules.ts'
import type { GamePlan, PlannedPoint } from './planned-game.ts'
import type { SetPlay } from './simulated-sport.ts'

type Side = Ball['side']

/** How long one side keeps the ball in a game by the clock, at least, in seconds. */
const SPELL_S = 20
/** How long before a score, a shot or a corner the side that has it is in front of the goal. */
const BEFORE_S = 25
/** What tells that a side is in front of the goal. */
const TELLING = new Set(['corners', 'shots', 'shots_on_target'])
/** Of seven spells with the ball so many stay in the own half. */
const SAFE_SPELLS = 4
const SPELLS = 7
/** From so many points on each, a table tennis player serves one point at a time. */
const DEUCE = 10

/** Which side serves, bats or has the ball; null in breaks, before and after the game, and where no ball is played.
 *  @param elapsedS seconds since the game began, breaks included */
export function ballAt(plan: GamePlan, elapsedS: number): Ball | null {
  const { play, periods } = plan
  const period = periods.findIndex(({ fromS, toS }) => elapsedS >= fromS && elapsedS < toS)
  const field = playingField(plan.sportId)
  if (period === -1 || field === null || play.kind === 'fight') return null
  if (play.kind === 'sets') return { side: serving(plan, play, period, elapsedS) }
  if (ballRole(field) === 'bats') return { side: isOdd(period) ? 'away' : 'home' }
  return inPlay(plan, elapsedS)
}

const other = (side: Side): Side => (side === 'home' ? 'away' : 'home')
const isOdd = (count: number) => count % 2 === 1

/** Who serves a point: games of tennis alternate, table tennis changes after two points and from deuce on after each, elsewhere the
 *  winner of a rally serves the next; the side that did not begin a set begins the one after it. */
function serving(plan: GamePlan, { pointsToWin }: SetPlay, period: number, elapsedS: number): Side {
  const first: Side = isOdd(seedOf(`${plan.code}/first`)) ? 'home' : 'away'
  const isTennis = pointsToWin < DEUCE
  const before = plan.points.filter(({ atS }) => atS <= elapsedS)
  if (isTennis) return isOdd(before.length) ? other(first) : first
  const begins = isOdd(period) ? other(first) : first
  const played = before.filter((point) => point.period === period)
  if (pointsToWin > DEUCE + 1) return played.at(-1)?.side ?? begins
  const turns = isDeuce(played) ? played.length : Math.floor(played.length / 2)
  return isOdd(turns) ? other(begins) : begins
}

function isDeuce(played: readonly PlannedPoint[]): boolean {
  return (['home', 'away'] as const).every((side) => played.filter((point) => point.side === side).length >= DEUCE)
}

/** What is about to happen tells who has the ball; else it goes to and fro, a little more to the stronger side. */
function inPlay(plan: GamePlan, elapsedS: number): Ball {
  const { play, points, counts, strength, code } = plan
  const isRare = play.kind === 'clock' && play.isPointRare
  const isNear = (atS: number) => atS > elapsedS && atS - elapsedS <= BEFORE_S
  const told = (side: Side) =>
    (isRare && points.some((point) => point.side === side && isNear(point.atS))) ||
    counts.some((count) => TELLING.has(count.code) && count[side].some(isNear))
  const close = (['home', 'away'] as const).find(told)
  if (close) return { side: close, danger: 'danger' }
  const spell = seedOf(`${code}/ball/${Math.floor(elapsedS / SPELL_S)}`)
  const share = strength.home / (strength.home + strength.away)
  return {
    side: (spell % 1000) / 1000 < share ? 'home' : 'away',
    danger: spell % SPELLS < SAFE_SPELLS ? 'safe' : 'attack',
  }
}
