import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ScenarioDiffReport } from '#schemas'
import { isScenarioDiffReport as validate } from '#schemas/generated/validators/cli.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const MACHINE = 'machines/shell/dropdown.machine.ts'
const SCENARIOS = 'tests/scenarios/dropdown'

let folder = ''

/** A tree of its own with the machines of this one: committed as they are, then changed in the working tree. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'livery-diff-'))
  for (const part of ['machines', 'schemas', 'package.json', SCENARIOS]) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.org', 'commit', '--quiet', '-m', 'Machines')
  edit(MACHINE, "        'escape.pressed': { target: 'closed',", "        'escape.pressed': {")
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function git(...args: string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: folder })
  if (status !== 0) throw new Error(String(stderr))
}

function edit(file: string, before: string, after: string): void {
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(before)) throw new Error(`${file} has no ${before}`)
  writeFileSync(join(folder, file), text.replace(before, after))
}

function diff(...args: string[]) {
  const { status, stdout, stderr } = spawnSync('node', [join(root, 'src/cli/main.ts'), 'scenario', 'diff', ...args], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { code: status, stdout, stderr }
}

function report(...args: string[]) {
  const { code, stdout } = diff(...args, '--json')
  const answer: unknown = JSON.parse(stdout)
  if (!validate(answer)) throw new Error(`not a report: ${JSON.stringify(validate.errors)}`)
  return { code, ...(answer as ScenarioDiffReport) }
}

/** Each run loads the machines twice. */
const TIMEOUT_MS = 60_000

describe('livery scenario diff', { timeout: TIMEOUT_MS }, () => {
  test('QA-10: tells what has changed in a machine, and which scenarios go otherwise from which step', () => {
    const { code, machines, differences, scenarios } = report('HEAD', '.')
    expect(code).toBe(1)
    expect(machines).toMatchObject([
      {
        machine: 'shell/dropdown',
        change: 'changed',
        parts: [{ kind: 'transition', name: 'open, escape.pressed → closed' }],
      },
    ])
    expect(scenarios).toBeGreaterThan(5)
    expect(differences.length).toBeGreaterThan(0)
    expect(differences.length).toBeLessThan(scenarios)
    for (const { file, line, divergence } of differences) {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n')
      expect(lines[line - 1], file).toContain(`"at": ${divergence?.at},`)
      expect(lines.join('\n')).toContain('escape.pressed')
      expect(divergence).toMatchObject({ what: 'value', new: { open: 'staying' } })
    }
  })

  test('QA-10: says the same in text, with exit 1', () => {
    const { code, stdout } = diff('HEAD', '.')
    expect(code).toBe(1)
    expect(stdout).toContain('shell/dropdown  changed\n  changed  transition open, escape.pressed → closed\n')
    expect(stdout).toMatch(
      /escape.*\.scn\.json:\d+: differs at step \d+, \d+ ms: value\n {2}old {2}\{"closed":"resting"\}\n/,
    )
  })

  test('finds nothing between a revision and itself, with exit 0', () => {
    expect(report('HEAD', 'HEAD')).toMatchObject({
      code: 0,
      machines: [],
      differences: [],
      unreached: [],
      unplayable: [],
    })
  })

  test('tells what the old revision lacks, what the new one refuses, and what is no scenario', () => {
    const text = readFileSync(join(folder, SCENARIOS, 'hover-opens-after-delay.scn.json'), 'utf8')
    write('own/unknown.scn.json', text.replace('pointer.entered', 'pointer.fell'))
    write('own/cut.scn.json', text.slice(0, 100))
    const { code, unplayable } = report('.', '.', 'own/*.scn.json')
    expect(code).toBe(2)
    expect(unplayable.map(({ file, status }) => [file, status])).toEqual([
      ['own/cut.scn.json', 'unreadable'],
      ['own/unknown.scn.json', 'unreadable'],
    ])
  })

  test.each([
    [['HEAD'], 'usage: livery scenario diff OLD NEW'],
    [['HEAD', 'no-such-revision'], '"no-such-revision" is neither a folder nor a Git revision'],
    [['HEAD', '--output=x'], 'usage: livery scenario diff OLD NEW'],
    [['schemas', '.'], 'machines/scenario-machines.ts is missing'],
    [['HEAD', '.', 'none/*.scn.json'], 'no scenario matches none/*.scn.json'],
  ])('exits 2 and says why: %j', (args, message) => {
    const { code, stdout, stderr } = diff(...args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(message)
    expect(existsSync(join(folder, 'x'))).toBe(false)
  })
})

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
