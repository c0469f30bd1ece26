import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type AnyStateNode, setup } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { diagramsOf } from '#stage/charts/statechart.ts'
import { FLOWS, withDiagrams } from './mermaid.ts'

const lamp = setup({ guards: { isDark: () => true } }).createMachine({
  initial: 'off',
  on: { broken: '.waste' },
  states: {
    off: {
      on: { pressed: [{ guard: 'isDark', target: 'on' }, { target: 'off' }], wiped: { actions: () => undefined } },
    },
    on: { initial: 'dim', on: { pressed: 'off' }, states: { dim: { after: { 200: 'bright' } }, bright: {} } },
    waste: {},
  },
})

test('a diagram has every change of state with its event, guard and delay, and no event that changes none', () => {
  expect([...diagramsOf('lamp', lamp).values()]).toEqual([
    [
      'stateDiagram-v2',
      '  %% lamp',
      '  state "on.dim" as on_dim',
      '  state "on.bright" as on_bright',
      '  state "any state" as any_state',
      '  [*] --> off',
      '  off --> on_dim: pressed [isDark]',
      '  off --> off: pressed [else]',
      '  on_dim --> on_bright: after 200',
      '  on_dim --> off: pressed',
      '  on_bright --> off: pressed',
      '  any_state --> waste: broken',
      '',
    ].join('\n'),
  ])
})

test('a state that refuses an event of the whole machine is named beside it', () => {
  const door = setup({}).createMachine({
    initial: 'open',
    on: { kicked: '.broken' },
    states: {
      open: { on: { kicked: { guard: () => false } } },
      locked: { on: { kicked: {} } },
      broken: { on: { kicked: {} } },
    },
  })
  expect([...diagramsOf('door', door).values()].join()).toContain(
    'any_state --> broken: kicked but not in locked or broken\n',
  )
})

test('parallel regions get a diagram each', () => {
  const machine = setup({}).createMachine({
    type: 'parallel',
    states: { left: { initial: 'a', states: { a: {} } }, right: { initial: 'b', states: { b: {} } } },
  })
  expect([...diagramsOf('pair', machine).keys()]).toEqual(['pair left', 'pair right'])
})

test('every state of every registered machine is in its diagrams', () => {
  for (const [name, { machine }] of Object.entries(scenarioMachines)) {
    const text = [...diagramsOf(name, machine).values()].join('\n')
    const keys = leafKeys(machine.root)
    expect(keys.length).toBeGreaterThan(1)
    for (const key of keys) expect(text).toContain(key)
  }
})

function leafKeys(node: AnyStateNode): string[] {
  const children = Object.values(node.states)
  return children.length ? children.flatMap(leafKeys) : [node.key]
}

describe.each(readdirSync(FLOWS).filter((name) => name.endsWith('.md')))('docs/flows/%s', (file) => {
  const text = readFileSync(join(FLOWS, file), 'utf8')

  test('its diagrams are those of the machines (else: node tools/mermaid.ts)', () => {
    expect(text.match(/```mermaid/g)?.length).toBe(text.match(/```mermaid\nstateDiagram-v2\n {2}%% \S/g)?.length)
    expect(withDiagrams(text)).toBe(text)
  })

  test('a diagram that is out of date is noticed', () => {
    expect(withDiagrams(text.replace(/ --> \w+/, ' --> elsewhere'))).toBe(text)
    expect(() => withDiagrams(text.replace(/%% \S+/, '%% account/nothing'))).toThrow('account/nothing')
  })

  test('the files that it names are there', () => {
    const paths = [...text.matchAll(/`((?:machines|src|tests|docs)\/[^`*{]+)`/g)].map(([, path]) => path ?? '')
    expect(paths.length).toBeGreaterThan(3)
    expect(paths.filter((path) => !existsSync(join(FLOWS, '../..', path)))).toEqual([])
  })
})
