import type { CallPort } from '#calls/call.ts'
import type { ScenarioGiven, ScenarioStep } from '#schemas'
import type { ScenarioBrowser } from './scenario-browser.ts'
import type { ScenarioServer } from './scenario-server.ts'

/** Where a scenario is to be played. */
export interface GivenPlace {
  readonly server: ScenarioServer
  readonly brandId: string
  readonly machine: HttpMachine
  readonly scope: HttpScope
  /** Opens a browser of somebody else. */
  readonly openOther: () => ScenarioBrowser
}

/** What an actor finds when it makes its call. */
export interface HttpScope {
  /** Sends a call from the scenario's own browser. */
  readonly call: CallPort
  /** What the machine was started with. */
  readonly input: Readonly<Record<string, unknown>>
  /** The code with which the scenario lets the call fail; undefined when it does not, or when it was made before the scenario. What a
   *  person sends, such as a damaged file, is made by it; what the server says is still held against it. */
  readonly ahead?: string | undefined
  /** The code that was sent to a phone last, and what the scenario writes for it, where it says so; undefined when none was sent. */
  sentCode(phone: string): Promise<{ readonly real: string; readonly written: string | undefined } | undefined>
  /** The step that ends the call; undefined when none does, or when the call was made before the scenario. */
  readonly told?: ScenarioStep | undefined
  /** The code of the latest message, to whomever it went; undefined when it holds none. */
  latestCode(): Promise<string | undefined>
  /** What the scenario writes → what it stands for on the server at this moment. Calls may add to it. */
  readonly standIns: Map<string, () => string>
  /** The token of the latest link by which a new password is set, to whomever it went; undefined when none was sent. */
  resetToken(): Promise<string | undefined>
  /** What the server takes for now. */
  now(): Date
  /** What the browser takes for now. */
  browserNow(): Date
}

/** An actor of a machine that makes a call. */
export interface HttpActor {
  /** Makes the call just as the page does. @param input what the actor was started with, as JSON */
  send(scope: HttpScope, input: unknown): Promise<unknown>
  /** Whether an actor that was started so makes a call at all; each does when left out. */
  makesCall?(input: unknown): boolean
  /** What of an output has to be the same in the scenario and on the server; the whole output when left out. Numbers that a
   *  server gives out, its tokens and its addresses differ from run to run. */
  comparable?(output: unknown): unknown
  /** Sends a call whose answer is lost on its way back, where the scenario needs it to have arrived; none does when left out. */
  lose?(scope: HttpScope, input: unknown): Promise<void>
  /** Whether a failure is the doing of the page or its visitor, which no server answers. */
  isOfPage?(code: string): boolean
}

/** How a machine is played over HTTP: its actors that make calls. Those that are not named stay stand-ins. */
export interface HttpMachine {
  readonly actors: Readonly<Record<string, HttpActor>>
  /** What a scenario needs there to be beyond its `given`; nothing when left out. */
  readonly world?: HttpWorld
}

/** The surroundings of a scenario, and what changes in them while it runs. */
export interface HttpWorld {
  /** What the brand configures; what the scenario configures comes before it. */
  readonly config: NonNullable<ScenarioGiven['config']>
  /** Takes the place of the scenario, before its first call. */
  enter(place: GivenPlace): void
  /** Takes how many steps were played, whenever one was. */
  moveTo(played: number): void
}

/** What no server of ours tells in such a place; the scenario is skipped. */
export class Untold extends Error {}

/** A member of a value that may be anything. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
