import type { InspectionEvent } from 'xstate'

/** Is told all that XState tells of a machine: its start, its events, its actors and its snapshots. It must not throw. */
export type MachineObserver = (told: InspectionEvent) => void

let observer: MachineObserver | undefined

/** From now on every machine that the page starts is watched; those that run already are not. A page that nobody watches, and a
 *  server, never call this. @param observers are told in this order */
export function watchMachines(observers: readonly MachineObserver[]): void {
  observer = (told) => {
    for (const observe of observers) observe(told)
  }
}

/** What the starters of machines add to the options of an actor. */
export function watched(): { readonly inspect?: MachineObserver } {
  return observer ? { inspect: observer } : {}
}
