import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ScenarioRunReport } from '#schemas'
import { isScenarioRunReport as validate } from '#schemas/generated/validators/cli.js'
import { scenarioCommand } from './scenario-commands.test-support.ts'
import type { scenarioCommands } from './scenario-commands.ts'

const GOOD = `{
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
const DIVERGING = GOOD.replace('{ "closed": "resting" }', '{ "open": "staying" }')

let cwd = ''

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-scenario-'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

function write(name: string, text: string): void {
  mkdirSync(dirname(join(cwd, name)), { recursive: true })
  writeFileSync(join(cwd, name), text)
}

function run(...args: string[]) {
  return command('run', args)
}

function command(verb: keyof typeof scenarioCommands, args: readonly string[]) {
  return scenarioCommand(verb, args, cwd)
}

async function report(...globs: string[]) {
  const { code, stdout } = await run('--json', ...globs)
  const answer: unknown = JSON.parse(stdout)
  if (!validate(answer)) throw new Error(`not a report: ${JSON.stringify(validate.errors)}`)
  return { code, ...(answer as ScenarioRunReport) }
}

describe('livery scenario run', () => {
  test('QA-2: exits 0 when everything passed, by its default glob', async () => {
    write('tests/scenarios/dropdown/good.scn.json', GOOD)
    const { code, stdout, stderr } = await run()
    expect(code).toBe(0)
    expect(stdout).toMatch(/^1 passed, 0 failed \(1 scenario, 2 steps, \d+ ms\)\n$/)
    expect(stderr).toBe('')
  })

  test('QA-2: exits 1 at a divergence and tells file, line, step, expected and actual', async () => {
    write('a/bad.scn.json', DIVERGING)
    const { code, stdout } = await run('a/*.scn.json')
    expect(code).toBe(1)
    expect(stdout).toContain('a/bad.scn.json:9: diverges at step 2, 5 ms (/steps/1/expect/value)')
    expect(stdout).toContain(
      [
        '  expected {"open":"staying"}',
        '  actual   {"closed":"resting"}',
        '  state    {"closed":"resting"}',
        '  effects  [{"type":"dropdown.closed","params":{"by":"outside"}}]',
      ].join('\n'),
    )
  })

  test('QA-2: --json gives the report of its schema, with the same hash at every run', async () => {
    write('good.scn.json', `\uFEFF${GOOD}`)
    write('bad.scn.json', DIVERGING)
    const first = await report('*.scn.json')
    expect(first).toMatchObject({ code: 1, passed: 1, failed: 1 })
    expect(first.scenarios.map(({ file, status }) => [file, status])).toEqual([
      ['bad.scn.json', 'diverged'],
      ['good.scn.json', 'passed'],
    ])
    expect(first.scenarios[0]?.divergence).toEqual({
      step: 2,
      line: 9,
      at: 5,
      pointer: '/steps/1/expect/value',
      expected: { open: 'staying' },
      actual: { closed: 'resting' },
      seen: {
        value: { closed: 'resting' },
        context: { opensBy: 'click', delayMs: 200, hovered: [] },
        effects: [{ type: 'dropdown.closed', params: { by: 'outside' } }],
        changes: [],
      },
    })
    const second = await report('*.scn.json')
    expect(second.scenarios[1]?.hash).toMatch(/^[0-9a-f]{16}$/)
    expect(second.scenarios[1]?.hash).toBe(first.scenarios[1]?.hash)
  })

  test('QA-2: no match exits 2 and says what was looked for', async () => {
    const { code, stdout, stderr } = await run('none/*.scn.json')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('none/*.scn.json')
    expect(JSON.parse((await run('--json')).stdout)).toMatchObject({ error: { code: 'no-match' } })
  })

  test('an unknown option exits 2 with the usage', async () => {
    const { code, stderr } = await run('--jnuit', 'x.xml')
    expect(code).toBe(2)
    expect(stderr).toContain('usage: livery scenario run')
  })

  test.each<[string, string, number, string]>([
    ['cut short', GOOD.slice(0, GOOD.indexOf('outside.pressed')), 9, 'not JSON'],
    ['empty', '', 1, 'not JSON'],
    ['of an unknown machine', GOOD.replace('shell/dropdown', 'shell/dropdwon'), 3, 'did you mean "shell/dropdown"?'],
    ['with an unknown event', GOOD.replace('outside.pressed', 'outside.presed'), 9, 'did you mean "outside.pressed"?'],
    [
      'with an unknown property',
      GOOD.replace('"expect": { "value": { "open"', '"expcet": { "value": { "open"'),
      8,
      'did you mean "expect"?',
    ],
    [
      'with an unknown action',
      GOOD.replace('"do": "send"', '"do": "sned"'),
      8,
      'unknown value "sned"; did you mean "send"?',
    ],
    [
      'without steps',
      GOOD.replace('"steps"', '"stepz"'),
      7,
      'unknown property of a scenario "stepz"; did you mean "steps"?',
    ],
    ['that is a list', '[]', 1, 'object'],
  ])('a file %s is located and does not harm the others', async (_name, text, line, message) => {
    write('a-good.scn.json', GOOD)
    write('broken.scn.json', text)
    write('c-good.scn.json', GOOD)
    const { code, passed, failed, scenarios } = await report('*.scn.json')
    expect([code, passed, failed]).toEqual([2, 2, 1])
    expect(scenarios[1]).toMatchObject({ file: 'broken.scn.json', status: 'unreadable', steps: 0 })
    expect(scenarios[1]?.problems).toContainEqual(
      expect.objectContaining({ line, message: expect.stringContaining(message) as unknown }),
    )
  })

  test('a folder that looks like a scenario is one unreadable entry', async () => {
    mkdirSync(join(cwd, 'folder.scn.json'))
    expect((await report('*.scn.json')).scenarios[0]).toMatchObject({ status: 'unreadable' })
  })

  test('a machine that has changed since is a warning only', async () => {
    write('old.scn.json', GOOD.replace('"input"', '"machineHash": "0123456789abcdef",\n  "input"'))
    const { code, stdout } = await run('old.scn.json')
    expect(code).toBe(0)
    expect(stdout).toContain('warning: old.scn.json: the machine has changed')
  })

  test('a clock of 1970 is a warning with its place', async () => {
    const resumed = {
      format: 'scn/1',
      machine: 'account/service-token',
      input: { isSignedIn: true, epoch: 1 },
      source: 'authored',
      req: [],
      steps: [
        { at: 0, do: 'send', actor: 'root', event: { type: 'page.resumed', nowMs: 20 }, expect: { value: 'none' } },
      ],
    }
    write('old.scn.json', JSON.stringify(resumed))
    const { code, stdout } = await run('old.scn.json')
    expect(code, stdout).toBe(0)
    expect(stdout).toContain('warning: old.scn.json: /steps/0/event/nowMs is 20: that is ms since 1970')
  })

  test('QA-11: --junit writes a report with one case a file, failures and errors', async () => {
    write('dir/good.scn.json', GOOD)
    write(
      'dir/bad.scn.json',
      GOOD.replace('{ "closed": "resting" }', '{ "closed": "resting" }, "effects": [{ "type": "<&>" }]'),
    )
    write('dir/broken.scn.json', '{')
    const { code } = await run('dir/*.scn.json', '--junit', 'out/junit.xml')
    const xml = readFileSync(join(cwd, 'out/junit.xml'), 'utf8')
    expect(code).toBe(1)
    expect(xml).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites name="livery scenario run" tests="3" failures="1" errors="1" skipped="0" time="\d+\.\d{3}">/,
    )
    expect(xml).toMatch(
      /<testcase classname="dir" name="good" file="dir\/good\.scn\.json" time="[\d.]+">\n +<properties>\n +<property name="requirement" value="UI-10"\/>/,
    )
    expect(xml).toMatch(/<testsuite .* timestamp="\d{4}-\d\d-\d\dT[\d:.]+Z">/)
    expect(xml).toContain('<failure message="step 2 at line 9">')
    expect(xml).toContain('&lt;&amp;&gt;')
    expect(xml).toContain('<error message="not a scenario">')
    expect(xml).not.toContain('"<&>"')
  })

  test('QA-17: JUnit names the title of a scenario and the requirements that it proves', async () => {
    write('titled.scn.json', GOOD.replace('"machine"', '"title": "Opens & closes",\n  "machine"'))
    await run('titled.scn.json', '--junit', 'junit.xml')
    const xml = readFileSync(join(cwd, 'junit.xml'), 'utf8')
    expect(xml).toContain('<property name="title" value="Opens &amp; closes"/>')
    expect(xml).toContain('<property name="requirement" value="UI-10"/>')
  })

  test('a folder stands for the scenarios in it', async () => {
    write('stories/deep/good.scn.json', GOOD)
    expect((await run('stories')).stdout).toMatch(/^1 passed, 0 failed \(1 scenario, /)
  })

  test('every expectation of a step that does not hold is reported, along with what the step has changed in the context', async () => {
    write(
      'bad.scn.json',
      GOOD.replace('{ "closed": "resting" }', '{ "open": "staying" }, "effects": [], "ctx": { "/opensBy": "hover" }'),
    )
    const { stdout } = await run('bad.scn.json')
    expect(stdout).toContain('  also     /steps/1/expect/ctx/~1opensBy\n  expected "hover"\n  actual   "click"')
    expect(stdout).toContain('  also     /steps/1/expect/effects\n  expected []')
  })

  test('QA-11: a report that cannot be written exits 2', async () => {
    write('good.scn.json', GOOD)
    write('taken', '')
    const { code, stderr } = await run('good.scn.json', '--junit', 'taken/junit.xml')
    expect(code).toBe(2)
    expect(stderr).toContain('JUnit')
  })
})
