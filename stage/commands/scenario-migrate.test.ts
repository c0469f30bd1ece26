import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { ScenarioMigrateReport } from '#schemas'
import { isScenarioMigrateReport as validate } from '#schemas/generated/validators/cli.js'
import { machineHash } from '../player/machine-hash.ts'
import { scenarioCommand } from './scenario-commands.test-support.ts'

/** A scenario by names that the machine no longer has, and the map to its current ones. */
const OLD = `{
  "format": "scn/1",
  "machine": "shell/menu",
  "machineHash": "0000000000000000",
  "input": { "opensBy": "click" },
  "source": "authored",
  "req": ["UI-10"],
  "traceHash": "0000000000000000",
  "steps": [
    { "at": 0, "do": "send", "event": { "type": "trigger.pressed", "pointerType": "mouse" }, "expect": { "value": { "open": "remaining" } } },
    { "at": 5, "do": "send", "event": { "type": "entry.chosen" }, "expect": { "effects": [{ "type": "dropdown.closed", "params": { "by": "choice" } }] } }
  ]
}
`
const MAP = JSON.stringify({
  machines: {
    'shell/menu': {
      name: 'shell/dropdown',
      events: { 'entry.chosen': 'item.chosen' },
      states: { 'open.remaining': 'staying' },
    },
  },
})

let cwd = ''

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-migrate-'))
  write('map.json', MAP)
  write('old.scn.json', OLD)
})
afterEach(() => rmSync(cwd, { recursive: true }))

function write(name: string, text: string): void {
  writeFileSync(join(cwd, name), text)
}

function read(name: string): string {
  return readFileSync(join(cwd, name), 'utf8')
}

function run(verb: 'migrate' | 'run', ...args: string[]) {
  return scenarioCommand(verb, args, cwd)
}

async function report(...args: string[]) {
  const { code, stdout } = await run('migrate', 'map.json', '*.scn.json', '--json', ...args)
  const answer: unknown = JSON.parse(stdout)
  if (!validate(answer)) throw new Error(`not a report: ${JSON.stringify(validate.errors)}`)
  return { code, ...(answer as ScenarioMigrateReport) }
}

describe('livery scenario migrate', () => {
  test('tells what it would change and touches nothing', async () => {
    expect(await report()).toEqual({
      code: 0,
      isWritten: false,
      scenarios: 1,
      changed: [{ file: 'old.scn.json', lines: [3, 10, 11] }],
      problems: [],
    })
    expect(read('old.scn.json')).toBe(OLD)
  })

  test('writes one step a line when it is told to, with hashes that hold; then there is nothing left to do', async () => {
    expect(await report('--write')).toMatchObject({ code: 0, isWritten: true })
    const text = read('old.scn.json')
    expect(text.split('\n').filter((line) => line.startsWith('    { "at": '))).toHaveLength(2)
    expect(JSON.parse(text)).toMatchObject({
      machine: 'shell/dropdown',
      machineHash: machineHash(scenarioMachines['shell/dropdown'] as never),
    })
    expect(await run('run', 'old.scn.json')).toMatchObject({ code: 0, stderr: '' })
    expect(text).not.toContain('0000000000000000')
    expect(await report('--write')).toMatchObject({ code: 0, changed: [], problems: [] })
    expect(read('old.scn.json')).toBe(text)
  })

  test('leaves a file alone whose new names the machine does not have, and one that is not a scenario; the others change', async () => {
    write('other.scn.json', OLD.replace('"trigger.pressed"', '"trigger.pushed"'))
    write('cut.scn.json', OLD.slice(0, 90))
    const { code, changed, problems } = await report('--write')
    expect([code, changed.map(({ file }) => file)]).toEqual([1, ['old.scn.json']])
    expect(problems).toEqual([
      {
        file: 'cut.scn.json',
        line: expect.any(Number),
        kind: 'unreadable',
        message: expect.stringContaining('not JSON'),
      },
      {
        file: 'other.scn.json',
        line: 10,
        kind: 'unplayable',
        message: 'unknown event "trigger.pushed"; did you mean "trigger.pressed"?',
      },
    ])
    expect(read('other.scn.json')).toContain('shell/menu')
  })

  test('says which names would become one', async () => {
    write('old.scn.json', OLD.replace('"trigger.pressed", "pointerType": "mouse"', '"item.chosen"'))
    const { code, problems } = await report('--write')
    expect(code).toBe(1)
    expect(problems).toMatchObject([
      { line: 11, kind: 'ambiguous', message: expect.stringContaining('"item.chosen" and "entry.chosen"') },
    ])
  })

  test('tells a format of another version as such', async () => {
    write('old.scn.json', OLD.replace('scn/1', 'scn/0'))
    write('new.scn.json', OLD.replace('scn/1', 'scn/2'))
    expect((await report()).problems.map(({ line, message }) => [line, message])).toEqual([
      [2, 'scn/2 is newer than scn/1, which is all that this version of livery reads'],
      [2, 'scn/0 is older than scn/1, and no migration leads from it; rewrite the scenario'],
    ])
  })

  test.each([
    [
      'an ambiguous map',
      '{\n  "machines": {\n    "a/b": { "events": { "c": "e", "d": "e" } }\n  }\n}',
      'map.json:3: "e" is also the new name',
    ],
    [
      'an unknown kind',
      '{ "machines": { "a/b": { "event": {} } } }',
      'map.json:1: must NOT have additional properties ("event")',
    ],
    ['a text that is no JSON', '{ "machines": ', 'map.json:1: not JSON'],
  ])('exits 2 for %s', async (_name, map, message) => {
    write('map.json', map)
    const { code, stdout, stderr } = await run('migrate', 'map.json', '*.scn.json')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
  })

  test.each([
    [[], 'usage: livery scenario migrate'],
    [['none.json', '*.scn.json'], 'none.json:1: cannot be read'],
    [['map.json', 'none/*.scn.json'], 'no scenario matches'],
    [['map.json', '*.scn.json', '--wirte'], 'usage: livery scenario migrate'],
  ])('exits 2 and says why: %j', async (args, message) => {
    const { code, stderr } = await run('migrate', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})
