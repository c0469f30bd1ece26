import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { gherkinText } from './gherkin-text.ts'
import { itfTrace, itfValue } from './itf-trace.ts'

const contract = scenarioMachines['social/social-start'] as AnyMachineContract

const scenario: Scenario = {
  format: 'scn/1',
  title: "A provider that isn't there leaves all buttons",
  machine: 'social/social-start',
  source: 'authored',
  req: ['AUTH-3'],
  tags: ['own mark'],
  steps: [
    {
      at: 0,
      do: 'send',
      event: { type: 'provider.pressed', providerId: 'google' },
      expect: { value: 'starting', children: ['root/startSocial#1'], can: ['!page.returned'] },
      note: 'the first try',
    },
    {
      at: 500,
      do: 'err',
      actor: 'root/startSocial#1',
      value: { code: 'social.unavailable' },
      expect: { value: 'choosing', ctx: { '/providerId': null }, effects: [] },
    },
    { at: 500, do: 'send', event: { type: 'provider.pressed', providerId: 'fb' } },
    {
      at: 700,
      do: 'ok',
      actor: 'root/startSocial#2',
      value: { location: 'https://x.example/a' },
      expect: { value: 'leaving' },
    },
  ],
}

test('a scenario reads as Gherkin', () => {
  expect(gherkinText(scenario)).toBe(`Feature: social/social-start

  @AUTH-3 @own-mark
  Scenario: A provider that isn't there leaves all buttons
    Given the machine starts with \`{}\`
    # the first try
    When provider.pressed with \`{"providerId":"google"}\` happens
    Then the state is \`"starting"\`
    And it would refuse page.returned
    And root/startSocial#1 run
    When 500 ms pass, until 500 ms
    And root/startSocial#1 fails with \`{"code":"social.unavailable"}\`
    Then the state is \`"choosing"\`
    And the context has \`null\` at /providerId
    And nothing is emitted or asked for
    When provider.pressed with \`{"providerId":"fb"}\` happens
    And 200 ms pass, until 700 ms
    And root/startSocial#2 ends well with \`{"location":"https://x.example/a"}\`
    Then the state is \`"leaving"\`
`)
})

describe('a trace in the Informal Trace Format', () => {
  test('has a state for every step, with the action that led there', () => {
    const trace = itfTrace(contract, scenario)
    expect(trace['#meta']).toMatchObject({ format: 'ITF', source: 'social/social-start', description: scenario.title })
    expect(trace.states).toHaveLength(4)
    for (const state of trace.states) expect(Object.keys(state).sort()).toEqual(['#meta', ...trace.vars].sort())
    expect(trace.states[1]).toMatchObject({
      '#meta': { index: 1 },
      value: 'choosing',
      at: { '#bigint': '500' },
      'mbt::actionTaken': 'err',
      'mbt::nondetPicks': { actor: 'root/startSocial#1', value: { code: 'social.unavailable' } },
      context: { providerId: { '#unserializable': 'null' } },
    })
    expect(trace.states[3]?.effects).toEqual([{ type: 'leaving', params: { location: 'https://x.example/a' } }])
  })

  test('is not made of a scenario that goes otherwise', () => {
    const steps = scenario.steps.with(3, { ...scenario.steps[3], at: 700, do: 'mark', expect: { value: 'leaving' } })
    expect(() => itfTrace(contract, { ...scenario, steps })).toThrow('diverges at step 4 (/steps/3/expect/value)')
  })

  test.each([
    [5, { '#bigint': '5' }],
    [-1, { '#bigint': '-1' }],
    [1.5, { '#unserializable': '1.5' }],
    [null, { '#unserializable': 'null' }],
    [
      [true, 'a'],
      [true, 'a'],
    ],
    [{ a: { b: 1 } }, { a: { b: { '#bigint': '1' } } }],
    [{ '#bigint': 'a' }, { '#map': [['#bigint', 'a']] }],
  ])('writes %j as %j', (value, expected) => {
    expect(itfValue(value)).toEqual(expected)
  })
})
