import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { StateMachine } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { readScenarioText } from '#stage/commands/scenario-file.ts'
import { committedScenario, scenarioTexts } from './committed-scenarios.ts'
import { hashesOf, replay } from './replay.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const files = [...scenarioTexts.keys()]

/** Requirement ids, title and file of a scenario: the name of its test. */
function testName(file: string): string {
  const { req, title } = JSON.parse(scenarioTexts.get(file) ?? '{}') as Scenario
  return `${[...req, title].join(' ')} (${file})`
}

/** Whether a wrong expectation is planted at a step: at each in long runs, at the last that expects a state in others. */
function isPlanted(steps: Scenario['steps'], index: number): boolean {
  return Boolean(process.env.LIVERY_LONG) || index === steps.findLastIndex((step) => step.expect?.value !== undefined)
}

describe('the committed scenarios', () => {
  test.each(files.map((file) => [testName(file), file] as const))('%s', (_name, file) => {
    expect(replay(committedScenario(file)).divergence).toBeUndefined()
  })

  test('are many, and there are some for every machine', () => {
    expect(files.length).toBeGreaterThanOrEqual(400)
    const played = new Set(files.map((file) => committedScenario(file).machine))
    expect([...played].sort()).toEqual(Object.keys(scenarioMachines).sort())
  })

  test('QA-1: are written one step a line, name what they show, and expect something', () => {
    for (const [file, text] of scenarioTexts) {
      const { steps, title, req, tags = [] } = committedScenario(file)
      const lines = text.split('\n').filter((line) => /^ {4}\{ "at": \d+, .*\},?$/.test(line))
      expect(lines, file).toHaveLength(steps.length)
      expect(title, file).toBeTruthy()
      expect(req.length + tags.length + Number(steps.length > 0), file).toBeGreaterThan(0)
      expect(
        req.every((id) => /^[A-Z][A-Z0-9]*-\d+$/.test(id)),
        file,
      ).toBe(true)
      expect(
        steps.some(({ expect: expectation }) => expectation && Object.keys(expectation).length > 0),
        file,
      ).toBe(true)
    }
  })

  test('QA-2: change when any one of their expectations is changed', () => {
    for (const file of files) {
      const scenario = committedScenario(file)
      const { steps } = scenario
      for (const [index, step] of steps.entries()) {
        if (step.expect?.value === undefined || !isPlanted(steps, index)) continue
        const planted = { ...step, expect: { ...step.expect, value: 'planted' } }
        const { divergence } = replay({ ...scenario, steps: [...steps.slice(0, index), planted] })
        expect(divergence, file).toMatchObject({
          step: index + 1,
          at: step.at,
          pointer: `/steps/${index}/expect/value`,
          expected: 'planted',
          actual: step.expect.value,
        })
      }
    }
  }, 60_000)
})

test('QA-3: 1,000 replays of a scenario give one trace hash', () => {
  const scenario = committedScenario('tests/scenarios/registration/registered.scn.json')
  expect(hashesOf(scenario, 1000)).toHaveLength(1)
})

test('QA-2: a planted wrong expectation is found at its step, pointer and line', () => {
  const file = 'tests/scenarios/dropdown/hover-opens-after-delay.scn.json'
  const text = scenarioTexts.get(file) ?? ''
  const line = text.split('\n').findIndex((candidate) => candidate.includes('"at": 1200')) + 1
  const planted = text.replace('"by": "hover"', '"by": "press"')
  const { scenario, lineOf } = readScenarioText(planted)
  expect(scenario && replay(scenario).divergence).toMatchObject({
    step: 3,
    at: 1200,
    pointer: '/steps/2/expect/effects',
    expected: [{ type: 'dropdown.opened', params: { by: 'press' } }],
    actual: [{ type: 'dropdown.opened', params: { by: 'hover' } }],
  })
  expect(lineOf('/steps/2')).toBe(line)
  expect(line).toBeGreaterThan(1)
})

test('QA-14: every machine is registered with invariants, so that scenarios can be written for it', async () => {
  const registered = new Set(Object.values(scenarioMachines).map(({ machine }) => machine))
  const sources = globSync('machines/**/*.machine.ts', { cwd: root })
  expect(sources.length).toBeGreaterThan(0)
  for (const source of sources) {
    const module = (await import(`${root}${source}`)) as Record<string, unknown>
    for (const exported of Object.values(module)) {
      if (exported instanceof StateMachine) expect(registered.has(exported), source).toBe(true)
    }
  }
  for (const [name, { invariants }] of Object.entries(scenarioMachines))
    expect(invariants.length, name).toBeGreaterThan(0)
})
