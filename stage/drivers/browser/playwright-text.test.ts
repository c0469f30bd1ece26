import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { login } from '#calls/account.calls.ts'
import type { AnyMachineActs } from '#machines/shell/machine-acts.ts'
import type { Scenario } from '#schemas'
import { playwrightText } from './playwright-text.ts'

const ACTS: AnyMachineActs = {
  path: '/en/login',
  events: {
    'form.submitted': [{ do: 'click', on: { role: 'button', name: "Ann's button", within: { role: 'main' } } }],
    'login.changed': ({ login: text }: { readonly login: string }) => [
      { do: 'fill', on: { label: /^login/i, index: 1 }, text },
      { do: 'press', key: 'Tab' },
    ],
    'activation.requested': { impossible: 'it is elsewhere' },
  },
  actors: { signIn: { call: login }, ring: { impossible: 'it never rings' } },
  shows: { 'identifying.network': { role: 'alert' } },
}
const SCENARIO: Scenario = {
  format: 'scn/1',
  title: "It isn't there",
  machine: 'account/sign-in',
  source: 'authored',
  req: ['AUTH-2'],
  steps: [
    { at: 0, do: 'send', event: { type: 'login.changed', login: 'ann' }, note: 'the first try' },
    { at: 0, do: 'send', event: { type: 'form.submitted' }, expect: { value: 'submitting' } },
    {
      at: 500,
      do: 'err',
      actor: 'root/signIn#1',
      value: { code: 'request.offline' },
      expect: { value: { identifying: 'network' } },
    },
    { at: 700, do: 'ok', actor: 'root/signIn#2', value: { userId: 7001 } },
  ],
}

test('a scenario is written as what a person does; calls are held, and the clock is moved', async () => {
  const made = await playwrightText(ACTS, SCENARIO)
  const text = 'text' in made ? made.text : made.reason
  expect(parseSync('x.test.ts', text).errors).toEqual([])
  expect(
    text.slice(text.indexOf('  await page.clock')),
  ).toBe(`  await page.clock.install({ time: '2026-01-15T11:00:00.000Z' })
  await page.clock.pauseAt('2026-01-15T12:00:00.000Z')
  const signInCall = await heldCall(page, 'POST', '/web-api/account/login')
  await page.goto('/en/login')
  await page.locator('html[data-ready=true]').waitFor({ state: 'attached' })
  // the first try
  await page.getByLabel(/^login/i, { exact: true }).nth(1).fill('ann')
  await page.keyboard.press('Tab')
  await page.getByRole('main').getByRole('button', { name: 'Ann\\'s button', exact: true }).click()
  // the state is "submitting"
  await page.clock.runFor(500)
  await (await signInCall()).abort('internetdisconnected')
  await expect(page.getByRole('alert').first()).toBeVisible()
  await page.clock.runFor(200)
  await (await signInCall()).fulfill({ status: 200, json: {"userId":7001} })
})
`)
})

test.each([
  [
    { at: 0, do: 'send', event: { type: 'activation.requested' } },
    'nobody can bring activation.requested about: it is elsewhere',
  ],
  [
    { at: 0, do: 'send', event: { type: 'bell.rung' } },
    'nobody can bring bell.rung about: the acts do not say what a person does for it',
  ],
  [{ at: 0, do: 'ok', actor: 'root/ring#1', value: null }, 'nobody can end ring: it never rings'],
  [{ at: 0, do: 'ok', actor: 'root/clock#1', value: null }, 'its acts do not say how clock comes to its end'],
  [
    { at: 0, do: 'emit', actor: 'root/signIn#1', value: 1 },
    'what an actor tells meanwhile is the doing of the page alone',
  ],
  [
    { at: 0, do: 'send', event: { type: 'form.submitted' }, illegal: true },
    'no page sends an event that the schema of events refuses',
  ],
  [
    { at: 0, do: 'err', actor: 'root/signIn#1', value: { code: 'request.cancelled' } },
    'request.cancelled: no server answers so, the page itself calls a request off',
  ],
] satisfies [Scenario['steps'][number], string][])('what nobody can do on a page is told: %j', async (step, reason) => {
  expect(await playwrightText(ACTS, { ...SCENARIO, steps: [step] })).toEqual({ reason: `step 1: ${reason}` })
})

test('a page for players is not what an exported test comes to', async () => {
  const acts = { ...ACTS, player: () => ({ hasSecondFactor: false }) }
  expect(await playwrightText(acts, SCENARIO)).toEqual({
    reason: 'a test of Playwright comes as a guest, and the page is for players who have signed in',
  })
})
