import type { AnyEventObject, AnyStateMachine, ContextFrom, EventFrom, InputFrom, StateValue } from 'xstate'
import type { SchemaTypes } from '#schemas'

/** What an invariant and a player see of a machine: where it is, what it knows, all that it has emitted so far, and how its actors
 *  have ended. */
export interface MachineView<TContext> {
  readonly value: StateValue
  readonly context: TContext
  readonly emitted: readonly AnyEventObject[]
  /** How its actors have ended so far, in order. */
  readonly ended: readonly ActorEnding[]
}

/** The end of an invoked actor: its name, and whether it succeeded. */
export interface ActorEnding {
  readonly actor: string
  readonly isOk: boolean
}

/** Something that is true of a machine at every moment (QA-14). */
export interface Invariant<TContext> {
  /** What is claimed, as a sentence. */
  readonly name: string
  holds(view: MachineView<TContext>): boolean
}

/** Typical ends of an invoked actor, as JSON: outputs and errors. */
export interface ActorOutcomes {
  readonly ok: readonly unknown[]
  readonly err: readonly unknown[]
  /** Values that it shows before its end; absent when it shows none. */
  readonly shows?: readonly unknown[]
}

/** Something that no scenario can cover, with the reason why it stands in the machine all the same. */
export interface Uncoverable {
  /** The item as `livery scenario cover` writes it. */
  readonly item: string
  readonly why: string
}

/** Everything that playing, fuzzing and covering a machine need to know about it besides the machine itself. */
export interface MachineContract<TMachine extends AnyStateMachine = AnyStateMachine> {
  readonly machine: TMachine
  readonly invariants: readonly Invariant<ContextFrom<TMachine>>[]
  /** The part of the context that decides what can happen next, small enough to be counted. */
  abstract(context: ContextFrom<TMachine>): unknown
  /** Typical events, one or more of each type that the machine takes from outside. */
  readonly events: readonly EventFrom<TMachine>[]
  /** Whether a page lets an event be done in a place; it lets all of them when left out. Scenarios that are made go by such ways where
   *  there are any, so that they can be played on a page. */
  offers?(view: OfferingView<ContextFrom<TMachine>>, event: EventFrom<TMachine>): boolean
  /** Name of an invoked actor → its typical ends. */
  readonly outcomes: Readonly<Record<string, ActorOutcomes>>
  /** Name of the schema of the events that come from outside, as `shell/dropdown-event`. */
  readonly eventSchema: keyof SchemaTypes
  /** Name of an actor whose output holds secrets → schema of the output: recordings leave out what is of the format `secret`. */
  readonly secretOutputs?: Readonly<Record<string, keyof SchemaTypes>>
  /** What explorations start with, as JSON: one input for each way in which the machine is used. */
  readonly inputs: readonly Readonly<Record<string, unknown>>[]
  readonly uncoverable?: readonly Uncoverable[]
  /** Turns the JSON input of a scenario into the machine's, adding the functions that JSON cannot hold. */
  prepareInput?(input: Readonly<Record<string, unknown>>): InputFrom<TMachine>
}

/** Where a machine stands when it is asked what a page offers there. */
export interface OfferingView<TContext> {
  readonly value: StateValue
  readonly context: TContext
}

/** What `playScenario` takes: a contract whose machine is not known by type. The machines of a test need no schema. */
export interface AnyMachineContract {
  readonly machine: AnyStateMachine
  readonly invariants: readonly Invariant<unknown>[]
  readonly events: readonly AnyEventObject[]
  readonly outcomes: Readonly<Record<string, ActorOutcomes>>
  abstract(context: unknown): unknown
  offers?(view: OfferingView<unknown>, event: AnyEventObject): boolean
  readonly eventSchema?: keyof SchemaTypes
  readonly secretOutputs?: Readonly<Record<string, keyof SchemaTypes>>
  readonly inputs?: readonly Readonly<Record<string, unknown>>[]
  readonly uncoverable?: readonly Uncoverable[]
  prepareInput?(input: Readonly<Record<string, unknown>>): unknown
}
