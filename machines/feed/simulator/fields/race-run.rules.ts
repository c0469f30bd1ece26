import type { RacePosition } from '#schemas'
import { seedOf } from '../../stream/stream-faults.rules.ts'
import type { FieldPlan } from './field-plan.rules.ts'

/** What the winner covers in a second, in metres. */
const SPEED = 16
/** How much longer each place behind takes, as a part of the winner's time. */
const BEHIND = 0.006
/** How far a runner is ahead of an even pace at most, as a part of the course: some lead early, others come from behind. */
const MOST_AHEAD = 0.045
/** Where a runner that does not finish is pulled up, as a part of the course. */
const PULLED_UP = 0.7
/** How often positions are reported, in seconds. */
const STEP_S = 5

/** How far each runner has come; null before the race, and where nothing is run. Who finishes comes in as the order of the result
 *  says. @param elapsedS seconds since the start */
export function positionsAt(plan: FieldPlan, elapsedS: number): RacePosition[] | null {
  const { race, order, entrants, withdrawals } = plan
  if (!race || elapsedS < 0) return null
  const atS = Math.floor(elapsedS / STEP_S) * STEP_S
  const winnerS = race.distanceM / SPEED
  const out = new Set(withdrawals.map(({ number }) => number))
  return entrants
    .filter(({ number }) => !out.has(number))
    .map(({ number }) => {
      const place = order.findIndex((tied) => tied.includes(number))
      const isFinishing = place !== -1
      const wholeS = winnerS * (1 + BEHIND * (isFinishing ? place : order.length))
      const part = Math.min(1, atS / wholeS)
      const style = ((seedOf(`${plan.code}/pace/${number}`) % 1000) / 500 - 1) * MOST_AHEAD
      const come = part + style * Math.sin(Math.PI * part) * (1 - part)
      const metres = Math.round(race.distanceM * (isFinishing ? come : Math.min(come, PULLED_UP)))
      return { number, metres: Math.max(0, Math.min(race.distanceM, metres)) }
    })
}
