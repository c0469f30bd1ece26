import type { AnyActorRef, InspectionEvent } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { type RecordedScenario, recordedScenario } from './recorded-scenario.ts'
import { Recording, type RecordingOrigin } from './recording.ts'
import { SecretBook } from './secret-book.ts'

/** The clocks of the page. */
export interface RecorderClock {
  /** Milliseconds since any moment; never runs backwards. */
  nowMs(): number
  /** The instant in RFC 3339, such as 2026-01-15T10:00:00Z. */
  instant(): string
}

/** What a recorder keeps at most, over all its recordings. */
export interface RecorderLimits {
  readonly steps: number
  /** Characters of JSON. */
  readonly size: number
}

/** One recording, as a list of them shows it. */
export interface RecordingSummary {
  readonly id: number
  readonly machine: string
  readonly steps: number
  /** Whether its oldest steps had to go, so that it cannot be replayed. */
  readonly isCut: boolean
  readonly hasEnded: boolean
}

const LIMITS: RecorderLimits = { steps: 2000, size: 1_000_000 }

/**
 * Records machines as they run in a page (QA-6): give `inspect` to `createActor`. Of each registered machine it keeps what
 * came from outside: its input, events, ends of its actors and what these show, with their times. Secrets are taken out as
 * they come in. When there is too much, the recording that holds the most gives up its oldest step, and says so.
 */
export class Recorder {
  readonly #names = new Map<object, string>()
  readonly #machines: Readonly<Record<string, AnyMachineContract>>
  readonly #clock: RecorderClock
  readonly #origin: RecordingOrigin
  readonly #limits: RecorderLimits
  readonly #book = new SecretBook()
  readonly #ofActor = new WeakMap<object, Recording>()
  readonly #faults = new Map<number, string>()
  #recordings: Recording[] = []
  #nextId = 1
  #steps = 0
  #size = 0

  /** @param machines name → contract, of the machines that are recorded; others are let pass */
  constructor(
    machines: Readonly<Record<string, AnyMachineContract>>,
    clock: RecorderClock,
    origin: RecordingOrigin,
    limits: RecorderLimits = LIMITS,
  ) {
    this.#machines = machines
    this.#clock = clock
    this.#origin = origin
    this.#limits = limits
    for (const [name, { machine }] of Object.entries(machines)) this.#names.set(machine.config, name)
  }

  /** The observer for `createActor(machine, { inspect })`. It never throws: what it cannot record is noted in the
   *  recording. */
  readonly inspect = (inspection: InspectionEvent): void => {
    if (inspection.type === '@xstate.microstep') return
    const actor = inspection.actorRef as AnyActorRef
    if (inspection.type === '@xstate.actor') this.#meet(actor)
    const recording = this.#ofActor.get(actor)
    if (!recording || this.#faults.has(recording.id)) return
    const { hasStarted: hadStarted, size } = recording
    const steps = recording.deeds.length
    try {
      recording.note(inspection, () => this.#clock.nowMs())
    } catch (error) {
      // Whatever a page hands to its machine, a getter that throws too, must not stop the machine.
      this.#faults.set(recording.id, error instanceof Error ? error.name : typeof error)
    }
    if (recording.hasStarted && !hadStarted) {
      recording.instant = this.#clock.instant()
      this.#recordings.push(recording)
    }
    this.#steps += recording.deeds.length - steps
    this.#size += recording.size - size
    if (this.#steps > this.#limits.steps || this.#size > this.#limits.size) this.#makeRoom()
  }

  /** What has been recorded, the oldest first; a machine that was made and never started is none of it. */
  get recordings(): readonly RecordingSummary[] {
    return this.#recordings.map(({ id, machine, deeds, droppedDeeds, hasEnded }) => {
      return { id, machine, hasEnded, isCut: droppedDeeds > 0, steps: deeds.length }
    })
  }

  /** A recording as a scenario, without secrets. @throws Error when there is no such recording, or no longer */
  toScenario(id: number): RecordedScenario {
    const recording = this.#recordings.find((one) => one.id === id)
    if (!recording) throw new Error(`there is no recording ${id}`)
    return recordedScenario(recording, this.#book, this.#origin, this.#faults.get(id))
  }

  #meet(actor: AnyActorRef): void {
    const parent = actor._parent
    if (parent) this.#ofActor.get(parent)?.register(actor)
    else this.#begin(actor)
  }

  #begin(actor: AnyActorRef): void {
    const config = (actor as { readonly logic?: { readonly config?: object } }).logic?.config
    const machine = config && this.#names.get(config)
    const contract = machine === undefined ? undefined : this.#machines[machine]
    if (machine === undefined || !contract) return
    const recording = new Recording({ id: this.#nextId, machine, contract, root: actor, book: this.#book })
    this.#nextId += 1
    this.#ofActor.set(actor, recording)
  }

  /** The largest recording gives way; one that has ended and has no steps left is dropped. */
  #makeRoom(): void {
    while (this.#steps > this.#limits.steps || this.#size > this.#limits.size) {
      const largest = this.#largest((one) => one.deeds.length > 0) ?? this.#largest((one) => one.hasEnded)
      if (!largest) return
      const size = largest.size
      if (largest.deeds.length > 0) {
        largest.dropOldest()
        this.#steps -= 1
        this.#size -= size - largest.size
      }
      if (largest.deeds.length > 0 || !largest.hasEnded) continue
      this.#recordings = this.#recordings.filter((one) => one !== largest)
      this.#size -= largest.size
    }
  }

  #largest(isAsked: (recording: Recording) => boolean): Recording | undefined {
    let largest: Recording | undefined
    for (const one of this.#recordings) if (isAsked(one) && one.size > (largest?.size ?? -1)) largest = one
    return largest
  }
}
