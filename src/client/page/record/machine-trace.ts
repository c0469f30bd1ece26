import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { traceWith } from '#renderers/shell/machine-observers.ts'

/** A step of a machine of the page: names of the build alone, never what an event carried. */
export interface MachineStep {
  /** Which run of a machine of this page, from 1. */
  readonly run: number
  /** Id of the machine. */
  readonly machine: string
  /** Type of the event; `xstate.init` begins a run. */
  readonly event: string
  /** The state afterwards, as XState writes it: `"resting"`. */
  readonly state: string
  /** Milliseconds since 1970. */
  readonly atMs: number
}

/** Most steps that wait for somebody who wants them; the oldest go. */
const MOST_STEPS = 500

const past: MachineStep[] = []
const runs = new WeakMap<object, number>()
const listeners = new Set<(step: MachineStep) => void>()
let lastRun = 0

/** From now on the steps of every machine of the page can be heard. Nothing leaves the page by this. */
export function traceMachines(): void {
  traceWith((told) => {
    if (told.type !== '@xstate.snapshot') return
    const actor = told.actorRef as AnyActorRef
    if (actor._parent) return
    const { value } = told.snapshot as AnyMachineSnapshot
    const machine = (actor as { readonly logic?: { readonly id?: unknown } }).logic?.id
    if (typeof machine !== 'string' || value === undefined) return
    let run = runs.get(actor)
    if (run === undefined) {
      lastRun += 1
      run = lastRun
      runs.set(actor, run)
    }
    const step = { run, machine, event: told.event.type, state: JSON.stringify(value), atMs: Date.now() }
    past.push(step)
    if (past.length > MOST_STEPS) past.shift()
    for (const listener of listeners) listener(step)
  })
}

/** Hears every step from now on, after those that were there already. */
export function onMachineStep(listener: (step: MachineStep) => void, signal: AbortSignal): void {
  for (const step of past) listener(step)
  listeners.add(listener)
  signal.addEventListener('abort', () => listeners.delete(listener), { once: true })
}
