import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { eventFaults, schemaOf } from '../player/event-check.rules.ts'
import { machineHash } from '../player/machine-hash.ts'
import { MachineStage } from '../player/machine-stage.ts'
import { takeStep } from '../player/scenario-player.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { traceHash } from '../player/trace-hash.ts'
import { firstDifference } from '../player/trace-likeness.ts'
import { type DeedText, namesOf, type RecordedDeed, type Recording, type RecordingOrigin } from './recording.ts'
import type { SecretBook } from './secret-book.ts'
import { fillSecrets } from './secret-values.ts'

/** A recording as a file has it. */
export interface RecordedScenario {
  readonly scenario: Scenario
  /** The text of the file. */
  readonly text: string
  /** Whether its replay goes as the recorded run went; then the scenario pins its trace. */
  readonly isReplayable: boolean
  /** What keeps it from that, and what else there is to say: sentences, which the file has as well. */
  readonly notes: readonly string[]
}

type Step = ScenarioStep

/**
 * The scenario of a recording (QA-6). It is replayed at once, with made-up texts for its secrets; `traceHash` is set when that
 * goes as it went in the page. Delays end late in a page and on time in a replay, so a step that came before the end of a
 * delay is dated before it, and one that came after it, after it.
 */
export function recordedScenario(
  recording: Recording,
  book: SecretBook,
  origin: RecordingOrigin,
  fault: string | undefined,
): RecordedScenario {
  const shown = redactor(recording, book)
  const input = shown(JSON.parse(recording.inputText), false) as Record<string, unknown>
  const isWhole = recording.droppedDeeds === 0 && fault === undefined
  const played = isWhole
    ? replayed(recording, input, shown, book)
    : { steps: datedSteps(recording, shown), difference: 'cut' }
  const notes = notesOf(recording, isWhole ? played.difference : undefined, fault)
  const isReplayable = isWhole && played.difference === undefined
  const remarks = notes.map((note): Step => ({ at: 0, do: 'mark', note }))
  const scenario: Scenario = {
    format: 'scn/1',
    title: `A recording of ${recording.machine}`,
    machine: recording.machine,
    machineHash: hashOf(recording.contract),
    ...origin,
    startAt: recording.instant,
    input: input as NonNullable<Scenario['input']>,
    source: 'recorded',
    req: [],
    ...(recording.droppedDeeds > 0 && { tags: ['recording.cut'] }),
    ...(isReplayable && 'hash' in played && { traceHash: played.hash }),
    steps: [...remarks, ...played.steps.map((step) => marked(step, recording))],
  }
  return { scenario, text: scenarioText(scenario), isReplayable, notes }
}

const hashes = new WeakMap<AnyMachineContract, string>()

function hashOf(contract: AnyMachineContract): string {
  const hash = hashes.get(contract) ?? machineHash(contract)
  hashes.set(contract, hash)
  return hash
}

type Redactor = (value: unknown, isError: boolean) => unknown

/** Takes out what was learned to be secret only after it was noted: what a field holds that was secret once is so everywhere. */
function redactor({ contract, secretNames, deeds, inputText }: Recording, book: SecretBook): Redactor {
  if (secretNames.size > namesOf(contract).size) {
    book.withoutNamed(JSON.parse(inputText), secretNames, false)
    for (const deed of deeds) book.withoutNamed(JSON.parse(deed.text), secretNames, deed.do === 'err')
  }
  const types = new Set(Object.keys(schemaOf(contract)?.events ?? {}))
  const names = namesOf(contract)
  const isPublic = (text: string) => types.has(text) || names.has(text)
  return (value, isError) => book.withoutKnown(book.withoutNamed(value, secretNames, isError), isPublic)
}

function stepOf({ do: deed, text }: RecordedDeed, at: number, shown: Redactor): Step {
  if (deed === 'due') return { at, do: 'advance' }
  const { actor = 'root', event, value } = JSON.parse(text) as DeedText
  const step = { at, do: deed, actor }
  return event
    ? ({ ...step, event: legible(shown(event, false) as object) } as Step)
    : ({ ...step, value: shown(value, deed === 'err') } as Step)
}

/** An event whose name itself holds a secret is replaced by another one, which no machine knows. */
function legible(event: object): object {
  return 'type' in event && typeof event.type === 'string' ? event : { ...event, type: 'unnamed' }
}

/** The steps of a recording whose start is lost, by the clock of the page. */
function datedSteps({ deeds }: Recording, shown: Redactor): readonly Step[] {
  return deeds.filter((deed) => deed.do !== 'due').map((deed) => stepOf(deed, Math.floor(deed.atMs), shown))
}

/** What came of a replay: the steps as they are dated on the virtual clock, and the first place where it goes another way. */
interface Replayed {
  readonly steps: readonly Step[]
  readonly hash: string
  readonly difference: string | undefined
}

function replayed(recording: Recording, input: Record<string, unknown>, shown: Redactor, book: SecretBook): Replayed {
  const replay = new Replay(recording.contract, input)
  for (const deed of recording.deeds) {
    if (deed.do === 'due') replay.endDelay()
    else replay.take(stepOf(deed, replay.dateOf(deed.atMs), shown))
  }
  replay.waitForLast()
  const texts = replay.traceTexts
  const difference = replay.refusal ?? differenceOf(recording, texts, book)
  return { steps: replay.steps, hash: traceHash(texts.join('\n')), difference }
}

/** The first difference in words; of an event that the machine does not know, its name might hold anything. */
function differenceOf(recording: Recording, texts: readonly string[], book: SecretBook): string | undefined {
  const found = firstDifference(recording.plainLines(), texts, book)
  if (!found) return undefined
  const { index, event, what } = found
  const isKnown = / root/.test(event) || recording.contract.machine.events.includes(event)
  return `${what} of event ${index}${isKnown ? ` (${event})` : ''}`
}

/** A recording that is played as its steps are dated. */
class Replay {
  readonly steps: Step[] = []
  readonly #stage: MachineStage
  /** Delays that were over in the recording, and here: two that end at one moment end together here. */
  #awaited = 0
  #ended = 0
  /** Why a step could not be taken. */
  refusal: string | undefined

  constructor(contract: AnyMachineContract, input: Record<string, unknown>) {
    const filled = fillSecrets(input, 0) as Record<string, unknown>
    this.#stage = new MachineStage(contract, filled, undefined, (told) => {
      if (told.type === '@xstate.event' && told.sourceRef === told.actorRef) this.#ended += 1
    })
  }

  get traceTexts(): readonly string[] {
    return this.#stage.traceTexts
  }

  /** When a step happened on the virtual clock: before the next delay is over, for otherwise its end would have been
   *  reported. */
  dateOf(atMs: number): number {
    const { nowMs, nextDueMs = Number.POSITIVE_INFINITY } = this.#stage.clock
    return Math.max(Math.ceil(nowMs), Math.min(Math.floor(atMs), Math.ceil(nextDueMs) - 1))
  }

  endDelay(): void {
    this.#awaited += 1
    const due = this.#stage.clock.nextDueMs
    if (this.#ended < this.#awaited && due !== undefined) this.#play({ at: due, do: 'advance' })
  }

  take(step: Step): void {
    this.steps.push(step)
    this.#play(step)
  }

  /** Delays that were over after the last step are waited for. */
  waitForLast(): void {
    const at = Math.ceil(this.#stage.clock.nowMs)
    if (at > (this.steps.at(-1)?.at ?? 0)) this.take({ at, do: 'advance' })
  }

  #play(step: Step): void {
    const mismatch = takeStep(this.#stage, fillSecrets(step, 0) as Step)
    if (mismatch) this.refusal ??= `step ${this.steps.length} cannot be taken (${mismatch.path.join('/')})`
  }
}

/** Events that no schema knows are played all the same, marked for what they are. */
function marked(step: Step, { contract }: Recording): Step {
  if (step.do !== 'send') return step
  const [fault] = eventFaults(step, contract, 0)
  return fault ? { ...step, illegal: true, note: fault.message } : step
}

function notesOf(recording: Recording, difference: string | undefined, fault: string | undefined): readonly string[] {
  const { droppedDeeds, lost } = recording
  return [
    ...(droppedDeeds > 0
      ? [`The first ${droppedDeeds} steps were given up for want of room: this cannot be replayed from the start.`]
      : []),
    ...(fault === undefined ? [] : [`The recording ended when an event could not be noted (${fault}).`]),
    ...(difference === undefined
      ? []
      : [`A replay with made-up secrets goes another way than the recorded run: ${difference}.`]),
    ...(lost.length > 0 ? [`JSON cannot hold the values at ${lost.length} places, functions for instance.`] : []),
  ]
}
