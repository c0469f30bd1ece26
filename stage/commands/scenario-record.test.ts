import { afterEach, expect, test, vi } from 'vitest'
import { scenarioCommand } from './scenario-commands.test-support.ts'

afterEach(() => vi.unstubAllEnvs())

test.each([
  [[], 'the address of the page is missing'],
  [['--url', 'aurora'], '"aurora" is no address of a page'],
  [['--url', 'file:///etc/passwd'], 'is no address of a page'],
  [['--url', 'http://aurora.localhost', 'more'], 'unknown argument more'],
  [['--url', 'http://aurora.localhost', '--outt', 'x'], "'--outt'"],
])('record %j is not understood, and says why and how it is written', async (args, why) => {
  const { code, stdout, stderr } = await scenarioCommand('record', args, '.')
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(why)
  expect(stderr).toContain('usage: livery scenario record --url URL')
})

test('with --json a refusal is JSON on stdout', async () => {
  const { code, stdout, stderr } = await scenarioCommand('record', ['--json'], '.')
  expect([code, stderr]).toEqual([2, ''])
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'usage', path: null } })
})

test('without a browser it says what to do', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  const { code, stderr } = await scenarioCommand('record', ['--url', 'http://127.0.0.1:1/'], '.')
  expect(code).toBe(2)
  expect(stderr).toContain('CHROMIUM_PATH names /nowhere/chromium, which is not there: name a Chromium, or unset it')
})
