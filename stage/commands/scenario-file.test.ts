import { expect, test } from 'vitest'
import { readScenarioText } from './scenario-file.ts'

const TEXT = `{
  "format": "scn/1",
  "machine": "shell/dropdown",
  "input": { "opensBy": "click" },
  "source": "authored",
  "req": [], "traceHash": "0123456789abcdef",
  "steps": [
    { "at": 0, "do": "send", "event": { "type": "trigger.pressed", "pointerType": "mouse" } },
    { "at": 5, "do": "send", "event": { "type": "outside.pressed", "isScrollbar": false } }
  ]
}
`

test('a scenario that can be played has no problems, and its lines can be found', () => {
  const { scenario, problems, lineOf } = readScenarioText(`\uFEFF${TEXT}`)
  expect([scenario?.steps.length, problems]).toEqual([2, []])
  expect([lineOf('/machine'), lineOf('/steps/1'), lineOf('/steps/1/event/type'), lineOf('/nothing/there')]).toEqual([
    3, 9, 9, 1,
  ])
})

test.each([
  ['"pointerType": "mouse"', '"pointerType": "stylus"', 8, 'must be one of mouse, pen, touch, keyboard, not "stylus"'],
  [', "pointerType": "mouse"', '', 8, 'trigger.pressed needs "pointerType"'],
  ['isScrollbar', 'isScrolbar', 9, 'unknown property of outside.pressed "isScrolbar"; did you mean "isScrollbar"?'],
  ['outside.pressed', 'outsid.pressed', 9, 'unknown event "outsid.pressed"; did you mean "outside.pressed"?'],
  ['"scn/1"', '"scn/0"', 2, 'scn/0 is older than scn/1, and no migration leads from it; rewrite the scenario'],
  ['"scn/1"', '"scn/12"', 2, 'scn/12 is newer than scn/1, which is all that this version of livery reads'],
  ['"scn/1"', '"scene"', 2, 'must be one of scn/1, not "scene"'],
])('QA-1: a fault is reported with its line: %s → %s', (before, after, line, message) => {
  const { scenario, problems } = readScenarioText(TEXT.replace(before, after))
  expect(scenario).toBeUndefined()
  expect(problems.map((problem) => [problem.line, problem.message])).toEqual([[line, message]])
})

test.each([
  ['"req": []', '"req": ["UI-9999"]', 6, 'unknown requirement "UI-9999"'],
  [', "traceHash": "0123456789abcdef"', '', 7, 'no step expects anything'],
  ['"input": { "opensBy": "click" }', '"input": { "opensBy": "clik" }', 4, 'did you mean "click"?'],
  [
    '"type": "outside.pressed"',
    '"type": "outside.pressed" }, "expect": { "value": { "closd": "resting" }',
    9,
    'unknown state "closd"; did you mean "closed"?',
  ],
  [
    '"type": "outside.pressed"',
    '"type": "outside.pressed" }, "expect": { "value": "closed"',
    9,
    '"closed" holds others',
  ],
  [
    '"type": "outside.pressed"',
    '"type": "outside.pressed" }, "expect": { "ctx": { "/opnsBy": { "$absent": true } }',
    9,
    'there is never a value at "/opnsBy" in the context of shell/dropdown; did you mean "/opensBy"?',
  ],
  [
    '"type": "outside.pressed"',
    '"type": "outside.pressed" }, "expect": { "effects": [{ "type": "dropdown.closed", "by": "outside" }]',
    9,
    'written as "params": { "by": … }',
  ],
  [
    '"type": "outside.pressed"',
    '"type": "outside.pressed" }, "actor": "root/submit", "expect": { "effects": []',
    9,
    'write root for the machine',
  ],
  [
    '"do": "send", "event": { "type": "outside.pressed" }',
    '"do": "ok", "actor": "root/nobody#1", "value": null',
    9,
    'unknown actor "nobody"',
  ],
] as const)('QA-15: what proves nothing is refused at its line: %s → %s', (before, after, line, message) => {
  const text = TEXT.replace(', "isScrollbar": false', '').replace(before, after)
  const { scenario, problems } = readScenarioText(text)
  expect(scenario).toBeUndefined()
  expect(problems).toContainEqual(
    expect.objectContaining({ line, message: expect.stringContaining(message) as unknown }),
  )
  expect(JSON.stringify(problems)).not.toMatch(/\\\\w|\^root|destructure/)
})

test('QA-1: a file that is cut short anywhere is reported as such, and never read', () => {
  for (let length = 0; length < TEXT.trimEnd().length; length += 1) {
    const { scenario, problems } = readScenarioText(TEXT.slice(0, length))
    expect(scenario).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('not JSON')
  }
})
