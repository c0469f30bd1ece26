import type { Entrant, FieldEnding } from '#schemas'
import { seedOf } from '../../stream/stream-faults.rules.ts'
import type { PricedMarket } from '../fair-price.rules.ts'
import { EMPTY, type GameBoard } from '../game-board.rules.ts'
import type { FieldPlan } from './field-plan.rules.ts'
import { priceField } from './field-price.rules.ts'
import { positionsAt } from './race-run.rules.ts'

/** How long prices stay, seconds. */
const STEP_S = 300

/** What tells two moments of an event of many apart: boards of the same mark are the same. */
export function fieldMark(plan: FieldPlan, atS: number): string {
  const elapsedS = atS - plan.startS
  if (elapsedS >= plan.resultS) return 'over'
  if (elapsedS >= 0) return `live ${JSON.stringify(positionsAt(plan, elapsedS))}`
  return `line ${Math.floor(elapsedS / STEP_S)} ${withdrawnBy(plan, elapsedS).join()}`
}

/** The board of an event of many: prices up to the start, none while it is decided, then its order.
 *  @param atS seconds of the simulated time @param margin 0.06 for six percent */
export function fieldBoardAt(plan: FieldPlan, atS: number, margin: number): GameBoard {
  const elapsedS = atS - plan.startS
  const withdrawn = withdrawnBy(plan, elapsedS)
  const positions = elapsedS < plan.resultS ? positionsAt(plan, elapsedS) : null
  const race = plan.race && { ...plan.race, ...(positions && { positions }) }
  const field = { entrants: plan.entrants.map((one) => told(one, withdrawn)), ...(race && { race }) }
  if (elapsedS < 0) return { ...EMPTY, field, markets: marketsAt(plan, elapsedS, withdrawn, margin) }
  if (elapsedS < plan.resultS) return { ...EMPTY, field, phase: 'live', isSuspended: true }
  const ending: FieldEnding = { kind: 'field', order: plan.order, withdrawn: [...withdrawn] }
  return { ...EMPTY, field, phase: 'over', isSuspended: true, result: plan.isAbandoned ? {} : { ending } }
}

function told(
  { strength: _strength, ...entrant }: FieldPlan['entrants'][number],
  withdrawn: readonly number[],
): Entrant {
  return withdrawn.includes(entrant.number) ? { ...entrant, isWithdrawn: true } : entrant
}

function withdrawnBy({ withdrawals }: FieldPlan, elapsedS: number): readonly number[] {
  return withdrawals.filter(({ atS }) => atS <= elapsedS).map(({ number }) => number)
}

/** What is thought of each wanders a little with time. */
function marketsAt(
  plan: FieldPlan,
  elapsedS: number,
  withdrawn: readonly number[],
  margin: number,
): readonly PricedMarket[] {
  const step = Math.floor(elapsedS / STEP_S)
  const runners = plan.entrants
    .filter(({ number }) => !withdrawn.includes(number))
    .map(({ number, strength }) => {
      const phase = seedOf(`${plan.code}/${number}`) % 1000
      return { number, strength: strength * (1 + 0.07 * Math.sin(step * 0.31 + phase)) }
    })
  return priceField(runners, { margin, hasPlaces: plan.race !== undefined })
}
