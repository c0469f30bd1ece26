import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Scenario } from '#schemas'
import { CallPlanner } from './token-calls.ts'
import { toldSteps } from './token-scenario.ts'

const STORIES = fileURLToPath(new URL('../../../tests/scenarios/service-token/', import.meta.url))

function planOf(name: string): CallPlanner {
  const scenario = JSON.parse(readFileSync(`${STORIES}${name}.scn.json`, 'utf8')) as Scenario
  return new CallPlanner(toldSteps(scenario), scenario.input?.isSignedIn === true)
}

/** How many calls the page makes that the scenario leaves out. */
function leftOut({ extras, earlier }: CallPlanner): readonly [during: number, before: number] {
  const count = (calls: ReadonlyMap<unknown, readonly unknown[]>) => [...calls.values()].flat().length
  return [count(extras), count(earlier)]
}

test('QA-13: a request that is refused is the one that has asked, and asks again as the same call', () => {
  const plan = planOf('third-refusal-gives-up')
  expect(leftOut(plan)).toEqual([0, 0])
  expect(new Set([...plan.ofStep.values()].map(({ name }) => name)).size).toBe(1)
  expect(plan.askings).toEqual(['bet-1', 'bet-1', 'bet-1', 'bet-1'])
})

test('QA-13: requests that a scenario leaves out ask when the token is handed over at once', () => {
  const plan = planOf('fifty-refusals-one-refresh')
  expect(leftOut(plan)).toEqual([2, 0])
  expect(plan.askings).toEqual(['bet-1', null, null, 'bet-2', 'bet-3', 'bet-4'])
  expect([...plan.ofStep.values()].map(({ url }) => url)).toEqual(['/a', '/a', '/b', '/c'])
})

test('QA-13: a token that a scenario has never had was had before it; a guest has had none', () => {
  const early = planOf('refused-without-a-token')
  expect(leftOut(early)[1]).toBeGreaterThan(0)
  expect(early.impossible.size).toBe(0)
  expect([...planOf('guest-is-refused').impossible.values()]).toEqual([
    'a request is refused only with a token that the page has had, and this page has had none',
  ])
})
