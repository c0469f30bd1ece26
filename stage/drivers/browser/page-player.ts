import { say } from '#cli/command-text.ts'
import type { AnyMachineActs, CallingActor, EventPlace, PageDeed } from '#machines/shell/machine-acts.ts'
import { REQUEST_TIMEOUT_MS } from '#machines/shell/request.rules.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { type Difference, differs, isWithin, outcomeDifference } from '../../commands/outcome-difference.ts'
import { statePaths } from '../../player/machine-nodes.ts'
import { firstMismatch, type Mismatch } from '../../player/scenario-expectation.ts'
import { type Divergence, diverged } from '../../player/scenario-player.ts'
import { actsOf } from '../acts/event-acts.ts'
import { callAnswer } from './call-answer.ts'
import { endedEarly, type Unplayable } from './early-ends.ts'
import type { HeldCalls } from './held-calls.ts'
import { locate } from './page-locator.ts'
import { playedSteps } from './played-steps.ts'
import type { ScenarioPage } from './scenario-page.ts'
import { askedEvent, type PageObservation, type WatchedMachine } from './watched-machine.ts'

/** Where a scenario is played: the page, the machine on it, and the calls that wait. */
export interface PageStage {
  readonly page: ScenarioPage
  readonly machine: WatchedMachine
  readonly calls: HeldCalls
  readonly acts: AnyMachineActs
  /** What the machine was started with. */
  readonly started: unknown
}

/** How long a call may take until it is on its way, in ms of real time: its code and its token may have to be fetched first. */
const CALL_MS = 15_000
/** How long a person tries to do something, in ms. */
const TRY_MS = 4000
/** The same where the machine would not act on it: the page may well not let it be done. */
const VAIN_MS = 500

/**
 * Plays the steps of a scenario on the page (QA-13), up to the first divergence: time by the clock of the page, events
 * by what a person does, ends of actors by answers of their calls. Nothing is sent to the machine itself. Every event
 * has to come from the page as the scenario has it, unless the machine would ignore it and the page does not let it be
 * brought about. What the page ends by itself, it ends at once: each step is held against what the machine was after
 * it, whatever has come since.
 * @param scenario its secrets are filled in
 */
export async function playOnPage(scenario: Scenario, stage: PageStage): Promise<Divergence | Unplayable | undefined> {
  let nowMs = 0
  for (const [index, step] of scenario.steps.entries()) {
    const place = { scenario, step: index, started: stage.started }
    const { ahead = [], before, after } = stage.acts.around?.(place) ?? NOTHING_AROUND
    await doAll(ahead, stage)
    if (step.at > nowMs) {
      stage.machine.passTime()
      await stage.page.runFor(step.at - nowMs)
    } else if (step.do === 'advance') await stage.page.runDue()
    nowMs = step.at
    await doAll(before, stage)
    const taken = await takeStep(step, stage, place)
    if ('expected' in taken) {
      const divergence = { step: index + 1, at: step.at, ...taken, pointer: `/steps/${index}${taken.pointer}` }
      return (await endedEarly(place, stage)) ?? divergence
    }
    const { mismatch, seen } = await judge(step, stage, taken)
    if (mismatch) return (await endedEarly(place, stage, taken)) ?? diverged(index, step.at, mismatch, seen)
    stage.machine.endStep(seen)
    await doAll(after, stage)
    // What the page reports of that belongs to no step.
    if (after.length > 0) stage.machine.passOver(await stage.machine.observe())
  }
  return undefined
}

const NOTHING_AROUND = { ahead: [], before: [], after: [] } as const

async function doAll(deeds: readonly PageDeed[], { page }: PageStage): Promise<void> {
  for (const deed of deeds) await page.act(deed, TRY_MS)
}

/** Identifies the moments after the action of a step. */
interface Taken {
  /** Whether a moment is one of them. */
  readonly isAfter: (seen: PageObservation) => boolean
}

async function takeStep(step: ScenarioStep, stage: PageStage, place: EventPlace): Promise<Difference | Taken> {
  if (step.do === 'send' && step.event) return bringAbout(step.event, stage, place)
  if (step.do === 'ok' || step.do === 'err') return endActor({ ...step, do: step.do }, stage, place)
  if (step.do === 'emit') return letShow(step, stage, place)
  const moment = beforeEnds(await stage.machine.observeAll())
  return { isAfter: (seen) => seen.moment >= moment }
}

/** The last moment, or the one before what has ended by itself since. */
function beforeEnds(seen: readonly PageObservation[]): number {
  let index = seen.length - 1
  while (index > 0 && (seen[index]?.ended.length ?? 0) > (seen[index - 1]?.ended.length ?? 0)) index -= 1
  return seen[index]?.moment ?? 0
}

/** Does what a person does to cause an event, and waits until the page has sent it to the machine. */
async function bringAbout(
  event: { readonly type: string },
  { page, machine, acts }: PageStage,
  place: EventPlace,
): Promise<Difference | Taken> {
  const before = await machine.observe([event])
  const isAnswered = before.can(event)
  const { comparableEvent = (same) => same } = acts
  const expected = comparableEvent(event)
  const isMeant = (told: { readonly type: string }) => isWithin(expected, comparableEvent(told))
  const deeds = actsOf(acts, event, place)
  if (isTyping(deeds)) machine.passOver(before)
  let count = machine.claim(before, isMeant)
  if (count !== undefined) return isAfterEvents(count)
  let hindrance: unknown
  try {
    for (const act of deeds) await page.act(act, isAnswered ? TRY_MS : VAIN_MS)
  } catch (error) {
    hindrance = error
  }
  const patience = isAnswered && !hindrance ? {} : { patienceMs: VAIN_MS }
  const seen = await machine.observeUntil((each) => {
    count ??= machine.claim(each, isMeant)
    return count !== undefined
  }, patience)
  if (count !== undefined) return isAfterEvents(count)
  if (!isAnswered) return { isAfter: ({ moment }) => moment >= before.moment }
  return differs(
    '/event',
    event,
    hindrance ? say('driver.nobody_do_here', { why: firstLine(hindrance) }) : seen.look.events,
  )
}

/** Whether something is typed at the end that no other event carries: earlier reports were about other typing. */
function isTyping(deeds: readonly PageDeed[]): boolean {
  return deeds.at(-1)?.do === 'fill'
}

function isAfterEvents(count: number): Taken {
  return { isAfter: ({ eventCount }) => eventCount >= count }
}

type ActorStep = ScenarioStep & { readonly do: 'ok' | 'err' }

/** Lets an actor end as the scenario says, and holds what the page made of it against that. */
async function endActor(step: ActorStep, stage: PageStage, place: EventPlace): Promise<Difference | Taken> {
  const [, name = '', number = ''] = /^root\/(.+)#(\d+)$/.exec(step.actor ?? '') ?? []
  const actor = stage.acts.actors[name]
  await doAll(deedsOf(actor, place), stage)
  if (actor && 'call' in actor) {
    const waiting = actor.waitingCall?.(place) ?? { name, number: Number(number) }
    const difference = await answerCall(step, actor, { ...waiting, waitedMs: waitedMs(step, place) }, stage)
    if (difference) return difference
  }
  if (actor && 'file' in actor) {
    await stage.machine.observeUntil(({ look }) => stage.calls.hasFile(name) || (step.actor ?? '') in look.ends)
    await stage.calls.deliver(name, step.do === 'ok')
  }
  const path = step.actor ?? ''
  const { look } = await stage.machine.observeUntil((seen) => path in seen.look.ends)
  stage.calls.settle(name)
  const end = look.ends[path]
  if (!end) return differs('/actor', say('driver.actor_ends', { path }), look.children)
  const comparable = actor && 'comparable' in actor ? actor.comparable : undefined
  const isAfter = ({ ended }: PageObservation) => ended.includes(path)
  return outcomeDifference(step, end, comparable) ?? { isAfter }
}

/** Lets an actor show a value while it runs; each value that it shows is for one step. */
async function letShow(step: ScenarioStep, stage: PageStage, place: EventPlace): Promise<Difference | Taken> {
  const path = step.actor ?? ''
  const actor = stage.acts.actors[/^root\/(.+)#/.exec(path)?.[1] ?? '']
  await doAll(deedsOf(actor, place), stage)
  const earlier = place.scenario.steps.slice(0, place.step).filter((each) => each.do === 'emit' && each.actor === path)
  const own = ({ look }: PageObservation) =>
    look.shows.flatMap((shown, index) => (shown.path === path ? [{ ...shown, index }] : []))[earlier.length]
  const seen = await stage.machine.observeUntil((each) => own(each) !== undefined)
  const shown = own(seen)
  if (!shown) return differs('/actor', say('driver.actor_shows_something', { path }), seen.look.children)
  if (!isWithin(step.value, shown.value)) return differs('/value', step.value, shown.value)
  return { isAfter: ({ showCount }) => showCount > shown.index }
}

function deedsOf(actor: AnyMachineActs['actors'][string] | undefined, place: EventPlace): readonly PageDeed[] {
  const done = (actor && 'deeds' in actor && actor.deeds?.(place)) || []
  return 'impossible' in done ? [] : done
}

async function answerCall(
  step: ActorStep,
  actor: CallingActor,
  { name, number, waitedMs }: { readonly name: string; readonly number: number; readonly waitedMs: number },
  { page, machine, calls, started }: PageStage,
): Promise<Difference | undefined> {
  const answer = await callAnswer(step, actor, { host: page.host, started })
  if ('reason' in answer) return differs('/value', answer.reason, step.value)
  const seen = await machine.observeUntil(() => calls.has(name, number), { patienceMs: CALL_MS })
  if (!calls.has(name, number))
    return differs('/actor', say('driver.actor_calls', { actor: step.actor ?? '', id: actor.call.id }), seen.children)
  // Nothing of the scenario happens while the page waits without success, so this counts as no time.
  if (answer.kind === 'unanswered') await page.runFor(Math.max(0, REQUEST_TIMEOUT_MS - waitedMs))
  else await calls.answer(name, number, answer)
  return undefined
}

/** How long an actor has run when it ends. */
function waitedMs({ at, actor = '' }: ActorStep, { scenario, step }: EventPlace): number {
  const steps = playedSteps(scenario).slice(0, step + 1)
  const begun = steps.find(({ after }) => after.children.includes(actor))
  return at - (begun?.told.at ?? 0)
}

interface Judgement {
  readonly seen: PageObservation
  readonly mismatch?: Mismatch
}

/** Waits until everything that a step expects is seen at a moment after its action. */
async function judge(
  { expect = {} }: ScenarioStep,
  { page, machine, acts }: PageStage,
  { isAfter }: Taken,
): Promise<Judgement> {
  const asked = (expect.can ?? []).map(askedEvent)
  const isMet = (each: PageObservation) => firstMismatch(expect, each) === undefined
  const found = await machine.findMoment((all) => all.find((each) => isAfter(each) && isMet(each)), { asked })
  const seen = found ?? (await machine.observe(asked))
  const mismatch = firstMismatch(expect, seen) ?? (await unseen(expect.value, page, acts))
  return mismatch ? { seen, mismatch } : { seen }
}

/** What the page should show in a state and does not. */
async function unseen(value: unknown, { page }: ScenarioPage, { shows = {} }: AnyMachineActs) {
  if (value === undefined) return undefined
  for (const path of statePaths(value as Parameters<typeof statePaths>[0])) {
    const thing = shows[path]
    if (!thing) continue
    const hindrance: unknown = await locate(page, thing)
      .first()
      .waitFor({ timeout: TRY_MS })
      .catch((error: unknown) => error)
    if (hindrance)
      return { path: ['expect', 'value'], expected: say('driver.is_seen', { path }), actual: firstLine(hindrance) }
  }
  return undefined
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
