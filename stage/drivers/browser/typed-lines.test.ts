import { expect, test } from 'vitest'
import type { Scenario, ScenarioStep } from '#schemas'
import { stateBefore, typed } from './typed-lines.ts'

const ON = { role: 'textbox', name: 'Line' }

function typing(text: string, line?: string) {
  return { type: 'line.changed', text, ...(line === undefined ? {} : { line }) }
}

function scenarioOf(...events: readonly ReturnType<typeof typing>[]): Scenario {
  const steps = events.map((event): ScenarioStep => ({ at: 0, do: 'send', actor: 'root', event }))
  return { format: 'scn/1', machine: 'account/password', source: 'authored', req: [], steps } as unknown as Scenario
}

test.each([
  ['an empty line is filled', [], typing('ann'), ['ann']],
  ['what is in the line is typed over', [typing('ann')], typing('bob'), ['bob']],
  ['a line that says it already says nothing first', [typing('ann')], typing('ann'), ['', 'ann']],
  ['a line that is empty is emptied by way of something else', [], typing(''), ['-', '']],
  ['a line that a failure may have emptied is emptied so too', [typing('ann')], typing(''), ['-', '']],
  ['the same text in another line is no matter', [typing('ann', 'login')], typing('ann', 'old'), ['ann']],
] as const)('QA-13: %s', (_, before, event, texts) => {
  const acts = typed(ON, event.text, event, { scenario: scenarioOf(...before, event), step: before.length })
  expect(acts).toEqual(texts.map((text) => ({ do: 'fill', on: ON, text })))
})

test('the state before a step is the last one that the scenario names', () => {
  const scenario = scenarioOf(typing('a'), typing('b'), typing('c'))
  const steps = scenario.steps.with(0, { ...(scenario.steps[0] as ScenarioStep), expect: { value: 'asking' } })
  const places = [0, 1, 2].map((step) => stateBefore({ scenario: { ...scenario, steps } as Scenario, step }))
  expect(places).toEqual([undefined, 'asking', 'asking'])
})
