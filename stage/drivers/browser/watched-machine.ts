import { setTimeout as pause } from 'node:timers/promises'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { AnyMachineActs, PageSighting } from '#machines/shell/machine-acts.ts'
import type { Scenario, ScenarioExpectation, ScenarioStep } from '#schemas'
import type { StepObservation } from '../../player/step-observation.ts'
import type { ObservedLook } from '../../recorder/page-observer.ts'
import type { ScenarioPage } from './scenario-page.ts'

type Ability = NonNullable<ScenarioExpectation['can']>[number]
type AskedEvent = { readonly type: string }

/** How long a page may take to show what it does, in ms of real time; it does not count as time of the scenario. */
const PATIENCE_MS = 4000
const LOOK_EVERY_MS = 15

/** What is seen of the machine at one moment, with what has happened since the step before. */
export interface PageObservation extends StepObservation {
  readonly look: ObservedLook
  /** How many moments there have been up to this one. */
  readonly moment: number
  readonly effectCount: number
  readonly eventCount: number
  /** How many values actors had shown. */
  readonly showCount: number
  /** Logical paths of the actors that had ended. */
  readonly ended: readonly string[]
}

/** The machine of a scenario as it runs on the page. */
export class WatchedMachine {
  readonly #page: ScenarioPage
  readonly #id: number
  readonly #comparable: (seen: PageSighting) => PageSighting
  #effectsFrom = 0
  /** The step may claim the events since then: those that came at its time. Counted from 0, like those that steps have
   *  claimed. */
  #eventsFrom = 0
  readonly #claimed = new Set<number>()
  #eventCount = 0
  /** The moment that the step before has come to, counted from 0; the steps after it begin there. */
  #momentsFrom = 0

  constructor(page: ScenarioPage, id: number, { comparable }: Pick<AnyMachineActs, 'comparable'>, scenario: Scenario) {
    this.#page = page
    this.#id = id
    const told = new Set(scenario.steps.flatMap(paramNames))
    const added = ADDED.filter((name) => !told.has(name))
    this.#comparable = (seen) => {
      const plain = withoutAdditions(seen, added) as PageSighting
      return comparable?.(plain, scenario) ?? plain
    }
  }

  /** @param asked events of which the observation is to tell whether the machine would act on them */
  async observe(asked: readonly AskedEvent[] = []): Promise<PageObservation> {
    const seen = await this.observeAll(asked)
    return seen.at(-1) as PageObservation
  }

  /** What the machine has been since the step before, the oldest first: the last one is now. What the page ends by itself is over
   *  before anybody can look. */
  async observeAll(asked: readonly AskedEvent[] = []): Promise<readonly PageObservation[]> {
    const look = await this.#page.look(this.#id, {
      effectsFrom: this.#effectsFrom,
      eventsFrom: this.#eventsFrom,
      momentsFrom: this.#momentsFrom,
      can: asked,
    })
    const ends = Object.keys(look.ends)
    return look.moments.map((moment, index) => {
      const answers = new Map(asked.map((event, place) => [JSON.stringify(event), moment.can[place] === true]))
      const { value, context, effects, inputs = moment.inputs } = this.#comparable(moment)
      return {
        look,
        moment: this.#momentsFrom + index,
        effectCount: moment.effectCount,
        eventCount: moment.eventCount,
        showCount: moment.showCount,
        ended: ends.slice(0, moment.endCount),
        value,
        context,
        effects,
        children: moment.children,
        can: (event) => answers.get(JSON.stringify(event)) ?? false,
        inputOf: (path) => inputs[path],
      }
    })
  }

  /** Looks until something is as it should be, or patience is at an end. @returns the last look */
  async observeUntil(
    isEnough: (seen: PageObservation) => boolean,
    { patienceMs = PATIENCE_MS }: { readonly patienceMs?: number } = {},
  ): Promise<PageObservation> {
    const found = await this.findMoment((seen) => seen.filter(isEnough).at(-1), { patienceMs })
    return found ?? this.observe()
  }

  /** Looks until a moment is found among those since the step before, or patience is at an end. */
  async findMoment(
    find: (seen: readonly PageObservation[]) => PageObservation | undefined,
    {
      asked = [],
      patienceMs = PATIENCE_MS,
    }: { readonly asked?: readonly AskedEvent[]; readonly patienceMs?: number } = {},
  ): Promise<PageObservation | undefined> {
    const endMs = performance.now() + patienceMs
    let found = find(await this.observeAll(asked))
    while (!found && performance.now() < endMs) {
      await pause(LOOK_EVERY_MS)
      found = find(await this.observeAll(asked))
    }
    return found
  }

  /** What has been seen belongs to the step that ends here. */
  endStep({ moment, effectCount, eventCount }: PageObservation): void {
    this.#momentsFrom = moment
    this.#effectsFrom = effectCount
    this.#eventCount = eventCount
  }

  /** What has been so far is none of the scenario. */
  async begin(): Promise<void> {
    const { moment, effectCount, eventCount } = await this.observe()
    this.#momentsFrom = moment
    this.#effectsFrom = effectCount
    this.#eventCount = eventCount
    this.#eventsFrom = eventCount
  }

  /** Time moves on: events from before belong to no later step. */
  passTime(): void {
    this.#eventsFrom = this.#eventCount
  }

  /** Finds an event that the page has sent the machine, now or earlier at the same time; each is for one step alone.
   *  @returns how many events there were with it; undefined when it has not come */
  claim({ look }: PageObservation, isMeant: (told: AskedEvent) => boolean): number | undefined {
    const found = look.events.findIndex(
      (told, index) => !this.#claimed.has(this.#eventsFrom + index) && isMeant(told as AskedEvent),
    )
    if (found < 0) return undefined
    this.#claimed.add(this.#eventsFrom + found)
    return this.#eventsFrom + found + 1
  }

  /** Takes no event that has come so far for one of a later step. */
  passOver({ look }: PageObservation): void {
    for (const index of look.events.keys()) this.#claimed.add(this.#eventsFrom + index)
  }
}

/** What a page has in the parameters of a failure where a scenario may leave it out: which call failed, the number of its request,
 *  the seconds of a wait, the number of a player. */
const ADDED: readonly string[] = ['call', 'requestId', 'seconds', 'userId']

function withoutAdditions(seen: unknown, added: readonly string[]): unknown {
  if (Array.isArray(seen)) return seen.map((one) => withoutAdditions(one, added))
  if (typeof seen !== 'object' || seen === null) return seen
  const entries = Object.entries(seen).map(([key, value]) => [key, withoutAdditions(value, added)] as const)
  if (!('code' in seen)) return Object.fromEntries(entries)
  return Object.fromEntries(entries.map(([key, value]) => [key, key === 'params' ? without(value, added) : value]))
}

function without(params: unknown, names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(params as object).filter(([name]) => !names.includes(name)))
}

/** What the scenario itself says in the parameters of a failure. */
function paramNames({ do: deed, value }: ScenarioStep): readonly string[] {
  return deed === 'err' ? Object.keys(readFailure(value).params) : []
}

/** The event of an expectation of `can`. */
export function askedEvent(ability: Ability): AskedEvent {
  return typeof ability === 'string' ? { type: ability.replace(/^!/, '') } : ability
}
