import { COUNTED_PRESSES, PRESS_ATTRIBUTE, type PressName } from '#machines/site/events/counted-presses.ts'
import { eventOfCall, eventsOfStep } from '#machines/site/events/event-triggers.ts'
import { type MachineStep, onMachineStep } from '../page/record/machine-trace.ts'
import type { Count, StartReports } from './page-analytics.ts'

/** Turns what calls, machines and elements report into events: the only place that knows which of it is counted (ANA-31).
 *  @param sinceMs when the visitor agreed to be counted, ms since 1970: what machines did before is not */
export function reportsSince(sinceMs: number): StartReports {
  return (count, signal) => {
    countSteps(count, sinceMs, signal)
    countPresses(count, signal)
    return (heard) => {
      if (heard.name === 'fact') count(heard.eventType, textsOf(Object.values(heard.details)))
      if (heard.name !== 'call') return
      const number = eventOfCall(heard.call, heard.isOk)
      if (number !== undefined) count(number, { s1: heard.code })
    }
  }
}

/** Counts the steps of machines: what somebody does again and again, such as typing, once. */
function countSteps(count: Count, sinceMs: number, signal: AbortSignal): void {
  const states = new Map<number, string>()
  const latest = new Map<number, string>()
  const hear = ({ run, machine, event, state, atMs }: MachineStep) => {
    const numbers = eventsOfStep(machine, event, state, states.get(run))
    states.set(run, state)
    if (numbers.length === 0) return
    const key = `${numbers}`
    const isAgain = latest.get(run) === key
    latest.set(run, key)
    if (!isAgain && atMs >= sinceMs) for (const number of numbers) count(number)
  }
  onMachineStep(hear, signal)
}

/** Counts presses on marked elements, and changed choices in marked fields. What somebody has typed is never read. */
function countPresses(count: Count, signal: AbortSignal): void {
  const hear = ({ type, isTrusted, target }: Event) => {
    if (!isTrusted || !(target instanceof Element)) return
    const isField = target.matches('input, select, textarea')
    if (isField !== (type === 'change')) return
    const [name = '', detail] = target.closest(`[${PRESS_ATTRIBUTE}]`)?.getAttribute(PRESS_ATTRIBUTE)?.split(' ') ?? []
    if (!Object.hasOwn(COUNTED_PRESSES, name)) return
    const chosen = target instanceof HTMLSelectElement ? target.value : undefined
    count(COUNTED_PRESSES[name as PressName], { s1: detail ?? chosen })
  }
  for (const type of ['click', 'change']) window.addEventListener(type, hear, { signal, passive: true, capture: true })
}

function textsOf([s1, s2, s3]: readonly string[]) {
  return { s1, s2, s3 }
}
