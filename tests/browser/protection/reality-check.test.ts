import { afterAll, beforeAll, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { ownSite, sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const HOUR_MS = 3_600_000
const { site, browser } = await sharedSite()
let player: WatchedPage
beforeAll(async () => {
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`)
  await registerByOneClick(player.page)
})
afterAll(() => player?.close())

test('RG-12: a reality check says time and result, has to be acknowledged, comes back, and leads to the history and out', async () => {
  const { page } = player
  const startedAt = '2026-03-01T12:00:00.000Z'
  let hours = 1
  await page.route('**/limit-service-api/session', (route) =>
    route.fulfill({
      json: {
        startedAt,
        now: new Date(Date.parse(startedAt) + hours * HOUR_MS + 1000).toISOString(),
        results: [{ currency: 'EUR', exponent: 2, net: -12.5 }],
        isReviewDue: false,
      },
    }),
  )
  const open = async () => {
    await page.goto(`${site.origin('aurora')}/en/line`)
    await hydrated(page)
  }
  await open()
  const check = page.getByRole('dialog', { name: 'You have been here for 1 hour' })
  await check.waitFor()
  expect(await check.textContent()).toContain('You have lost')
  expect(await check.textContent()).toContain('12.50')
  await page.keyboard.press('Escape')
  expect(await check.isVisible()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  await check.getByRole('button', { name: 'Continue' }).click()
  await check.waitFor({ state: 'hidden' })
  // What was acknowledged is not asked for again, and the next one is.
  await open()
  expect(await check.count()).toBe(0)
  hours = 2
  await open()
  const next = page.getByRole('dialog', { name: 'You have been here for 2 hours' })
  await next.getByRole('link', { name: 'Bet history' }).click()
  await page.waitForURL(/\/office\/history/)
  hours = 3
  await open()
  await page
    .getByRole('dialog', { name: /3 hours/ })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
})

test('RG-12: every page shows how long the session has lasted, and its result, and who signs in again reads once when they last did', async () => {
  const own = await ownSite({
    edit: (brands) =>
      brands.patch('aurora', 'config/responsible.json', {
        ...{ isSessionClockShown: true, isLastSignInShown: true, realityCheckMs: 0 },
      }),
  })
  const watched = await visit(own.browser, `${own.site.origin('aurora')}/en/registration/fast_reg`)
  const { page } = watched
  const { number, password } = await registerByOneClick(page)
  const clock = page.getByRole('complementary', { name: 'This session' })
  for (const path of ['en', 'en/line', 'en/office']) {
    await page.goto(`${own.site.origin('aurora')}/${path}`)
    await hydrated(page)
    await clock.waitFor()
    const first = await clock.getByRole('timer').textContent()
    expect(first).toMatch(/^0:0\d:\d\d$/)
    await expect.poll(() => clock.getByRole('timer').textContent()).not.toBe(first)
  }
  const lastTime = page.getByText('You last signed in on')
  expect(await lastTime.count()).toBe(0)
  await page.context().clearCookies({ name: SESSION_COOKIE })
  await page.goto(`${own.site.origin('aurora')}/en/login`)
  await page.getByLabel('E-mail, phone or account number').fill(number)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await lastTime.waitFor()
  await page.reload()
  await clock.waitFor()
  expect(await lastTime.count()).toBe(0)
  await watched.close()
})

test('RG-11: a button on every page takes a break at one press', async () => {
  const own = await ownSite({
    edit: (brands) => brands.patch('aurora', 'config/responsible.json', { realityCheckMs: 0, breakButtonHours: 24 }),
  })
  const watched = await visit(own.browser, `${own.site.origin('aurora')}/en/registration/fast_reg`)
  const { page } = watched
  const { number, password } = await registerByOneClick(page)
  const button = page.getByRole('button', { name: 'Break for 24 hours' })
  for (const path of ['en', 'en/line', 'en/office']) {
    await page.goto(`${own.site.origin('aurora')}/${path}`)
    await hydrated(page)
    await button.waitFor()
  }
  expect(await axeViolations(page)).toEqual([])
  const [asked] = await Promise.all([page.waitForRequest(/BlockUser/), button.click()])
  expect(asked.postDataJSON()).toEqual({ kind: 'time_out', hours: 24 })
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  expect(await button.count()).toBe(0)
  await page.goto(`${own.site.origin('aurora')}/en/login`)
  await hydrated(page)
  await page.getByLabel('E-mail, phone or account number').fill(number)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await button.waitFor()
  await page.goto(`${own.site.origin('aurora')}/en/office/responsible`)
  await page.getByRole('heading', { name: /break until/i }).waitFor()
  await watched.close()
})

test('RG-9: who has not thought of their limits for long is asked to on every page, with a way there, once in a session', async () => {
  const own = await ownSite({
    edit: (brands) => brands.patch('aurora', 'config/responsible.json', { realityCheckMs: 0 }),
  })
  const watched = await visit(own.browser, `${own.site.origin('aurora')}/en/registration/fast_reg`)
  const { page } = watched
  await registerByOneClick(page)
  let startedAt = '2026-03-01T12:00:00.000Z'
  await page.route('**/limit-service-api/session', (route) =>
    route.fulfill({ json: { startedAt, now: '2026-03-01T12:01:00.000Z', results: [], isReviewDue: true } }),
  )
  const open = async (path: string) => {
    await page.goto(`${own.site.origin('aurora')}/${path}`)
    await hydrated(page)
  }
  const question = page.getByRole('complementary', { name: 'Your limits' })
  await open('en')
  await question.waitFor()
  await open('en/line')
  await question.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await question.getByRole('link', { name: 'Look at limits' }).click()
  await page.waitForURL(/\/office\/responsible/)
  expect(await question.count()).toBe(0)
  await open('en/line')
  await page.waitForTimeout(500)
  expect(await question.count()).toBe(0)
  startedAt = '2026-03-02T12:00:00.000Z'
  await open('en/line')
  await question.getByRole('button', { name: 'Later' }).click()
  await question.waitFor({ state: 'detached' })
  await watched.close()
})
