import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { scenarioCommand } from './scenario-commands.test-support.ts'
import { readScenarioText } from './scenario-file.ts'

let cwd = ''
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-scenario-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(cwd, { recursive: true })
})

function command(verb: 'gen' | 'fuzz' | 'shrink' | 'run' | 'cover', ...args: string[]) {
  return scenarioCommand(verb, args, cwd)
}

function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true })
  writeFileSync(join(cwd, name), text)
}

/** Every file of a folder with its text. */
function texts(folder: string): Record<string, string> {
  const names = readdirSync(join(cwd, folder)).sort()
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(cwd, folder, name), 'utf8')]))
}

/** Lets the modal queue claim something that is not so. */
function plantInvariant(): void {
  const contract = scenarioMachines['shell/modal-queue'] as AnyMachineContract & { invariants: unknown[] }
  const planted = { name: 'no modal is ever settled', holds: isUnsettled }
  vi.spyOn(contract, 'invariants', 'get').mockReturnValue([planted])
}

const isUnsettled = ({ emitted }: { readonly emitted: readonly { readonly type: string }[] }) =>
  emitted.every(({ type }) => type !== 'modal.settled')

describe('livery scenario gen', () => {
  const FOLDER = 'tests/scenarios/modal-queue/generated'

  test('QA-8: writes scenarios that run and cover everything, and a second run gives no difference', async () => {
    expect(await command('gen', 'shell/modal-queue')).toMatchObject({ code: 0, stderr: '' })
    const written = texts(FOLDER)
    expect(Object.keys(written).length).toBeGreaterThan(0)
    expect((await command('run')).code).toBe(0)
    const report = JSON.parse((await command('cover', '--json')).stdout) as { machines: readonly Covered[] }
    const { transitions, states } = report.machines.find(({ machine }) => machine === 'shell/modal-queue')?.counts ?? {}
    expect([states?.covered, transitions?.covered]).toEqual([states?.all, transitions?.all])
    expect((await command('gen', 'shell/modal-queue')).stdout).not.toMatch(/written|removed/)
    expect(texts(FOLDER)).toEqual(written)
  })

  test('QA-8: leaves out what other scenarios cover, and removes what it made for that before', async () => {
    await command('gen', 'shell/modal-queue')
    const [name = '', text = ''] = Object.entries(texts(FOLDER))[0] ?? []
    write('tests/scenarios/own.scn.json', text.replace('"generated"', '"authored"'))
    const { code, stdout } = await command('gen', 'shell/modal-queue')
    expect([code, stdout.includes(`removed  ${FOLDER}/${name}`)]).toEqual([0, true])
    const all = await command('gen', 'shell/modal-queue', '--all')
    expect(all.stdout).toContain(`written   ${FOLDER}/${name}`)
  })

  test('QA-1: the files are scenarios, one step a line', async () => {
    await command('gen', 'shell/dropdown', '--cover', 'guards', '--out', 'out')
    for (const text of Object.values(texts('out'))) {
      const { scenario, problems } = readScenarioText(text)
      expect(problems).toEqual([])
      expect(text.split('\n').filter((line) => /^ {4}\{ "at": \d+, .*\},?$/.test(line))).toHaveLength(
        scenario?.steps.length ?? -1,
      )
    }
  })

  test('QA-8: what cannot be reached is named on stderr, and it exits 1', async () => {
    const contract = scenarioMachines['shell/dropdown'] as AnyMachineContract
    const events = contract.events.filter(({ type }) => type !== 'escape.pressed')
    vi.spyOn(contract, 'events', 'get').mockReturnValue(events)
    const { code, stderr } = await command('gen', 'shell/dropdown', '--out', 'out')
    expect([code, stderr.split('\n')[0]]).toEqual([1, 'not reached: open, escape.pressed → closed'])
  })

  test.each([
    [['shell/dropdwn'], 'did you mean "shell/dropdown"?'],
    [[], 'usage: livery scenario gen MACHINE'],
    [['shell/dropdown', '--cover', 'transition'], 'did you mean "transitions"?'],
    [['shell/dropdown', '--outt', 'x'], 'usage: livery scenario gen MACHINE'],
  ])('%j exits 2', async (args, message) => {
    const { code, stderr } = await command('gen', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })

  test('a folder that cannot be written exits 2', async () => {
    write('taken', '')
    const { code, stderr } = await command('gen', 'shell/dropdown', '--out', 'taken')
    expect(code).toBe(2)
    expect(stderr).toContain('taken cannot be written')
  })
})

interface Covered {
  readonly machine: string
  readonly counts: Readonly<Record<'states' | 'transitions', { readonly covered: number; readonly all: number }>>
}

describe('livery scenario fuzz', () => {
  test('QA-9: exits 0 when every invariant holds', async () => {
    const { code, stdout } = await command('fuzz', 'shell/modal-queue', '--seed', '7', '--events', '300')
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^shell\/modal-queue {2}300 events in \d+ runs, seed 7: nothing broke\n$/),
    ])
  })

  test('QA-9: a failure is shrunk, saved and named; the same seed gives the same file, which fails when it is run', async () => {
    plantInvariant()
    const { code, stdout } = await command('fuzz', 'shell/modal-queue', '--seed', '7', '--out', 'found')
    expect(code).toBe(1)
    expect(stdout).toContain('Breaks: no modal is ever settled')
    const [name = '', text = ''] = Object.entries(texts('found'))[0] ?? []
    expect(stdout).toContain(`found/${name}`)
    const scenario = JSON.parse(text) as Scenario
    expect(scenario).toMatchObject({ source: 'shrunk', tags: ['fuzz-seed-7'], machine: 'shell/modal-queue' })
    expect(scenario.steps.length).toBeLessThanOrEqual(2)
    await command('fuzz', 'shell/modal-queue', '--seed', '7', '--out', 'again')
    expect(texts('again')).toEqual(texts('found'))
    const run = await command('run', 'found/*.scn.json')
    expect([run.code, run.stdout.includes('invariant: no modal is ever settled')]).toEqual([1, true])
  })

  test.each([
    [['shell/nothing'], 'unknown machine'],
    [['shell/dropdown', '--seed', 'x'], 'whole numbers'],
    [['shell/dropdown', '--events', '0'], 'whole numbers'],
    [['shell/dropdown', 'shell/modal-queue'], 'one machine is needed'],
  ])('%j exits 2', async (args, message) => {
    const { code, stderr } = await command('fuzz', ...args)
    expect([code, stderr.includes(message)]).toEqual([2, true])
  })
})

describe('livery scenario shrink', () => {
  const press = (at: number, state: string) =>
    `    { "at": ${at}, "do": "send", "actor": "root", "event": { "type": "trigger.pressed", "pointerType": "mouse" }, "expect": { "value": ${state} } }`
  const failing = `{
  "format": "scn/1",
  "machine": "shell/dropdown",
  "input": { "opensBy": "click" },
  "source": "recorded",
  "req": ["UI-10"],
  "traceHash": "0123456789abcdef",
  "steps": [
${press(0, '{ "open": "staying" }')},
${press(50, '{ "closed": "resting" }')},
${press(99, '{ "closed": "resting" }')}
  ]
}
`

  test('QA-9: prints the smallest scenario that fails in the same way, or writes it', async () => {
    write('long.scn.json', failing)
    const { code, stdout } = await command('shrink', 'long.scn.json')
    expect(code).toBe(0)
    const { steps, ...head } = JSON.parse(stdout) as Scenario
    expect(steps).toEqual([{ ...(JSON.parse(failing) as Scenario).steps[2], at: 0 }])
    expect(head).toMatchObject({ source: 'shrunk', req: ['UI-10'] })
    expect(head).not.toHaveProperty('traceHash')
    expect((await command('shrink', 'long.scn.json', '--out', 'short/one.scn.json')).code).toBe(0)
    expect(readFileSync(join(cwd, 'short/one.scn.json'), 'utf8')).toBe(stdout)
    expect((await command('run', 'short/*.scn.json')).code).toBe(1)
  })

  test('one that does not fail, or cannot be read, exits 2 and is located', async () => {
    write('good.scn.json', failing.replace(`,\n${press(99, '{ "closed": "resting" }')}`, ''))
    const good = await command('shrink', 'good.scn.json')
    expect([good.code, good.stderr]).toEqual([2, expect.stringContaining('does not fail')])
    write('broken.scn.json', failing.replace('trigger.pressed', 'trigger.presed'))
    const broken = await command('shrink', 'broken.scn.json')
    expect([broken.code, broken.stderr]).toEqual([2, expect.stringContaining('broken.scn.json:9: ')])
    expect((await command('shrink')).stderr).toContain('usage: livery scenario shrink FILE')
    expect((await command('shrink', 'none.scn.json')).code).toBe(2)
  })
})
