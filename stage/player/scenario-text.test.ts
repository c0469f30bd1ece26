import { expect, test } from 'vitest'
import type { Scenario } from '#schemas'
import schema from '#schemas/scenario/scenario.schema.json' with { type: 'json' }
import { scenarioText } from './scenario-text.ts'

const WHOLE = {
  format: 'scn/1',
  source: 'recorded',
  machine: 'shell/dropdown',
  tags: [],
  steps: [
    { note: 'a "quoted" word', do: 'send', at: 1, illegal: true, event: { type: 'a', deep: { list: [1, [], {}] } } },
    { expect: { value: 'b', ctx: { '/a': null } }, value: null, actor: 'root/load#1', do: 'ok', at: 2 },
  ],
  req: ['UI-9'],
  title: 'One',
  $schema: 'x.json',
} as const

test('QA-1: keys come in one order, steps last, one a line', () => {
  expect(scenarioText(WHOLE as unknown as Scenario)).toBe(`{
  "$schema": "x.json",
  "format": "scn/1",
  "title": "One",
  "machine": "shell/dropdown",
  "source": "recorded",
  "req": ["UI-9"],
  "tags": [],
  "steps": [
    { "at": 1, "do": "send", "event": { "type": "a", "deep": { "list": [1, [], {}] } }, "illegal": true, "note": "a \\"quoted\\" word" },
    { "at": 2, "do": "ok", "actor": "root/load#1", "value": null, "expect": { "value": "b", "ctx": { "/a": null } } }
  ]
}
`)
})

test('QA-1: nothing is lost, whatever the schema allows', () => {
  const whole = Object.fromEntries(Object.keys(schema.properties).map((key) => [key, key === 'steps' ? [] : key]))
  expect(JSON.parse(scenarioText(whole as unknown as Scenario))).toEqual(whole)
  expect(JSON.parse(scenarioText(WHOLE as unknown as Scenario))).toEqual(WHOLE)
})
