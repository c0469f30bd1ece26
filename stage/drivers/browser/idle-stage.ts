import { say } from '#cli/command-text.ts'
import type { Impossible, PageDeed } from '#machines/shell/machine-acts.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { AutoLogoffEvent, Scenario } from '#schemas'
import { begunAt, type PlayedStep, playedSteps } from './played-steps.ts'

/** What the tabs of the site share: a channel, and the last activity that they keep. */
const CHANNEL = 'livery.player'
const ACTIVITY_KEY = preferenceKey('lastActivity')
/** How often the page reports activity at most, in ms. */
const QUIET_MS = 1000

/** What a look finds: the time, and the last activity that the tabs keep. */
export interface ActivityReading {
  readonly nowMs: number
  readonly storedAtMs: number | null
}

/** What a scenario reads of the machine. */
interface IdleContext {
  readonly isWarned: boolean
}

type IdleStep = PlayedStep<IdleContext>

/** What a scenario of the auto logoff needs around its page: the clock of the computer, and what other tabs tell and keep. */
export class IdleStage {
  readonly #steps: readonly IdleStep[]
  readonly #input: NonNullable<Scenario['input']>

  constructor(scenario: Scenario) {
    this.#steps = playedSteps<IdleContext>(scenario)
    this.#input = scenario.input ?? {}
  }

  /** Why the scenario cannot be played as a whole; undefined when nothing is against it. */
  get reason(): string | undefined {
    if (this.#input.isEnabled !== true) return say('driver.page_brand_off_runs')
    if (this.#input.signedInAtMs === undefined) return say('driver.page_runs_player_alone')
    for (const index of this.#steps.keys()) {
      const reason = this.#reasonAgainst(index)
      if (reason !== undefined) return say('driver.step', { step: index + 1, reason })
    }
    return undefined
  }

  /** What is done for the event of a step, counted from 0. */
  deeds(index: number): readonly PageDeed[] | Impossible {
    const { told, before } = this.#steps[index] as IdleStep
    const event = told.event as AutoLogoffEvent | undefined
    switch (event?.type) {
      case 'activity.noticed':
        return before.context.isWarned
          ? [{ do: 'click', on: { role: 'button', name: 'Stay signed in' } }]
          : [{ do: 'press', key: 'Shift' }]
      case 'activity.shared':
        return [{ do: 'tellOfPlayer', channel: CHANNEL, word: { kind: 'active', atMs: event.atMs } }]
      case 'page.resumed':
        return [{ do: 'return' }]
      case 'player.signed-out':
        return [{ do: 'tellOfPlayer', channel: CHANNEL, word: { kind: 'signed-out', because: 'choice' } }]
      default:
        return []
    }
  }

  /** What happens around a step: the clock shows what the scenario says, and the storage holds what is read there. A look that a timer
   *  begins is prepared before the time passes. */
  around(index: number): {
    readonly ahead: readonly PageDeed[]
    readonly before: readonly PageDeed[]
    readonly after: []
  } {
    const { told } = this.#steps[index] as IdleStep
    const event = told.event as AutoLogoffEvent | undefined
    const found = this.#readingAt(index)
    const kept: readonly PageDeed[] = found ? [keeping(found)] : []
    if (event) {
      const clock: readonly PageDeed[] = 'nowMs' in event ? [{ do: 'clock', nowMs: event.nowMs }] : []
      return { ahead: [], before: [...clock, ...kept], after: [] }
    }
    if (!found) return { ahead: [], before: [], after: [] }
    const passesMs = told.at - (this.#steps[index - 1]?.told.at ?? 0)
    return { ahead: [{ do: 'clock', nowMs: found.nowMs - passesMs }, ...kept], before: [], after: [] }
  }

  #reasonAgainst(index: number): string | undefined {
    const { told, before, after } = this.#steps[index] as IdleStep
    const next = this.#steps[index + 1]?.told
    const event = told.event as AutoLogoffEvent | undefined
    const begun = this.#begunAt(index)
    if (event?.type === 'activity.noticed' && !before.context.isWarned && this.#isQuiet(index))
      return say('driver.page_tells_activities_most')
    if (begun === undefined || !next) return undefined
    if (next.actor !== begun)
      return after.children.includes(begun) ? say('driver.page_reads_clock_storage_tabs') : undefined
    const found = this.#readingAt(index)
    if (event && 'nowMs' in event && found && found.nowMs !== event.nowMs) return say('driver.page_reads_clock_moment')
    return undefined
  }

  /** Whether an activity was reported less than a second ago, and no warning has been shown since. */
  #isQuiet(index: number): boolean {
    const { at } = (this.#steps[index] as IdleStep).told
    const earlier = this.#steps.slice(0, index)
    const last = earlier.findLastIndex(({ told }) => told.event?.type === 'activity.noticed')
    const lastAt = earlier[last]?.told.at ?? 0
    return at - lastAt < QUIET_MS && !earlier.slice(Math.max(0, last)).some(({ before }) => before.context.isWarned)
  }

  #begunAt(index: number): string | undefined {
    return begunAt(this.#steps, index, 'readActivity')
  }

  /** What the look finds that a step begins, as the page finds it: it does not take the time that it takes in the scenario. */
  #readingAt(index: number): ActivityReading | undefined {
    const begun = this.#begunAt(index)
    const { at } = (this.#steps[index] as IdleStep).told
    const end = this.#steps.find(({ told }) => told.do === 'ok' && told.actor === begun)?.told
    const found = end?.value as ActivityReading | undefined
    return end && found && { ...found, nowMs: found.nowMs - (end.at - at) }
  }
}

function keeping({ storedAtMs }: ActivityReading): PageDeed {
  return { do: 'keepOfPlayer', key: ACTIVITY_KEY, value: storedAtMs === null ? null : { atMs: storedAtMs } }
}
