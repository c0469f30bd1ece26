import { ROULETTE_WHEEL } from '#machines/casino/games/roulette.rules.ts'

/** Milliseconds from the throw of the ball to its rest. */
export const SPIN_MS = 3500

/** Where the wheel and its ball rest, in degrees clockwise from the top. */
export interface WheelRest {
  readonly rotor: number
  readonly ball: number
}

/** Degrees that a pocket takes. */
export const POCKET_DEGREES = 360 / ROULETTE_WHEEL.length

/** How far from the middle the ball runs and how far it rests, in hundredths of the wheel's width. */
const [TRACK, POCKET] = [45.1, 30.4]
/** The share of the movement after which the ball only rides with the wheel. */
const LANDED = 0.84
const BALL_TURNS = 4
const STEPS = 70

/** Where everything rests after a round: the ball somewhere in the upper third, where the numbers can be read. */
export function wheelRest(number: number | null, roundId: number): WheelRest {
  if (number === null) return { rotor: 0, ball: 0 }
  const ball = ((Math.abs(roundId) * 53) % 110) - 55
  return { rotor: ball - ROULETTE_WHEEL.indexOf(number) * POCKET_DEGREES, ball }
}

/** The shift of a resting ball from the middle of the wheel. */
export const BALL_AT_REST = `translateY(-${POCKET}%)`

function turned(degrees: number): number {
  return ((degrees % 360) + 360) % 360
}

/** How far the ball is from the middle at a moment from 0 to 1: thrown to the track, then down, with two jumps over the pockets. */
function distanceAt(moment: number): number {
  const points = [
    ...([
      [0, POCKET],
      [0.05, TRACK],
      [0.54, TRACK],
      [0.7, POCKET + 1],
      [0.745, POCKET + 6],
    ] as const),
    ...([
      [0.785, POCKET],
      [0.81, POCKET + 2],
      [LANDED, POCKET],
      [1, POCKET],
    ] as const),
  ]
  const next = points.findIndex(([at]) => at >= moment)
  const [[from, low], [to, high]] = [points[Math.max(next - 1, 0)] ?? [0, POCKET], points[next] ?? [1, POCKET]]
  return to === from ? high : low + ((high - low) * (moment - from)) / (to - from)
}

/** The movement between two rests, as keyframes of the wheel, of the ball round its middle and of the ball's distance from it. */
export function wheelTurn(from: WheelRest, to: WheelRest): Readonly<Record<'rotor' | 'ball' | 'fall', Keyframe[]>> {
  const rotorWay = 360 + turned(to.rotor - from.rotor)
  const [start, end] = [from.ball - from.rotor, to.ball - to.rotor]
  const ballWay = turned(start - end) + 360 * BALL_TURNS
  const moments = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS)
  const rotorAt = (moment: number) => from.rotor + rotorWay * (1 - (1 - moment) ** 2)
  const ballAt = (moment: number) => rotorAt(moment) + end + ballWay * (1 - Math.min(1, moment / LANDED)) ** 2
  return {
    rotor: moments.map((moment) => ({ offset: moment, transform: `rotate(${rotorAt(moment)}deg)` })),
    ball: moments.map((moment) => ({ offset: moment, transform: `rotate(${ballAt(moment)}deg)` })),
    fall: moments.map((moment) => ({ offset: moment, transform: `translateY(-${distanceAt(moment)}%)` })),
  }
}
