import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isScenarioRunReport as validate } from '#schemas/generated/validators/cli.js'
import { scenarioCommand } from './scenario-commands.test-support.ts'
import { textReport } from './scenario-report.ts'
import { runReport } from './scenario-run.ts'

const STORY = JSON.stringify({
  format: 'scn/1',
  machine: 'shell/dropdown',
  input: { opensBy: 'click' },
  source: 'authored',
  req: [],
  steps: [
    {
      at: 0,
      do: 'send',
      actor: 'root',
      event: { type: 'trigger.pressed', pointerType: 'mouse' },
      expect: { value: { open: 'staying' } },
    },
  ],
})
let cwd = ''

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'livery-drivers-'))
  writeFileSync(join(cwd, 'story.scn.json'), STORY)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(cwd, { recursive: true })
})

function run(...args: string[]) {
  return scenarioCommand('run', ['*.scn.json', ...args], cwd)
}

test('the driver is the machine alone unless another is named', async () => {
  expect((await run()).stdout).toMatch(/^1 passed, 0 failed \(/)
  expect((await run('--driver', 'machine')).stdout).toMatch(/^1 passed, 0 failed \(/)
})

test.each(['htpp', 'constructor', ''])(
  'an unknown driver "%s" exits 2 and names those that there are',
  async (name) => {
    const { code, stdout, stderr } = await run('--driver', name)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(`unknown driver "${name}"`)
    expect(stderr).toMatch(/--driver machine\|http\|browser/)
    expect(JSON.parse((await run('--json', '--driver', name)).stdout)).toMatchObject({ error: { code: 'usage' } })
  },
)

test('what a driver cannot play is skipped with its reason in text, JSON and JUnit, never passed', async () => {
  const reason = 'none of its actors makes a call'
  const { code, stdout } = await run('--driver', 'http', '--junit', 'report.xml')
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^skipped: story\.scn\.json: none of its actors makes a call\n0 passed, 0 failed, 1 skipped \(/,
  )
  const junit = readFileSync(join(cwd, 'report.xml'), 'utf8')
  expect(junit).toContain('tests="1" failures="0" errors="0" skipped="1"')
  expect(junit).toContain(`<skipped message="${reason}"/>`)
  const report: unknown = JSON.parse((await run('--driver', 'http', '--json')).stdout)
  expect(validate(report)).toBe(true)
  expect(report).toMatchObject({ passed: 0, failed: 0, skipped: 1, scenarios: [{ status: 'skipped', reason }] })
})

test('without a browser nothing is played in one: exit 2, and what to do about it', async () => {
  const played = JSON.parse(STORY) as Record<string, unknown>
  const steps = [{ at: 0, do: 'mark', expect: { effects: [] } }]
  writeFileSync(
    join(cwd, 'story.scn.json'),
    JSON.stringify({ ...played, machine: 'account/sign-in', input: {}, steps }),
  )
  const path = join(cwd, 'no-browser')
  vi.stubEnv('CHROMIUM_PATH', path)
  const { code, stdout, stderr } = await run('--driver', 'browser')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toBe(`CHROMIUM_PATH names ${path}, which is not there: name a Chromium, or unset it\n`)
  expect(JSON.parse((await run('--driver', 'browser', '--json')).stdout)).toMatchObject({ error: { code: 'driver' } })
})

test('QA-13: calls that the server answered and failures that were injected are distinguished in the text', () => {
  const result = { status: 'passed', steps: 1, durationMs: 1 } as const
  const report = runReport([
    { file: 'one.scn.json', ...result, served: 3, injected: 1 },
    { file: 'other.scn.json', ...result, served: 2, injected: 0 },
  ])
  expect(validate(report)).toBe(true)
  expect(textReport(report)).toMatch(/\n5 calls answered by the server, 1 failed at the network's edge\n$/)
  expect(textReport(runReport([{ file: 'one.scn.json', ...result }]))).not.toContain('calls')
})
