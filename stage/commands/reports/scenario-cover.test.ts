import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioCoverMachine, ScenarioCoverReport } from '#schemas'
import { isScenarioCoverReport as validate } from '#schemas/generated/validators/cli.js'
import { scenarioCommand } from '../scenario-commands.test-support.ts'
import { coverExitCode } from '../scenario-cover-command.ts'
import { coverPage } from './scenario-cover-page.ts'
import { coverText } from './scenario-cover-text.ts'

const CLICK = `{
  "format": "scn/1",
  "machine": "shell/dropdown",
  "input": { "opensBy": "click" },
  "source": "authored",
  "req": ["UI-10"],
  "steps": [
    { "at": 0, "do": "send", "actor": "root", "event": { "type": "trigger.pressed", "pointerType": "mouse" }, "expect": { "value": { "open": "staying" } } },
    { "at": 5, "do": "send", "actor": "root", "event": { "type": "outside.pressed" }, "expect": { "value": { "closed": "resting" } } }
  ]
}
`
const DIVERGING = CLICK.replace('{ "closed": "resting" }', '{ "open": "staying" }')

/** Everything that can happen to the opening of a provider. */
const WHOLE_START = `{
  "format": "scn/1",
  "machine": "social/social-start",
  "input": {},
  "source": "authored",
  "req": ["AUTH-4"],
  "steps": [
    { "at": 0, "do": "mark", "expect": { "can": ["!page.returned"] } },
    { "at": 0, "do": "send", "actor": "root", "event": { "type": "provider.pressed", "providerId": "fb" } },
    { "at": 1, "do": "send", "actor": "root", "event": { "type": "provider.pressed", "providerId": "fb" } },
    { "at": 1, "do": "send", "actor": "root", "event": { "type": "page.returned" } },
    { "at": 2, "do": "err", "actor": "root/startSocial#1", "value": { "code": "social.unavailable" } },
    { "at": 3, "do": "send", "actor": "root", "event": { "type": "provider.pressed", "providerId": "fb" } },
    { "at": 4, "do": "ok", "actor": "root/startSocial#2", "value": { "location": "https://provider.example/" } },
    { "at": 5, "do": "send", "actor": "root", "event": { "type": "provider.pressed", "providerId": "fb" } },
    { "at": 6, "do": "send", "actor": "root", "event": { "type": "page.returned" } },
    { "at": 7, "do": "send", "actor": "root", "event": { "type": "provider.pressed", "providerId": "fb" } }
  ]
}
`

let cwd = ''

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-cover-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true })
  writeFileSync(join(cwd, name), text)
}

function cover(...args: string[]) {
  return scenarioCommand('cover', args, cwd)
}

async function coverReport(...args: string[]) {
  const { code, stdout } = await cover('--json', ...args)
  const answer: unknown = JSON.parse(stdout)
  if (!validate(answer)) throw new Error(`not a report: ${JSON.stringify(validate.errors)}`)
  return { code, ...(answer as ScenarioCoverReport) }
}

/** `not visited  closed.waiting: from …` → its columns. */
function missingLines(stdout: string): string[] {
  return stdout.split('\n').filter((line) => line.startsWith('  '))
}

describe('livery scenario cover', () => {
  test('QA-7: one line tells what is covered of a machine, of all kinds, and exits 1 when something is missing', async () => {
    write('tests/scenarios/dropdown/click.scn.json', CLICK)
    const { code, stdout } = await cover('tests/**/*.scn.json')
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^shell\/dropdown {2}states 4\/6 {2}transitions 2\/14 {2}guards 2\/14 {2}delays 0\/4 {2}actors 0\/0 {2}pairs 1\/\d+ {2}ignored 0\/8 {2}by 1 scenario of 1 requirement\n/,
    )
    expect(stdout).toMatch(/\nin all +states 4\/6 .* by 1 scenario of 1 requirement\n$/)
  })

  test('QA-7: each missing thing has a line that says what to let happen', async () => {
    write('click.scn.json', CLICK)
    const lines = missingLines((await cover('*.scn.json')).stdout)
    expect(lines).toContain('  not visited  closed.waiting: from closed.resting, always [isHovered]')
    expect(lines).toContain('  not visited  open.leaving: from open, pointer.left [isHovering]')
    expect(lines).toContain('  not taken    (the machine), pointer.entered [isHovering]')
    expect(lines).toContain('  not taken    open.leaving, after hoverDelay → closed')
    expect(lines).toContain('  not judged   open, trigger.pressed [isToggling]: isToggling is true')
    expect(lines).toContain('  not judged   open, outside.pressed [isReallyOutside]: isReallyOutside is false')
    expect(lines).not.toContain('  not judged   open, outside.pressed [isReallyOutside]: isReallyOutside is true')
    expect(lines).toContain('  not awaited  open.leaving, after hoverDelay is over')
    expect(lines).toContain(
      '  not awaited  closed.waiting, after hoverDelay is cancelled: by closed, trigger.pressed; closed.waiting, always [isHoverOver]',
    )
    expect(lines).toContain('  not in turn  open, outside.pressed [isReallyOutside]; then closed, trigger.pressed')
    expect(lines).not.toContain('  not in turn  closed, trigger.pressed; then open, outside.pressed [isReallyOutside]')
    expect(lines).toContain('  not tried    closed.resting ignores escape.pressed')
  })

  test('QA-7: an actor that nothing stops, that does not fail and does not succeed is named', async () => {
    write(
      'empty.scn.json',
      CLICK.replace(/"shell\/dropdown",\n.*\n/, '"shell/modal-queue",\n').replace(
        /\[\n[\s\S]*\n {2}\]/,
        '[{ "at": 0, "do": "mark", "expect": { "effects": [] } }]',
      ),
    )
    const lines = missingLines((await cover('empty.scn.json')).stdout)
    expect(lines).toContain('  not ended    loading, loadModal succeeds')
    expect(lines).toContain('  not ended    loading, loadModal fails')
    expect(lines).toContain('  not ended    loading, loadModal is stopped: by loading, always [isLoadedModalGone]')
  })

  test('QA-7: exits 0 when nothing is missing', async () => {
    write('whole.scn.json', WHOLE_START)
    expect(await cover('whole.scn.json')).toMatchObject({ code: 0, stderr: '' })
    expect((await coverReport('whole.scn.json')).machines).toEqual([
      {
        machine: 'social/social-start',
        scenarios: 1,
        counts: {
          states: { covered: 3, all: 3 },
          transitions: { covered: 4, all: 4 },
          guards: { covered: 0, all: 0 },
          delays: { covered: 0, all: 0 },
          actors: { covered: 2, all: 2 },
          pairs: { covered: 5, all: 5 },
          ignored: { covered: 4, all: 4 },
        },
        missing: [],
        excused: [],
        faults: [],
        requirements: ['AUTH-4'],
        search: { moves: expect.any(Number) as unknown, isWhole: true },
      },
    ])
  })

  test('QA-7: --json gives the report of its schema, in the same order at every run', async () => {
    write('tests/scenarios/a.scn.json', CLICK)
    write('tests/scenarios/b.scn.json', WHOLE_START)
    const first = await coverReport('tests/scenarios/*.scn.json')
    expect(first.machines.map(({ machine }) => machine)).toEqual(['shell/dropdown', 'social/social-start'])
    expect(first.counts).toMatchObject({
      states: { covered: 7, all: 9 },
      transitions: { covered: 6, all: 18 },
      actors: { covered: 2, all: 2 },
    })
    expect(first.machines[0]?.missing).toContainEqual({
      kind: 'delays',
      item: 'open.leaving, after hoverDelay is over',
      by: [],
    })
    expect(await coverReport('tests/scenarios/*.scn.json')).toEqual(first)
  })

  test('without a glob every machine is reported, also one that no scenario plays', async () => {
    write('tests/scenarios/dropdown/click.scn.json', CLICK)
    const { machines } = await coverReport()
    expect(machines.map(({ machine }) => machine)).toEqual(Object.keys(scenarioMachines).sort())
    expect(machines.find(({ machine }) => machine === 'account/sign-in')).toMatchObject({ scenarios: 0 })
  })

  test('a scenario that fails counts for nothing and is named', async () => {
    write('a-bad.scn.json', DIVERGING)
    write('b-broken.scn.json', '{')
    write('c-whole.scn.json', WHOLE_START)
    const { code, machines, uncounted } = await coverReport('*.scn.json')
    expect(code).toBe(1)
    expect(machines.map(({ machine }) => machine)).toEqual(['social/social-start'])
    expect(uncounted).toMatchObject([
      { file: 'a-bad.scn.json', line: 9, status: 'diverged', message: 'step 2, 5 ms (/steps/1/expect/value)' },
      { file: 'b-broken.scn.json', line: 1, status: 'unreadable' },
    ])
    expect((await cover('[ab]-*.scn.json')).stdout).toContain(
      'a-bad.scn.json:9: diverged, does not count: step 2, 5 ms',
    )
  })

  test('a file that cannot be read exits 2 when nothing else is wrong', async () => {
    write('b-broken.scn.json', '{')
    write('c-whole.scn.json', WHOLE_START)
    expect((await cover('*.scn.json')).code).toBe(2)
  })

  test('no match and unknown options exit 2', async () => {
    const { code, stderr } = await cover('none/*.scn.json')
    expect([code, stderr]).toEqual([2, 'no scenario matches none/*.scn.json\n'])
    expect((await cover('--junit', 'x.xml')).stderr).toContain('usage: livery scenario cover')
  })

  test('QA-7: --min names scenarios that are enough and those that add nothing', async () => {
    write('a-once.scn.json', CLICK.replace(/,\n.*outside\.pressed.*\n/, '\n'))
    write('b-twice.scn.json', CLICK)
    write('c-start.scn.json', WHOLE_START)
    const { enough } = await coverReport('*.scn.json', '--min')
    expect(enough).toEqual({ scenarios: ['b-twice.scn.json', 'c-start.scn.json'], spare: ['a-once.scn.json'] })
    expect((await cover('*.scn.json', '--min')).stdout).toContain(
      '\n2 of 3 scenarios cover as much:\n  b-twice.scn.json\n  c-start.scn.json\nwhat these cover the others cover too:\n  a-once.scn.json\n',
    )
    expect(await coverReport('*.scn.json')).not.toHaveProperty('enough')
  })

  test('QA-7: --min keeps a scenario that alone names a requirement', async () => {
    write('a.scn.json', CLICK)
    write('b.scn.json', CLICK.replace('UI-10', 'UI-8'))
    expect((await coverReport('*.scn.json', '--min')).enough).toEqual({
      scenarios: ['a.scn.json', 'b.scn.json'],
      spare: [],
    })
  })

  test('QA-7: --min keeps it also when a scenario of another machine names the same', async () => {
    write('a.scn.json', CLICK.replace('UI-10', 'UI-8'))
    write('b.scn.json', CLICK)
    write('c.scn.json', WHOLE_START.replace('AUTH-4', 'UI-10'))
    const { enough } = await coverReport('*.scn.json', '--min')
    expect(enough).toEqual({ scenarios: ['a.scn.json', 'b.scn.json', 'c.scn.json'], spare: [] })
  })

  test('QA-7: --html writes one page into a folder that is made', async () => {
    write('whole.scn.json', WHOLE_START)
    expect((await cover('whole.scn.json', '--html', 'reports/cover')).code).toBe(0)
    const page = readFileSync(join(cwd, 'reports/cover/index.html'), 'utf8')
    expect(page).toContain('social/social-start')
    expect(page).not.toMatch(/<script|<link|\bsrc=|url\(|@import|https?:/)
  })

  test('a page that cannot be written exits 2', async () => {
    write('whole.scn.json', WHOLE_START)
    write('taken', '')
    const { code, stderr } = await cover('whole.scn.json', '--html', 'taken')
    expect([code, existsSync(join(cwd, 'taken/index.html'))]).toEqual([2, false])
    expect(stderr).toContain('the page cannot be written')
  })
})

const count = { covered: 1, all: 2 }
const counts = {
  states: count,
  transitions: count,
  guards: count,
  delays: { covered: 0, all: 0 },
  actors: count,
  pairs: count,
  ignored: count,
}
const machine: ScenarioCoverMachine = {
  machine: 'test/<door>',
  scenarios: 3,
  counts,
  missing: [
    { kind: 'states', item: 'open', by: ['a, b', 'c, d', 'e, f', 'g, h', 'i, j', 'k, l'] },
    { kind: 'pairs', item: 'a & b', by: [] },
  ],
  excused: [{ item: 'locked', why: 'Nobody has the key.' }],
  faults: ['uncoverable names nothing: looked'],
  requirements: ['UI-1', 'UI-2'],
  search: { moves: 6000, isWhole: false },
}
const report: ScenarioCoverReport = {
  scenarios: 3,
  counts,
  machines: [machine],
  uncounted: [{ file: 'a.scn.json', line: 2, status: 'diverged', message: 'step 1' }],
}

test('QA-7: what cannot be covered is shown with its reason, and wrong entries of the contract are named', () => {
  expect(missingLines(coverText(report))).toEqual([
    '  wrong        uncoverable names nothing: looked',
    '  not visited  open: from a, b; c, d; e, f; g, h; 2 more',
    '  not in turn  a & b',
    '  excused      locked: Nobody has the key.',
  ])
})

test('QA-7: a wrong entry of a contract is as bad as something missing', () => {
  const fine = { ...report, uncounted: [], machines: [{ ...machine, missing: [], faults: [] }] }
  expect(coverExitCode(fine)).toBe(0)
  expect(coverExitCode({ ...fine, machines: [{ ...machine, missing: [] }] })).toBe(1)
  expect(coverExitCode({ ...fine, machines: [{ ...machine, faults: [] }] })).toBe(1)
  expect(coverExitCode({ ...fine, uncounted: report.uncounted })).toBe(1)
})

test('QA-7: the page tells everything that the report does, as text', () => {
  const page = coverPage({ ...report, enough: { scenarios: ['b.scn.json'], spare: ['c.scn.json'] } })
  for (const text of [
    'test/&lt;door&gt;',
    '1 of 2',
    'Missing: pairs (1)',
    'a &amp; b',
    'a, b; c, d; e, f; g, h; i, j; k, l',
    'Nobody has the key.',
    'uncoverable names nothing: looked',
    'UI-1, UI-2',
    'looked for with 6000 events only',
    'a.scn.json:2',
    '1 of 2 scenarios cover as much',
    'c.scn.json',
    '>none<',
  ]) {
    expect(page).toContain(text)
  }
  expect(page).toContain('href="#machine-test--door-"')
  expect(page).toContain('id="machine-test--door-"')
})
