import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ScenarioFuzzReport, ScenarioGenReport, ScenarioShrinkReport } from '#schemas'
import {
  isScenarioFuzzReport as isFuzzReport,
  isScenarioGenReport as isGenReport,
  isScenarioShrinkReport as isShrinkReport,
} from '#schemas/generated/validators/cli.js'
import { scenarioCommand } from './scenario-commands.test-support.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-scenario-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(cwd, { recursive: true })
})

async function report(verb: 'gen' | 'fuzz' | 'shrink', ...args: string[]) {
  const { code, stdout, stderr } = await scenarioCommand(verb, [...args, '--json'], cwd)
  expect(stderr).toBe('')
  return { code, report: JSON.parse(stdout) as unknown }
}

function contractOf(name: string): AnyMachineContract {
  return scenarioMachines[name] as AnyMachineContract
}

describe('livery scenario gen --json', () => {
  test('tells what became of each file, by its schema', async () => {
    const first = await report('gen', 'shell/dialog', '--out', 'out')
    const second = await report('gen', 'shell/dialog', '--out', 'out')
    expect([isGenReport(first.report), isGenReport(second.report), first.code, second.code]).toEqual([true, true, 0, 0])
    const { machine, files, unreached } = first.report as ScenarioGenReport
    expect([machine, unreached]).toEqual(['shell/dialog', []])
    expect(files.length).toBeGreaterThan(0)
    expect(files.every(({ file, change }) => change === 'written' && existsSync(join(cwd, file)))).toBe(true)
    const again = files.map(({ file }) => ({ file, change: 'unchanged' }))
    expect((second.report as ScenarioGenReport).files).toEqual(again)
  })

  test('names what cannot be reached', async () => {
    const events = contractOf('shell/dropdown').events.filter(({ type }) => type !== 'escape.pressed')
    vi.spyOn(contractOf('shell/dropdown'), 'events', 'get').mockReturnValue(events)
    const { code, report: told } = await report('gen', 'shell/dropdown', '--out', 'out')
    expect([code, isGenReport(told)]).toEqual([1, true])
    expect((told as ScenarioGenReport).unreached).toContain('open, escape.pressed → closed')
  })
})

describe('livery scenario fuzz --json', () => {
  test('QA-9: tells how far it came, and nothing of a failure when there is none', async () => {
    const { code, report: told } = await report('fuzz', 'shell/modal-queue', '--seed', '7', '--events', '300')
    expect([code, isFuzzReport(told)]).toEqual([0, true])
    expect(told).toEqual({ machine: 'shell/modal-queue', seed: 7, events: 300, runs: expect.any(Number) })
  })

  test('QA-9: tells what broke and where it was saved', async () => {
    const isUnsettled = ({ emitted }: { readonly emitted: readonly { readonly type: string }[] }) =>
      emitted.every(({ type }) => type !== 'modal.settled')
    const planted = { name: 'no modal is ever settled', holds: isUnsettled }
    vi.spyOn(
      contractOf('shell/modal-queue') as AnyMachineContract & { invariants: unknown[] },
      'invariants',
      'get',
    ).mockReturnValue([planted])
    const { code, report: told } = await report('fuzz', 'shell/modal-queue', '--seed', '7', '--out', 'found')
    expect([code, isFuzzReport(told)]).toEqual([1, true])
    const { failure } = told as ScenarioFuzzReport
    expect(failure?.title).toBe('Breaks: no modal is ever settled')
    expect(failure?.shrunkSteps).toBeLessThanOrEqual(failure?.steps ?? 0)
    expect(existsSync(join(cwd, failure?.file ?? ''))).toBe(true)
  })
})

describe('livery scenario shrink --json', () => {
  const press = (at: number) => ({
    at,
    do: 'send',
    actor: 'root',
    event: { type: 'trigger.pressed', pointerType: 'mouse' },
  })
  const failing = {
    format: 'scn/1',
    machine: 'shell/dropdown',
    input: { opensBy: 'click' },
    source: 'recorded',
    req: ['UI-10'],
    steps: [press(0), press(50), { ...press(99), expect: { value: { closed: 'resting' } } }],
  }

  test('QA-9: gives the smallest scenario, and the file when there is one', async () => {
    writeFileSync(join(cwd, 'long.scn.json'), JSON.stringify(failing))
    const bare = await report('shrink', 'long.scn.json')
    const saved = await report('shrink', 'long.scn.json', '--out', 'short.scn.json')
    expect([isShrinkReport(bare.report), isShrinkReport(saved.report)]).toEqual([true, true])
    expect(bare).toMatchObject({ code: 0, report: { file: 'long.scn.json', steps: 3, shrunkSteps: 1 } })
    expect(bare.report).not.toHaveProperty('out')
    expect(saved.report).toEqual({ ...(bare.report as ScenarioShrinkReport), out: 'short.scn.json' })
    expect(existsSync(join(cwd, 'short.scn.json'))).toBe(true)
  })
})

test.each([
  ['gen', ['shell/nothing'], 'usage'],
  ['gen', ['shell/dropdown', '--cover', 'transition'], 'usage'],
  ['fuzz', ['shell/dropdown', '--events', '0'], 'usage'],
  ['shrink', [], 'usage'],
  ['shrink', ['none.scn.json'], 'unreadable'],
] as const)('%s %j --json is refused as JSON, with exit 2', async (verb, args, code) => {
  const told = await report(verb, ...args)
  expect(told).toEqual({ code: 2, report: { error: { code, message: expect.any(String), path: null } } })
})
