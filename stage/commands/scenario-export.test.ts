import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scenarioCommand } from './scenario-commands.test-support.ts'

const cwd = fileURLToPath(new URL('../..', import.meta.url))
const FILE = 'tests/scenarios/dropdown/hover-opens-after-delay.scn.json'
const REQUEST = 'tests/scenarios/request/one-has-left-and-it-fails.scn.json'

function run(...args: string[]) {
  return scenarioCommand('export', args, cwd)
}

test('a machine is printed as a statechart, one diagram for each of its regions', async () => {
  const { code, stdout } = await run('--mermaid', 'shell/dropdown')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^stateDiagram-v2\n {2}%% shell\/dropdown\n/)
  expect(stdout).toContain('open_leaving --> closed_resting: after hoverDelay')
})

test('a scenario is printed as Gherkin and as a trace', async () => {
  expect(await run('--gherkin', FILE)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Feature: shell/dropdown'),
  })
  const { code, stdout } = await run('--itf', FILE)
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ '#meta': { format: 'ITF' }, vars: expect.arrayContaining(['value']) })
})

test.each([
  [[], 'usage: livery scenario export'],
  [['--itf', FILE, '--gherkin', FILE], 'usage: livery scenario export'],
  [['--pdf', FILE], 'usage: livery scenario export'],
  [['--mermaid', 'shell/dropdwn'], 'did you mean "shell/dropdown"?'],
  [['--itf', 'no/such.scn.json'], 'no/such.scn.json:1: cannot be read'],
  [['--itf', join('tests', 'scenarios', 'biome.json')], 'tests/scenarios/biome.json:1: '],
  [
    ['--playwright', REQUEST],
    `${REQUEST}: there is no test for it: the page runs one beneath each of its calls, unwatched`,
  ],
])('exits 2 and says why: %j', async (args, message) => {
  const { code, stdout, stderr } = await run(...args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr.replaceAll('\\', '/')).toContain(message)
})
