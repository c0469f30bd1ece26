import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { fillSecrets } from '#machines/scenario/secret-values.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { readScenarioFile } from '../scenario-file.ts'
import { actsFor, reasonAgainstMachine } from './browser-machines.ts'
import { reasonAgainst } from './reason-against.ts'

const SCENARIOS = fileURLToPath(new URL('../../../../tests/scenarios/', import.meta.url))

/** Against each scenario of a folder what is known without a page: reason, without its step → names. */
async function reasonsIn(folder: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const reasons = new Map<string, readonly string[]>()
  for (const path of globSync(`${SCENARIOS}${folder}/*.scn.json`)) {
    const { scenario } = readScenarioFile(path)
    if (!scenario) throw new Error(`${path} cannot be read`)
    const reason = (await reasonOf(scenario))?.replace(/^step \d+: /, '') ?? ''
    reasons.set(reason, [...(reasons.get(reason) ?? []), path.replace(/^.*\/|\.scn\.json$/g, '')])
  }
  return reasons
}

async function reasonOf(scenario: Scenario): Promise<string | undefined> {
  const steps = scenario.steps.map((step) => fillSecrets(step, scenario.seed ?? 0) as ScenarioStep)
  const acts = actsFor({ ...scenario, steps })
  return acts ? reasonAgainst(scenario, acts) : reasonAgainstMachine(scenario.machine)
}

/** The browser finds no more against most of them; tests/browser plays them. */
test.each([
  ['sign-in', 39],
  ['two-factor', 11],
  ['sms-code', 36],
  ['password', 9],
  ['phone-change', 24],
  ['email-change', 28],
  ['session-guard', 15],
  ['identification', 20],
  ['auto-logoff', 34],
  ['passkey', 15],
  ['service-token', 70],
  ['coupon', 27],
  ['coupon/generated', 89],
  ['bet-offer', 10],
])(
  'QA-13: of the scenarios of %s at least %i can be played on a page, as far as can be told without one',
  async (folder, least) => {
    expect((await reasonsIn(folder)).get('')?.length).toBeGreaterThanOrEqual(least)
  },
)

test('QA-13: a story of the auto logoff is skipped where the page has no such moment, and the reason says which', async () => {
  const reasons = await reasonsIn('auto-logoff')
  const known = [
    'a page of a brand that has it off runs no machine for it',
    'a page runs it for a player alone, and there is none at the start',
    'the page reads its clock and the storage of the tabs at once, so that nothing comes between',
    'the page tells of activities at most once a second',
    /^nobody can bring about what root\/readActivity#\d tells: a storage that is closed is an empty one to it$/,
    /^nobody can bring player\.signed-in about: each player of a page has a machine of their own/,
  ]
  const isKnown = (reason: string) => known.some((one) => (typeof one === 'string' ? one === reason : one.test(reason)))
  expect([...reasons.keys()].filter((reason) => reason !== '' && !isKnown(reason))).toEqual([])
  expect(reasons.get('a page of a brand that has it off runs no machine for it')?.toSorted()).toEqual([
    'guest-does-nothing',
    'off-by-default',
    'off-when-disabled',
  ])
})
