import { expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import type { ViewerData } from '../charts/viewer-data.ts'
import { readScenarioText } from '../commands/scenario-file.ts'
import { schemaOf } from '../player/event-check.rules.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { answersOf, eventOf, withHiddenSecrets } from './event-answers.ts'
import { fileNameOf, itemsOf } from './items.ts'
import { heatOf, passOf, shadeOf } from './passes.ts'
import { isAskedFor, isShown, type ProofFilter, provedOf, standingOf, verdictOf } from './proofs.ts'
import { playOn, replayOf, replaySoFar } from './replays.ts'
import { frameAt } from './Timeline.tsx'
import { selectedItem, startState, viewerReducer } from './viewer-state.ts'

const pressed = { type: 'trigger.pressed', pointerType: 'mouse' }
const scenario: Scenario = {
  format: 'scn/1',
  title: 'It opens',
  machine: 'shell/dropdown',
  input: { opensBy: 'click' },
  source: 'recorded',
  traceHash: '0123456789abcdef',
  req: ['UI-8'],
  steps: [
    { at: 0, do: 'send', actor: 'root', event: pressed, expect: { value: { open: 'staying' } } },
    { at: 10, do: 'send', actor: 'root', event: { type: 'escape.pressed' } },
  ],
}
const pressedAt = (at: number) => ({ at, do: 'send', actor: 'root', event: pressed }) as const
const data: ViewerData = {
  files: [
    { file: 'broken.scn.json', problems: [{ line: 3, pointer: '', message: 'not JSON' }] },
    { file: 'a/opens.scn.json', scenario, problems: [] },
  ],
  charts: {},
  forms: {},
  requirements: [
    { id: 'UI-8', area: 'shell', text: 'A dropdown opens.' },
    { id: 'QA-17', area: 'replay', text: 'A page shows requirements.' },
    { id: 'BET-24', area: 'coupon', text: 'One payout.' },
  ],
  tests: [
    { file: 'a.test.ts', title: 'QA-17: it is seen', req: ['QA-17'], status: 'passed' },
    { file: 'b.test.ts', title: 'QA-17, UI-8: both', req: ['QA-17', 'UI-8'], status: 'failed' },
    { file: 'c.test.ts', title: 'BET-24: later', req: ['BET-24'], status: 'skipped' },
  ],
}
const begun = startState(itemsOf(data), '')

test('QA-12: it begins with the first scenario that can be played, or with the one asked for', () => {
  expect(begun.selected).toBe('a/opens.scn.json')
  expect(startState(itemsOf(data), 'broken.scn.json').selected).toBe('broken.scn.json')
})

test('QA-12: a frame before the first or after the last is not gone to', () => {
  const at = (frame: number) => viewerReducer(begun, { type: 'go', frame, frames: 3 }).frame
  expect([at(-1), at(1), at(99)]).toEqual([0, 1, 2])
})

test('QA-16: a failed scenario opens at its divergence, at the start and when it is chosen', () => {
  const { traceHash: _pin, ...plain } = scenario
  const steps = plain.steps.map((step, index) =>
    index === 1 ? { ...step, expect: { value: { open: 'staying' } } } : step,
  )
  const files = ['wrong', 'right'].map((name) => ({
    file: `${name}.scn.json`,
    scenario: name === 'wrong' ? { ...plain, steps } : plain,
    problems: [],
  }))
  const items = itemsOf({ ...data, files })
  expect(startState(items, 'wrong.scn.json').frame).toBe(2)
  const right = startState(items, 'right.scn.json')
  expect(right.frame).toBe(0)
  expect(viewerReducer(right, { type: 'select', id: 'wrong.scn.json' }).frame).toBe(2)
  expect(items.map(({ fileName }) => fileName)).toEqual(['wrong', 'right'])
})

test('QA-12: a fork drops the rest, is authored and unpinned, and can be read again as a scenario', () => {
  const forked = viewerReducer({ ...begun, frame: 1 }, { type: 'fork' })
  const fork = selectedItem(forked)
  expect(fork).toMatchObject({ isDraft: true, title: 'Fork of It opens' })
  expect(fork?.scenario).toMatchObject({ source: 'authored', req: ['UI-8'], steps: [scenario.steps[0]] })
  expect(fork?.scenario).not.toHaveProperty('traceHash')
  expect(forked.files).toBe(begun.files)
  expect(readScenarioText(scenarioText(fork?.scenario as Scenario))).toMatchObject({
    scenario: fork?.scenario,
    problems: [],
  })
})

test('QA-12: what is done in a file begins a draft; what is done at the end of a draft is added to it', () => {
  const step = { at: 0, do: 'send', actor: 'root', event: { type: 'outside.pressed' } } as const
  const first = viewerReducer({ ...begun, frame: 1 }, { type: 'do', step })
  expect(selectedItem(first)?.scenario?.steps.at(-1)).toEqual({ ...step, expect: { value: { closed: 'resting' } } })
  expect([first.drafts.length, first.frame]).toEqual([1, 2])
  const second = viewerReducer(first, { type: 'do', step: { at: 500, do: 'advance' } })
  expect([second.drafts.length, second.frame, selectedItem(second)?.scenario?.steps.length]).toEqual([1, 3, 3])
  const branched = viewerReducer({ ...second, frame: 1 }, { type: 'do', step: { at: 7, do: 'advance' } })
  expect([branched.drafts.length, selectedItem(branched)?.scenario?.steps.length]).toEqual([2, 2])
  expect(viewerReducer(branched, { type: 'rename', title: 'Mine' }).drafts[0]?.scenario?.title).toBe('Mine')
})

test('QA-12: an unreadable file takes no steps', () => {
  const state = startState(itemsOf(data), 'broken.scn.json')
  expect(viewerReducer(state, { type: 'fork' })).toBe(state)
})

test('QA-12: a replay is kept while its scenario is shown, and few are kept at a time', () => {
  const first = replayOf(scenario)
  expect(first?.frames.length).toBe(3)
  expect(replayOf(scenario)).toBe(first)
  for (let count = 0; count < 6; count += 1) replayOf({ ...scenario })
  expect(replayOf(scenario)).not.toBe(first)
  expect(replayOf({ ...scenario, machine: 'no/such' })).toBeUndefined()
})

test('QA-12: heat counts the scenarios that pass a place', () => {
  const items = itemsOf(data)
  const pass = passOf({ ...scenario, steps: scenario.steps.slice(0, 1), traceHash: undefined } as unknown as Scenario)
  expect([pass.status, pass.places.has('open.staying'), pass.places.has('open.leaving')]).toEqual([
    'passed',
    true,
    false,
  ])
  expect(passOf(scenario).status).toBe('diverged')
  const heat = heatOf('shell/dropdown', items, new Map([['a/opens.scn.json', pass]]))
  expect([heat.get('open'), heat.get('open.leaving')]).toEqual([1, undefined])
  expect([0, 1, 5, 40].map((count) => shadeOf(count, 40))).toEqual([0, 1, 2, 4])
})

test('QA-12: by time the last step not later is shown', () => {
  const frames = [0, 0, 10, 500].map((at) => ({ at }))
  expect([0, 9, 10, 499, 500, 9000].map((at) => frameAt(frames, at))).toEqual([1, 1, 2, 2, 3, 3])
})

test('QA-12: answers make an event: by kind, without those not given, secrets by their length alone', () => {
  const field = { isRequired: false, isSecret: false, choices: [], description: '' }
  const form = {
    type: 'a.b',
    description: '',
    fields: [
      { ...field, name: 'text', kind: 'text' },
      { ...field, name: 'count', kind: 'number' },
      { ...field, name: 'isOn', kind: 'boolean' },
      { ...field, name: 'params', kind: 'json' },
      { ...field, name: 'code', kind: 'text', isSecret: true },
      { ...field, name: 'none', kind: 'text' },
    ],
  } as const
  const event = { type: 'a.b', text: 'x', count: 2, isOn: false, params: { a: [1] }, code: 'hunter2' }
  const answers = answersOf(form, event)
  expect(answers).toEqual({ text: 'x', count: '2', isOn: 'false', params: '{"a":[1]}', code: '7', none: '' })
  expect(eventOf(form, answers)).toEqual({ event: { ...event, code: { $secret: 'code', len: 7 } }, wrong: [] })
  expect(eventOf(form, { params: '{' }).wrong).toEqual(['params'])
})

test('QA-12: no secret that is typed into a form comes into a scenario', () => {
  const contract = scenarioMachines['forms/form']
  const schema = contract && schemaOf(contract)
  const typed = (fieldId: string, value: unknown) =>
    withHiddenSecrets(schema, { type: 'field.changed', fieldId, value })
  expect(typed('password', 'hunter2').value).toEqual({ $secret: 'value', len: 7 })
  expect(typed('password', { $secret: 'mine', len: 9 }).value).toEqual({ $secret: 'mine', len: 9 })
  expect(typed('name', 'Ada').value).toBe('Ada')
})

test('QA-12: a title gives the name of a file', () => {
  expect([fileNameOf('Fork of: It opens!'), fileNameOf('…')]).toEqual([
    'fork-of-it-opens.scn.json',
    'scenario.scn.json',
  ])
})

test('QA-12: of a long scenario the first steps are there before the last, and the rest when it is asked for', () => {
  const steps = Array.from({ length: 4000 }, (_, index) => pressedAt(index))
  const long: Scenario = { ...scenario, traceHash: undefined, steps } as unknown as Scenario
  const begun = replaySoFar(long)
  expect([begun?.isWhole, begun?.last]).toEqual([false, 4000])
  expect(begun?.frames.length).toBeGreaterThan(1)
  expect(begun?.frames.length).toBeLessThan(4000)
  expect(replaySoFar(long)).toBe(begun)
  let asked = 0
  expect(
    playOn(long, () => {
      asked += 1
      return asked > 10
    }),
  ).toBe(false)
  expect(replaySoFar(long)?.frames.length).toBe((begun?.frames.length ?? 0) + 10)
  expect([replayOf(long)?.isWhole, replayOf(long)?.frames.length]).toEqual([true, 4001])
  expect(playOn(long, () => true)).toBe(true)
})

test('QA-16: one that is longer than is played at once opens at its start, and goes to its divergence when it has been played', () => {
  const steps = Array.from({ length: 201 }, (_, index) => pressedAt(index))
  const last = { ...pressedAt(201), expect: { value: { closed: 'waiting' } } }
  const { traceHash: _, ...bare } = scenario
  const long = { ...bare, steps: [...steps, last] } as Scenario
  const files = itemsOf({ ...data, files: [{ file: 'long.scn.json', problems: [], scenario: long }] })
  const begun = startState(files, 'long.scn.json')
  expect(begun.frame).toBe(0)
  const pass = passOf(long)
  expect([pass.status, pass.divergesAt]).toEqual(['diverged', 202])
  const passes = new Map([['long.scn.json', pass]])
  expect(viewerReducer(begun, { type: 'passes', passes }).frame).toBe(202)
  const looking = viewerReducer(begun, { type: 'go', frame: 7, frames: 203 })
  expect(viewerReducer(looking, { type: 'passes', passes }).frame).toBe(7)
  expect(viewerReducer({ ...begun, selected: '', passes }, { type: 'select', id: 'long.scn.json' }).frame).toBe(202)
})

test('QA-17: a requirement has its scenarios and tests, and fails when one of them does', () => {
  const standings = (passes: Parameters<typeof verdictOf>[1]) =>
    provedOf(data).map(({ proofs }) => standingOf(proofs.map((proof) => verdictOf(proof, passes))))
  expect(provedOf(data).map(({ proofs }) => proofs.map(({ title }) => title))).toEqual([
    ['It opens', 'QA-17, UI-8: both'],
    ['QA-17: it is seen', 'QA-17, UI-8: both'],
    ['BET-24: later'],
  ])
  expect(standings(new Map())).toEqual(['fails', 'fails', 'none'])
  const scenarios = provedOf({ ...data, tests: [] }).slice(0, 1)
  const judged = (status: 'passed' | 'diverged' | 'unreadable') =>
    scenarios.map(({ proofs }) =>
      standingOf(
        proofs.map((proof) => verdictOf(proof, new Map([['a/opens.scn.json', { status, places: new Set() }]]))),
      ),
    )
  expect([judged('passed'), judged('diverged'), judged('unreadable')].flat()).toEqual(['holds', 'fails', 'fails'])
  expect(standingOf(['passed', 'unknown'])).toBe('unknown')
})

test('QA-17: filters and search tell requirements with scenarios, with tests alone, and those that nothing proves', () => {
  const ids = (filter: ProofFilter, query = '') =>
    provedOf(data)
      .filter((proved) =>
        isShown(proved, standingOf(proved.proofs.map((proof) => verdictOf(proof, new Map()))), filter),
      )
      .filter((proved) => isAskedFor(proved, query))
      .map(({ requirement }) => requirement.id)
  expect((['all', 'scenarios', 'tests', 'none', 'fails'] as const).map((filter) => ids(filter))).toEqual([
    ['UI-8', 'QA-17', 'BET-24'],
    ['UI-8'],
    ['QA-17', 'BET-24'],
    ['BET-24'],
    ['UI-8', 'QA-17'],
  ])
  expect([ids('all', 'both ui-8'), ids('all', 'B.TEST page'), ids('all', 'nothing like it')]).toEqual([
    ['UI-8', 'QA-17'],
    ['QA-17'],
    [],
  ])
})

test('QA-17: the address leads to the requirements, to a scenario, and nowhere when there is none such', () => {
  expect([startState(itemsOf(data), 'requirements').page, begun.page]).toEqual(['requirements', 'scenarios'])
  const list = viewerReducer({ ...begun, isPlaying: true }, { type: 'visit', place: 'requirements' })
  expect([list.page, list.isPlaying, list.selected]).toEqual(['requirements', false, begun.selected])
  const there = viewerReducer(list, { type: 'visit', place: 'broken.scn.json' })
  expect([there.page, there.selected]).toEqual(['scenarios', 'broken.scn.json'])
  expect(viewerReducer(list, { type: 'visit', place: 'gone.scn.json' })).toBe(list)
})
