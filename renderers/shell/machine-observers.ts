import type { InspectionEvent } from 'xstate'

/** Receives everything that XState reports about a machine: its start, its events, its actors and its snapshots. It
 *  must not throw. */
export type MachineObserver = (told: InspectionEvent) => void

interface Observing {
  readonly inspect?: MachineObserver
}

let ofAll: Observing = {}
let ofSecret: Observing = {}
let tracer: readonly MachineObserver[] = []

/** From now on every machine that the page starts is watched; those that run already are not. A page that nobody
 *  watches, and a server, never call this. @param observers are notified in this order
 *  @param onlookers are notified too, and also of machines with secrets, for they keep nothing beyond the page */
export function watchMachines(observers: readonly MachineObserver[], onlookers: readonly MachineObserver[] = []): void {
  ofAll = { inspect: telling([...tracer, ...observers, ...onlookers]) }
  ofSecret = { inspect: telling(onlookers) }
}

/** From now on every machine without secrets is traced too, beside other observers. */
export function traceWith(observer: MachineObserver): void {
  tracer = [observer]
  ofAll = { inspect: telling([observer, ...(ofAll.inspect ? [ofAll.inspect] : [])]) }
}

function telling(observers: readonly MachineObserver[]): MachineObserver {
  return (told) => {
    for (const observe of observers) observe(told)
  }
}

/** What the starters of machines add to the options of an actor. */
export function watched(): Observing {
  return ofAll
}

/** The same for a machine that no recording may hold. */
export function lookedAt(): Observing {
  return ofSecret
}
