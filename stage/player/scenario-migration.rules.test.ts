import { describe, expect, test } from 'vitest'
import type { MachineRenames, Scenario, ScenarioStep } from '#schemas'
import { migrateScenario, migrationFaults } from './scenario-migration.rules.ts'

function scenarioOf(...steps: readonly Omit<ScenarioStep, 'at'>[]): Scenario {
  return {
    format: 'scn/1',
    machine: 'home/lamp',
    source: 'authored',
    req: [],
    steps: steps.map((step) => ({ at: 0, ...step })),
  }
}

function migrated(renames: MachineRenames, ...steps: readonly Omit<ScenarioStep, 'at'>[]) {
  return migrateScenario({ machines: { 'home/lamp': renames } }, scenarioOf(...steps))
}

describe('a map of new names', () => {
  const faults = (renames: MachineRenames) => migrationFaults({ machines: { 'home/lamp': renames } })

  test('is fine when every old name gets one new name of its own', () => {
    expect(
      faults({
        name: 'home/light',
        events: { pressed: 'pushed', pulled: 'drawn' },
        states: { 'on.dim': 'low', 'off.dim': 'low' },
        context: { '/a': '/b', '/c/d': '/c/e' },
      }),
    ).toEqual([])
  })

  test.each<[string, MachineRenames, readonly string[]]>([
    ['two become one', { events: { a: 'c', b: 'c' } }, ['/events/a', '/events/b']],
    ['a name is new and old', { actors: { a: 'b', b: 'c' } }, ['/actors/a']],
    ['two are swapped', { actions: { a: 'b', b: 'a' } }, ['/actions/a', '/actions/b']],
    ['nothing is renamed', { actions: { a: 'a' } }, ['/actions/a']],
    ['two states of one parent become one', { states: { 'on.a': 'c', 'on.b': 'c' } }, ['/states/on.a', '/states/on.b']],
    ['a place lies in another one that moves', { context: { '/a': '/b', '/a/c': '/d' } }, ['/context/~1a~1c']],
  ])('is refused when %s', (_name, renames, pointers) => {
    expect(faults(renames).map(({ pointer }) => pointer)).toEqual(
      pointers.map((pointer) => `/machines/home~1lamp${pointer}`),
    )
  })

  test('is refused when two machines become one', () => {
    const machines = { 'home/lamp': { name: 'home/light' }, 'home/bulb': { name: 'home/light' } }
    expect(migrationFaults({ machines }).map(({ pointer }) => pointer)).toEqual([
      '/machines/home~1lamp/name',
      '/machines/home~1bulb/name',
    ])
  })
})

describe('a scenario', () => {
  test('gets the new names wherever the old ones stand', () => {
    const { scenario, faults } = migrated(
      {
        name: 'home/light',
        events: { pressed: 'pushed' },
        states: { on: 'lit', 'on.dim': 'low', off: 'dark' },
        actors: { glow: 'shine' },
        actions: { told: 'said' },
        context: { '/level': '/brightness', '/bulb/watts': '/bulb/power', '/wires/0/a~1b': '/wires/0/c~0d' },
      },
      {
        do: 'send',
        event: { type: 'pressed', by: 'pressed' },
        expect: {
          value: { on: 'dim', plug: 'on' },
          ctx: {
            '/level/max': 5,
            '/bulb': { watts: 40, cap: 'E27' },
            '/other': { level: 1 },
            '/wires': [{ 'a/b': 1 }, {}],
          },
          can: ['!pressed', 'pressed', { type: 'pressed' }, 'broken'],
          effects: [{ type: 'told', params: { type: 'told' } }],
          children: ['root/glow#1'],
          inputs: { 'root/glow#1': { glow: true } },
        },
        note: 'pressed',
      },
      { do: 'ok', actor: 'root/glow#1', value: 'dim', expect: { value: 'off' } },
    )
    expect(faults).toEqual([])
    expect(scenario).toEqual({
      ...scenarioOf(
        {
          do: 'send',
          event: { type: 'pushed', by: 'pressed' },
          expect: {
            value: { lit: 'low', plug: 'on' },
            ctx: {
              '/brightness/max': 5,
              '/bulb': { power: 40, cap: 'E27' },
              '/other': { level: 1 },
              '/wires': [{ 'c~d': 1 }, {}],
            },
            can: ['!pushed', 'pushed', { type: 'pushed' }, 'broken'],
            effects: [{ type: 'said', params: { type: 'told' } }],
            children: ['root/shine#1'],
            inputs: { 'root/shine#1': { glow: true } },
          },
          note: 'pressed',
        },
        { do: 'ok', actor: 'root/shine#1', value: 'dim', expect: { value: 'dark' } },
      ),
      machine: 'home/light',
    })
  })

  test('of another machine stays as it is, and one that has the new names already does too', () => {
    const other = { ...scenarioOf({ do: 'send', event: { type: 'pressed' } }), machine: 'home/door' }
    const map = { machines: { 'home/lamp': { events: { pressed: 'pushed' } } } }
    expect(migrateScenario(map, other)).toEqual({ scenario: other, faults: [] })
    const done = scenarioOf({ do: 'send', event: { type: 'pushed' } })
    expect(migrateScenario(map, done)).toEqual({ scenario: done, faults: [] })
  })

  test.each<[string, MachineRenames, readonly Omit<ScenarioStep, 'at'>[], string]>([
    [
      'two of its events would become one',
      { events: { pressed: 'pushed' } },
      [
        { do: 'send', event: { type: 'pressed' } },
        { do: 'send', event: { type: 'pushed' } },
      ],
      '/steps/1/event/type',
    ],
    [
      'two of its states would become one',
      { states: { 'on.dim': 'low' } },
      [
        { do: 'mark', expect: { value: { on: 'low' } } },
        { do: 'mark', expect: { value: { on: 'dim' } } },
      ],
      '/steps/1/expect/value/on',
    ],
    [
      'something stands already where its context moves to',
      { context: { '/a': '/b' } },
      [{ do: 'mark', expect: { ctx: { '/a': 1, '/b': 2 } } }],
      '/steps/0/expect/ctx/~1a',
    ],
    [
      'something moves out of what is expected whole',
      { context: { '/a/x': '/x' } },
      [{ do: 'mark', expect: { ctx: { '/a': { x: 1 } } } }],
      '/steps/0/expect/ctx/~1a',
    ],
    [
      'what moves within something would take the place of another',
      { context: { '/a/0/x': '/a/0/y' } },
      [{ do: 'mark', expect: { ctx: { '/a': [{ x: 1, y: 2 }] } } }],
      '/steps/0/expect/ctx/~1a',
    ],
  ])('is left alone when %s', (_name, renames, steps, pointer) => {
    expect(migrated(renames, ...steps).faults.map((fault) => fault.pointer)).toEqual([pointer])
  })
})
