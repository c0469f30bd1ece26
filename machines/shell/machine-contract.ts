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

/** What is seen of a machine right after something has happened to it. */
export interface AfterView<TContext> extends MachineView<TContext> {
  /** Where it was when that happened. */
  readonly before: Pick<MachineView<TContext>, 'value' | 'context'>
  /** Types of what it has emitted since. */
  readonly told: readonly string[]
}

/** What is seen of a machine right after one of its actors has ended. */
export interface EndingView<TContext> extends AfterView<TContext> {
  /** The output, or what was thrown. */
  readonly end: unknown
}

/** What has to be seen right after an actor has ended well, and after it has failed: these, and what only the outputs
 *  contain, reveal when the two were swapped. */
export interface ActorConsequences<TContext> {
  ok(view: EndingView<TContext>): boolean
  failed(view: EndingView<TContext>): boolean
}

/** Where a machine without regions is, as one text: `identifying.network`. */
export function placeIn(value: StateValue): string {
  if (typeof value === 'string') return value
  const [[state, inner] = ['', undefined]] = Object.entries(value)
  return inner === undefined ? state : `${state}.${placeIn(inner)}`
}

/** What comes of an actor of which nothing is seen but that its failure is logged. */
export const LOGGED: ActorConsequences<unknown> = {
  ok: ({ told }) => !told.includes('logged'),
  failed: ({ told }) => told.includes('logged'),
}

/** What has to be seen right after an event from outside, in whichever state it came: by it guards are noticed that say yes for no. An
 *  event that breaks its schema is judged like any other. */
export type EventConsequence<TContext, TEvent> = EventJudge<TContext, TEvent>['holds']

/** A method, so that the contract of one machine passes for one of any. */
interface EventJudge<TContext, TEvent> {
  holds(view: AfterView<TContext>, event: TEvent): boolean
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

/** Something that no scenario can cover, with the reason why the machine has it all the same. */
export interface Uncoverable {
  /** The item as `livery scenario cover` writes it. */
  readonly item: string
  readonly why: string
}

/** Everything that playing, fuzzing and covering a machine need to know about it besides the machine itself. */
export interface MachineContract<TMachine extends AnyStateMachine = AnyStateMachine> {
  readonly machine: TMachine
  readonly invariants: readonly Invariant<ContextFrom<TMachine>>[]
  /** Name of an actor → what comes of its ends; needed where the invariants do not tell success from failure. */
  readonly consequences?: Readonly<Record<string, ActorConsequences<ContextFrom<TMachine>>>>
  /** Type of an event → what comes of it; needed where the invariants do not tell a guard from its opposite. */
  readonly reactions?: {
    readonly [TType in EventFrom<TMachine>['type']]?: EventConsequence<
      ContextFrom<TMachine>,
      Extract<EventFrom<TMachine>, { readonly type: TType }>
    >
  }
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
  readonly consequences?: Readonly<Record<string, ActorConsequences<unknown>>>
  readonly reactions?: Readonly<Record<string, EventConsequence<unknown, AnyEventObject> | undefined>>
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
