import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assign, createActor, fromPromise, type InspectionEvent, setup, waitFor } from 'xstate'
import { type SignedIn, signInMachine } from '#machines/account/sign-in/sign-in.machine.ts'
import type { LoginIdentity } from '#machines/account/sign-in/sign-in.rules.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioStep } from '#schemas'
import { answerSecrets, eventSchemas } from '#schemas/generated/event-schemas.ts'
import { isScenario as validate } from '#schemas/generated/validators/scenario.js'
import { randomStep } from '../explore/fuzz.ts'
import { SeededRandom } from '../explore/seeded-random.ts'
import { wrongEvents } from '../explore/wrong-events.ts'
import { MachineStage } from '../player/machine-stage.ts'
import { checkScenario } from '../player/scenario-check.rules.ts'
import { playScenario, takeStep } from '../player/scenario-player.ts'
import { scriptedMachine } from '../player/scripted-actor.ts'
import { withoutSecrets, withoutSecretsAt } from './event-secrets.ts'
import { Recorder, type RecorderLimits } from './recorder.ts'

const ORIGIN = { xstate: '5', brand: 'aurora', locale: 'en' }
const machines = Object.entries(scenarioMachines)
const wrongOf = new Map(machines.map(([name, contract]) => [name, wrongEvents(contract)]))

interface Walk {
  readonly name: string
  readonly seed: number
  readonly steps: number
  /** How late the clock of the page may be, in ms. */
  readonly lateMs?: number
  readonly limits?: RecorderLimits
  /** What the machine starts with besides. */
  readonly input?: Readonly<Record<string, unknown>>
  /** Changes what happens before it does. */
  readonly change?: (step: ScenarioStep, contract: AnyMachineContract) => ScenarioStep
}

/** Records a random walk over a machine. */
function record({ name, seed, steps, lateMs = 0, limits, input: added = {}, change = (step) => step }: Walk) {
  const contract = scenarioMachines[name]
  if (!contract) throw new Error(name)
  const random = new SeededRandom(seed)
  let nowMs = 0
  const clock = { nowMs: () => nowMs, instant: () => '2026-01-15T10:00:00Z' }
  const recorder = new Recorder(scenarioMachines, clock, ORIGIN, limits)
  const late = () => (lateMs > 0 ? random.below(lateMs) : 0)
  const inspect = (told: InspectionEvent) => {
    nowMs = Math.max(nowMs, (stage?.clock.nowMs ?? 0) + late())
    recorder.inspect(told)
  }
  let stage: MachineStage | undefined
  const input = random.pick(contract.inputs ?? [{}])
  stage = new MachineStage(contract, { ...input, ...added }, undefined, inspect)
  for (let count = 0; count < steps; count += 1) {
    takeStep(stage, change(randomStep(contract, stage, random, wrongOf.get(name) ?? []), contract))
  }
  const [recording] = recorder.recordings
  if (!recording) throw new Error('nothing was recorded')
  return { recorder, recording, stage, contract, ...recorder.toScenario(recording.id) }
}

describe.each(machines.map(([name]) => [name]))('%s', (name) => {
  test('QA-6: a recorded walk replays to the trace that was seen, however late its delays end', () => {
    const walk = fc.record({
      seed: fc.nat(),
      steps: fc.integer({ min: 0, max: 60 }),
      lateMs: fc.constantFrom(0, 0, 40),
    })
    fc.assert(
      fc.property(walk, (asked) => {
        const { scenario, notes, stage, contract } = record({ name, ...asked })
        expect(notes.filter((note) => !/functions/.test(note))).toEqual([])
        const faults = checkScenario(scenario, scenarioMachines).map(({ pointer }) => pointer)
        expect(faults).toEqual(scenario.steps.length > 0 ? [] : ['/steps'])
        expect(validate(scenario), JSON.stringify(validate.errors)).toBe(true)
        const played = playScenario(contract, scenario)
        expect(played.divergence).toBeUndefined()
        expect(scenario.traceHash).toBe(played.hash)
        expect(played.traceTexts).toHaveLength(stage.traceTexts.length)
      }),
      { numRuns: 40, seed: 3 },
    )
  })
})

/** Texts that must never come into a file. */
const CANARY = /canary/i

/** A canary in every secret place of a step: by the schema of events, and under names of secrets in what calls tell. */
function planted(step: ScenarioStep, contract: AnyMachineContract, random: SeededRandom): ScenarioStep {
  const canary = () => `canary-${random.below(4)}-${'x'.repeat(random.below(6))}`
  const schema = eventSchemas[contract.eventSchema ?? '']
  if (step.event && schema && !step.illegal) {
    const event = withoutSecrets(schema, step.event, (_, value) => (value === '' ? value : canary()))
    // The same secret stands, by mistake, where none belongs.
    const isElsewhere = random.below(3) === 0
    const texts = Object.entries(event).map(([key, value]) => {
      const isFree =
        isElsewhere && key !== 'type' && key !== 'fieldId' && typeof value === 'string' && !CANARY.test(value)
      return [key, isFree && seen.length > 0 ? `/go?x=${random.pick(seen)}` : value]
    })
    for (const value of Object.values(event)) if (typeof value === 'string' && CANARY.test(value)) seen.push(value)
    return { ...step, event: Object.fromEntries(texts) }
  }
  if (step.value === undefined || typeof step.value !== 'object' || step.value === null) return step
  const output = step.do === 'ok' ? plantedOutput(step, contract, canary) : undefined
  if (output) return { ...step, value: output }
  const known = seen.length > 0 ? { seen: random.pick(seen), list: [`${random.pick(seen)}!`] } : {}
  const added = { token: canary(), userToken: canary(), password: canary(), params: known }
  return Array.isArray(step.value) ? step : { ...step, value: { ...step.value, ...added } }
}

/** An output with a canary in each place that its schema calls secret; undefined where it calls none so. */
function plantedOutput({ actor = '', value }: ScenarioStep, contract: AnyMachineContract, canary: () => string) {
  const schema = contract.secretOutputs?.[/^root\/(.+)#/.exec(actor)?.[1] ?? '']
  const secrets = schema === undefined ? [] : (answerSecrets[schema] ?? [])
  if (secrets.length === 0) return undefined
  const named = Object.fromEntries(secrets.map(({ pointer }) => [pointer.slice(1), '']))
  return withoutSecretsAt(secrets, { ...named, ...(value as object) }, () => {
    const text = canary()
    seen.push(text)
    plantedOutputs += 1
    return text
  })
}

/** How many secrets were planted in outputs by their schemas. */
let plantedOutputs = 0

/** Canaries that the walk under way has put into a secret place. */
let seen: string[] = []

/** Ten thousand with LIVERY_LONG=1. */
const RECORDINGS = process.env.LIVERY_LONG === undefined ? 2000 : 10_000

test('QA-6: no secret of thousands of random recordings ends up in a file', { timeout: 180_000 }, () => {
  const random = new SeededRandom(11)
  const count = { recordings: 0, secrets: 0 }
  while (count.recordings < RECORDINGS) {
    for (const [name] of machines) {
      seen = ['canary-start']
      const input = { userToken: 'canary-start', failed: 'sent canary-start' }
      const change = (step: ScenarioStep, contract: AnyMachineContract) => planted(step, contract, random)
      const { text } = record({ name, seed: random.below(2 ** 31), steps: 12, input, change })
      expect(text).not.toMatch(CANARY)
      count.recordings += 1
      if (text.includes('"$secret"')) count.secrets += 1
    }
  }
  expect(count.secrets).toBeGreaterThan(RECORDINGS / 5)
  expect(plantedOutputs).toBeGreaterThan(RECORDINGS / 100)
})

test('a sign-in of a page, with a real call and real delays, replays with the same outcome', async () => {
  const started = performance.now()
  const clock = { nowMs: () => performance.now() - started, instant: () => '2026-01-15T10:00:00Z' }
  const recorder = new Recorder(scenarioMachines, clock, ORIGIN)
  const failures = [{ code: 'sign_in.wrong_credentials', text: 'not correct horse' }, null]
  const machine = signInMachine.provide({
    actors: {
      signIn: fromPromise<SignedIn, LoginIdentity & { readonly password: string }>(async () => {
        const failure = failures.shift()
        if (failure) throw failure
        return { userId: 7 } as SignedIn
      }),
    },
  })
  const actor = createActor(machine, { input: { returnUrl: '/en/live' }, inspect: recorder.inspect }).start()
  for (const password of ['correct horse', 'battery staple', 'unused']) {
    actor.send({ type: 'login.changed', login: 'ann@example.org' })
    actor.send({ type: 'password.changed', password })
    actor.send({ type: 'form.submitted' })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const [recording] = recorder.recordings
  const { scenario, text, notes } = recorder.toScenario(recording?.id ?? 0)
  expect(notes).toEqual([])
  expect(recording).toMatchObject({ machine: 'account/sign-in', isCut: false })
  expect(text).not.toMatch(/correct horse|battery staple/)
  const contract = scenarioMachines['account/sign-in'] as AnyMachineContract
  const played = playScenario(contract, scenario)
  expect(played.divergence).toBeUndefined()
  expect(scenario.traceHash).toBe(played.hash)
  expect(scenario.steps.filter((step) => step.do === 'err' || step.do === 'ok').map((step) => step.actor)).toEqual([
    'root/signIn#1',
    'root/signIn#2',
  ])
})

test('equal passwords stay equal, and others do not become so', () => {
  const { recorder, send } = recordedForm()
  for (const [fieldId, value] of [
    ['password', 'correct horse'],
    ['password_again', 'battery staple'],
    ['password_again', 'correct horse'],
  ]) {
    send({ type: 'field.changed', fieldId, value })
  }
  const { scenario } = recorder.toScenario(1)
  const [first, other, again] = scenario.steps.filter((step) => step.do === 'send').map((step) => step.event?.value)
  expect(first).toEqual({ $secret: 'value', len: 13 })
  expect(other).not.toEqual(first)
  expect(again).toEqual(first)
})

test('a secret that was recorded before it was known to be one is removed too', () => {
  const { recorder, send } = recordedForm()
  send({ type: 'field.changed', fieldId: 'email', value: 'correct horse' })
  send({ type: 'field.changed', fieldId: 'land', value: 'my "correct horse"' })
  send({ type: 'field.changed', fieldId: 'password', value: 'correct horse' })
  expect(recorder.toScenario(1).text).not.toContain('correct horse')
})

test('values of a field from before it was secret are removed from every place', () => {
  const { recorder, send } = recordedForm()
  send({ type: 'field.changed', fieldId: 'email', value: 'blue giraffe' })
  send({ type: 'circumstances.changed', change: { pin: 'blue giraffe' } })
  send({ type: 'field.changed', fieldId: 'pin', value: '4711', isSecret: true })
  expect(recorder.toScenario(1).text).not.toContain('blue giraffe')
})

test('an address that carries a token is not written', () => {
  const { recorder, send } = recordedForm()
  send({ type: 'field.changed', fieldId: 'land', value: '/en/reset?lang=en&reset_token=f00ba7' })
  send({ type: 'field.changed', fieldId: 'email', value: '/en/live?sport=1' })
  const { text, isReplayable } = recorder.toScenario(1)
  expect(text).not.toContain('f00ba7')
  expect(text).toContain('/en/live?sport=1')
  expect(isReplayable).toBe(true)
})

test('a password that is the word "password" hides no field', () => {
  const { recorder, send } = recordedForm()
  send({ type: 'field.changed', fieldId: 'password', value: 'password' })
  const { scenario } = recorder.toScenario(1)
  expect(scenario.steps.at(-1)?.event).toEqual({
    type: 'field.changed',
    fieldId: 'password',
    value: { $secret: 'value', len: 8 },
  })
})

test('an output keeps nothing that its schema calls secret, whatever it is called', async () => {
  const machine = setup({
    types: { context: {} as { readonly location: string } },
    actors: { ask: fromPromise(async () => ({ location: 'https://canary.example/', kind: 'page' })) },
  }).createMachine({
    context: { location: '' },
    invoke: { src: 'ask', onDone: { actions: assign(({ event }) => ({ location: event.output.location })) } },
  })
  const contract: AnyMachineContract = {
    ...{ machine, invariants: [], abstract: () => null, events: [], outcomes: {} },
    secretOutputs: { ask: 'account/social-start-answer' },
  }
  const recordedAs = async (recorded: AnyMachineContract) => {
    const recorder = new Recorder({ 'test/asking': recorded }, STILL, ORIGIN)
    const actor = createActor(machine, { inspect: recorder.inspect }).start()
    await waitFor(actor, ({ context }) => context.location !== '')
    return recorder.toScenario(1)
  }
  const { text, scenario, isReplayable } = await recordedAs(contract)
  expect(text).not.toMatch(CANARY)
  expect(isReplayable).toBe(true)
  expect(scenario.steps[0]?.value).toEqual({ location: { $secret: 'location', len: 23 }, kind: 'page' })
  const { secretOutputs: _none, ...open } = contract
  expect((await recordedAs(open)).text).toMatch(CANARY)
})

test('when secrets decide which way it goes, the file says that it does not replay', () => {
  const guarded = guardedContract()
  const recorder = new Recorder({ 'test/guarded': guarded }, STILL, ORIGIN)
  const actor = createActor(guarded.machine, { inspect: recorder.inspect }).start()
  actor.send({ type: 'token.given', token: 'the right one' })
  const { scenario, isReplayable, notes } = recorder.toScenario(1)
  expect(isReplayable).toBe(false)
  expect(scenario.traceHash).toBeUndefined()
  expect(notes).toEqual([
    'A replay with made-up secrets goes another way than the recorded run: value of event 1 (token.given).',
  ])
  expect(scenario.steps[0]).toEqual({ at: 0, do: 'mark', note: notes[0] })
})

test('what a page hands over that JSON cannot hold, or that throws, harms neither the machine nor the recorder', () => {
  const guarded = guardedContract()
  const recorder = new Recorder({ 'test/guarded': guarded }, STILL, ORIGIN)
  const actor = createActor(guarded.machine, { inspect: recorder.inspect }).start()
  const round: Record<string, unknown> = { call: () => 1 }
  round.self = round
  actor.send({ type: 'page.seen', round })
  expect(recorder.toScenario(1).notes).toContain('JSON cannot hold the values at 25 places, functions for instance.')
  const trap = {
    type: 'page.seen',
    get text(): string {
      throw new TypeError('planted')
    },
  }
  actor.send(trap)
  actor.send({ type: 'token.given', token: 'the right one' })
  expect(actor.getSnapshot().value).toBe('open')
  const { notes, isReplayable } = recorder.toScenario(1)
  expect(isReplayable).toBe(false)
  expect(notes).toContain('The recording ended when an event could not be noted (TypeError).')
})

test('a full recorder gives up the oldest steps of the largest recording, and says so', () => {
  const limits = { steps: 20, size: 100_000 }
  const { recorder, send } = recordedForm(limits)
  const { machine } = scenarioMachines['shell/dropdown'] as AnyMachineContract
  const dropdown = createActor(machine, { input: { opensBy: 'click' }, inspect: recorder.inspect }).start()
  dropdown.send({ type: 'trigger.pressed', pointerType: 'mouse' })
  for (let count = 0; count < 50; count += 1) {
    send({ type: 'field.changed', fieldId: 'email', value: `ann${count}@example.org` })
  }
  expect(recorder.recordings).toEqual([
    { id: 1, machine: 'forms/form', steps: 19, isCut: true, hasEnded: false },
    { id: 2, machine: 'shell/dropdown', steps: 1, isCut: false, hasEnded: false },
  ])
  const { scenario, text, isReplayable } = recorder.toScenario(1)
  expect(isReplayable).toBe(false)
  expect(scenario.traceHash).toBeUndefined()
  expect(scenario.tags).toEqual(['recording.cut'])
  expect(text).toContain('The first 31 steps were given up')
  expect(text).not.toContain('ann30@')
  expect(text).toContain('ann31@')
  // It cannot be replayed from the start, so it pins nothing, and a run refuses it until somebody says what to expect.
  expect(checkScenario(scenario, scenarioMachines).map(({ pointer }) => pointer)).toEqual(['/steps'])
  expect(recorder.toScenario(2).isReplayable).toBe(true)
})

test('no more is kept than the limits allow, whatever is recorded', () => {
  const run = fc.record({ seed: fc.nat(), steps: fc.integer({ min: 20, max: 80 }), name: fc.constantFrom(...names) })
  fc.assert(
    fc.property(run, fc.integer({ min: 1, max: 15 }), fc.integer({ min: 500, max: 5000 }), (walk, steps, size) => {
      const { recording, scenario, text } = record({ ...walk, limits: { steps, size } })
      expect(recording.steps).toBeLessThanOrEqual(steps)
      expect(text.length).toBeLessThan(2 * size + 2000)
      const faults = checkScenario(scenario, scenarioMachines).map(({ pointer }) => pointer)
      expect(faults).toEqual(recording.isCut ? ['/steps'] : [])
      if (recording.isCut) expect(scenario.traceHash).toBeUndefined()
      else expect(scenario.traceHash).toBeDefined()
    }),
    { numRuns: 150, seed: 5 },
  )
})

test('a recording that has ended is dropped with the last of its steps', () => {
  const recorder = new Recorder(scenarioMachines, STILL, ORIGIN, { steps: 3, size: 10_000 })
  const { machine } = scenarioMachines['shell/dropdown'] as AnyMachineContract
  for (let count = 0; count < 5; count += 1) {
    const actor = createActor(machine, { input: { opensBy: 'click' }, inspect: recorder.inspect }).start()
    actor.send({ type: 'outside.pressed' })
    actor.stop()
  }
  createActor(machine, { input: { opensBy: 'click' }, inspect: recorder.inspect })
  expect(recorder.recordings.map(({ id, hasEnded }) => [id, hasEnded])).toEqual([
    [3, true],
    [4, true],
    [5, true],
  ])
})

const names = machines.map(([name]) => name)
const STILL = { nowMs: () => 0, instant: () => '2026-01-15T10:00:00Z' }

/** A form as a page starts it, of which everything is recorded. */
function recordedForm(limits?: RecorderLimits) {
  const recorder = new Recorder(scenarioMachines, STILL, ORIGIN, limits)
  const { machine, prepareInput } = scenarioMachines['forms/form'] as AnyMachineContract
  const actor = createActor(scriptedMachine(machine), {
    input: prepareInput?.({}),
    inspect: recorder.inspect,
  }).start()
  return { recorder, send: (event: { readonly type: string; readonly [key: string]: unknown }) => actor.send(event) }
}

/** A machine that looks into a token, which no schema declares. */
function guardedContract(): AnyMachineContract {
  const machine = setup({ types: { events: {} as { readonly type: string; readonly token?: unknown } } }).createMachine(
    {
      initial: 'shut',
      states: {
        shut: { on: { 'token.given': { guard: ({ event }) => event.token === 'the right one', target: 'open' } } },
        open: {},
      },
    },
  )
  return { machine, invariants: [], abstract: () => null, events: [], outcomes: {} }
}
