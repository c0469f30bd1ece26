import type { AnyActorRef, AnyEventObject, InspectionEvent } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import {
  type ActorEnd,
  type ActorShow,
  ObservedMachine,
  type ObservedMoment,
  type ObservedState,
} from '../player/observed-machine.ts'

/** A machine that runs, or has run, in the page. */
export interface ObservedSummary {
  readonly id: number
  /** Its name among those that scenarios are written for. */
  readonly machine: string
  /** The how manyeth of its name it is, from 1, in order of start. */
  readonly number: number
  /** What it was started with, as plain JSON. */
  readonly input: unknown
  readonly hasEnded: boolean
}

/** What is asked of a look at a machine. */
export interface Look {
  /** Effects from this one on, counted from 0. */
  readonly effectsFrom: number
  /** Events from outside from this one on, counted from 0. */
  readonly eventsFrom: number
  /** Moments from this one on, counted from 0. */
  readonly momentsFrom: number
  /** Events of which is asked whether the machine would act on them now. */
  readonly can: readonly AnyEventObject[]
}

/** What is seen of a machine now, as plain JSON. */
export interface ObservedLook extends ObservedState {
  /** An answer for each event of `Look.can`. */
  readonly can: readonly boolean[]
  /** Logical path → input, of the actors that run. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Logical path → how it ended, of the actors that have, in order of their ends. */
  readonly ends: Readonly<Record<string, ActorEnd>>
  /** What actors have shown while they ran, in order. */
  readonly shows: readonly ActorShow[]
  /** What it has been since the moment that was asked for, the oldest first; the last one is now. */
  readonly moments: readonly ObservedMoment[]
}

/**
 * Sees the machines that run in a page (QA-13): give `inspect` to `createActor`. It reports for each registered machine
 * what a scenario can expect of it, by the same names as a replay does: `root/signIn#1`, never by ids of XState. It
 * changes nothing.
 */
export class PageObserver {
  readonly #names = new Map<object, string>()
  readonly #machines = new Map<AnyActorRef, ObservedMachine>()

  /** @param machines name → contract; machines that are none of these are let pass */
  constructor(machines: Readonly<Record<string, AnyMachineContract>>) {
    for (const [name, { machine }] of Object.entries(machines)) this.#names.set(machine.config, name)
  }

  /** The observer for `createActor(machine, { inspect })`. */
  readonly inspect = (inspection: InspectionEvent): void => {
    const actor = inspection.actorRef as AnyActorRef
    if (inspection.type === '@xstate.actor') this.#meet(actor)
    const own = this.#machines.get(actor)
    if (own) own.note(inspection)
    else if (actor._parent) this.#machines.get(actor._parent)?.noteChild(inspection)
  }

  /** The machines that have been started, the oldest first. */
  list(): readonly ObservedSummary[] {
    const started = [...this.#machines.values()].filter(({ hasStarted }) => hasStarted)
    const counts = new Map<string, number>()
    return started.map(({ id, machine, input, hasEnded }) => {
      const number = (counts.get(machine) ?? 0) + 1
      counts.set(machine, number)
      return { id, machine, number, input, hasEnded }
    })
  }

  /** What is seen of a machine now. @throws Error when there is none of that id */
  look(id: number, look: Look): ObservedLook {
    const machine = [...this.#machines.values()].find((one) => one.id === id)
    if (!machine) throw new Error(`no machine of this page has the id ${id}`)
    return {
      ...machine.state(look),
      can: look.can.map((event) => machine.can(event)),
      ...machine.actors(),
      moments: machine.moments(look),
    }
  }

  #meet(actor: AnyActorRef): void {
    const parent = actor._parent
    if (parent) {
      this.#machines.get(parent)?.register(actor)
      return
    }
    const config = (actor as { readonly logic?: { readonly config?: object } }).logic?.config
    const machine = config && this.#names.get(config)
    if (machine !== undefined) this.#machines.set(actor, new ObservedMachine(this.#machines.size + 1, machine, actor))
  }
}
