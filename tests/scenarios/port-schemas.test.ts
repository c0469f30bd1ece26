import { describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { portSchemas } from '#schemas/generated/port-schemas.ts'
import { checkScenario } from '#stage/player/scenario-check.rules.ts'

type Value = Exclude<ScenarioStep['value'], undefined>

function faults(machine: string, input: unknown, ...steps: readonly ScenarioStep[]) {
  const scenario = {
    format: 'scn/1',
    machine,
    input,
    source: 'authored',
    req: [],
    traceHash: '0123456789abcdef',
    steps: steps.length > 0 ? steps : [{ at: 0, do: 'mark' }],
  }
  return checkScenario(scenario as Scenario, scenarioMachines).map(({ pointer, message }) => `${pointer} ${message}`)
}

describe.each(Object.entries(scenarioMachines))('QA-15: what %s is given from outside', (name, contract) => {
  test('has a schema, which every typical input and end of an actor meets', () => {
    const schema = portSchemas[name]
    const legal = [
      ...(contract.inputs ?? []).map((input) => ({ input })),
      ...Object.entries(contract.outcomes).flatMap(([actor, { ok, err, shows = [] }]) => [
        ...ok.map((value) => ({ ok: { [actor]: value } })),
        ...err.map((value) => ({ err: { [actor]: value } })),
        ...shows.map((value) => ({ shows: { [actor]: value } })),
      ]),
    ]
    for (const given of legal)
      expect(schema?.validate(given), JSON.stringify([given, schema?.validate.errors])).toBe(true)
    expect(schema?.validate({ input: { planted: 1 } })).toBe(false)
    expect(schema?.validate({ ok: { planted: 1 } })).toBe(false)
  })

  test('names every actor of the machine, and no other', () => {
    const actors = Object.keys(contract.machine.implementations.actors)
    for (const actor of actors) expect(portSchemas[name]?.validate({ err: { [actor]: 'broken' } }), actor).toBe(true)
  })
})

test('every schema of ports belongs to a machine', () => {
  expect(Object.keys(portSchemas).filter((name) => !(name in scenarioMachines))).toEqual([])
})

test.each<[string, string, ScenarioStep['do'], string, Value, string]>([
  [
    'an output of another shape',
    'account/two-factor',
    'ok',
    'loadSecret',
    { secret: 's', uri: 'u', qr: 'q' },
    'the output of loadSecret needs "qr_code_url"',
  ],
  [
    'an error as an output',
    'account/sign-in',
    'ok',
    'signIn',
    { code: 'sign_in.wrong_credentials' },
    'the output of signIn needs "userId"',
  ],
  [
    'nothing where something is read',
    'account/service-token',
    'ok',
    'readStored',
    null,
    'the output of readStored must be an object, not null',
  ],
  [
    'a mistyped code of an error',
    'account/sign-in',
    'err',
    'signIn',
    { code: 'sign_in.wrong_credental' },
    'did you mean "sign_in.wrong_credentials"?',
  ],
  [
    'a value of an actor that shows none',
    'account/sign-in',
    'emit',
    'signIn',
    { userId: 1 },
    'signIn shows nothing before its end',
  ],
  [
    'a kind of answer that there is not',
    'betting/coupon',
    'ok',
    'place',
    { kind: 'acepted', betId: 1, stakeMinor: 1 },
    '"acepted" is no kind',
  ],
])('QA-15: %s is refused', (_name, machine, deed, actor, value, message) => {
  const input = machine === 'account/service-token' ? { isSignedIn: true, epoch: 1 } : {}
  const found = faults(machine, input, { at: 0, do: deed, actor: `root/${actor}#1`, value })
  expect(found.join('\n')).toContain(message)
  expect(found.every((fault) => fault.startsWith('/steps/0/'))).toBe(true)
})

test('QA-15: an input that lacks what the machine needs is refused before it is played', () => {
  expect(faults('shell/dropdown', {})).toEqual(['/input the input of shell/dropdown needs "opensBy"'])
  expect(faults('account/sign-in', { logn: 'ann' })).toEqual([
    '/input/logn unknown property of the input of account/sign-in "logn"; did you mean "login"?',
  ])
})
