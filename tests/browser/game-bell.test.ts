import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange } from '#schemas'
import { PUSHED_FEED, type PushedFeed, pushedFeed } from './pushed-feed.ts'
import { ownSite } from './test-site.ts'
import { registerByOneClick, visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

const HOUR_MS = 3_600_000
const GAME = 'bell-1'

const { site, browser } = await ownSite({ env: PUSHED_FEED })
let feed: PushedFeed
beforeAll(async () => {
  feed = pushedFeed(site)
  await feed.push(offered())
})
afterAll(() => feed?.stop())

function offered(): FeedChange[] {
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString()
  const competition = { code: 'pushed', name: 'Pushed League', sportId: 1 }
  const outcomes = ['1.80', '3.60', '4.50'].map((odds, place) => ({ typeId: place + 1, odds }))
  return [
    { kind: 'game', game: GAME, competition, home: 'Northgate', away: 'Harbour', startsAt },
    { kind: 'market', game: GAME, typeId: 1, outcomes },
  ]
}

test('FEED-17: a guest is led to the sign-in by the bell', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/ar/line`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  })
  await page
    .getByRole('link', { name: /Northgate/ })
    .first()
    .tap()
  await page.getByRole('button', { name: 'أخبار المباراة: Northgate – Harbour' }).tap()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.getByRole('link', { name: 'سجّل الدخول لتصلك الأخبار' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'تسجيل الدخول' }).first().waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('FEED-17: a player chooses at the bell of a game what to hear about, and gets the news on another page', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`)
  await registerByOneClick(page)
  await page.goto(`${site.origin('aurora')}/en/line`)
  await hydrated(page)
  // There is room for it in the row, beside menu and coupon.
  await page
    .locator('[data-game]')
    .getByRole('button', { name: 'Notifications for the game: Northgate – Harbour' })
    .waitFor()
  await page
    .getByRole('link', { name: /Northgate/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Statistics', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Notifications for the game: Northgate – Harbour' }).click()
  await page.getByRole('button', { name: 'The start' }).click()
  await page.getByRole('button', { name: 'Notifications for the game: Northgate – Harbour' }).click()
  expect(await page.getByRole('button', { name: 'The start' }).getAttribute('aria-pressed')).toBe('true')
  expect(await axeViolations(page)).toEqual([])
  const first = page.waitForResponse((answer) => answer.url().includes('statistics/Status'))
  await page.goto(`${site.origin('aurora')}/en`)
  await first
  await feed.push([
    { kind: 'live', game: GAME },
    { kind: 'play', game: GAME, score: { home: 0, away: 0 } },
  ])
  await page.getByText('Northgate – Harbour has begun').waitFor({ timeout: 20_000 })
  await feed.push([{ kind: 'play', game: GAME, score: { home: 1, away: 0 } }])
  const next = page.waitForResponse(
    async (answer) => answer.url().includes('statistics/Status') && (await answer.text()).includes('"home":1'),
  )
  await next
  expect(await page.getByText('Northgate – Harbour 1:0').count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test('FEED-17: of several tabs one alone tells the news, and when it is closed the next one does', async () => {
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString()
  const game = 'bell-2'
  const competition = { code: 'pushed', name: 'Pushed League', sportId: 1 }
  await feed.push([{ kind: 'game', game, competition, home: 'Elmfield', away: 'Marsh', startsAt }])
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`)
  await registerByOneClick(page)
  await page.goto(`${site.origin('nour')}/en/line`)
  await hydrated(page)
  const other = await page.context().newPage()
  await other.goto(`${site.origin('nour')}/en/information/about`)
  await hydrated(other)
  const bell = page.getByRole('button', { name: 'Notifications for the game: Elmfield – Marsh' })
  await bell.click()
  await expect.poll(() => bell.getAttribute('aria-pressed')).toBe('true')
  const looks = { first: 0, other: 0 }
  page.on('response', (answer) => answer.url().includes('statistics/Status') && looks.first++)
  other.on('response', (answer) => answer.url().includes('statistics/Status') && looks.other++)
  await expect.poll(() => looks.first + looks.other, { timeout: 20_000 }).toBeGreaterThan(0)
  await feed.push([
    { kind: 'live', game },
    { kind: 'play', game, score: { home: 0, away: 0 } },
  ])
  const begun = (tab: typeof page) => tab.getByText('Elmfield – Marsh has begun').count()
  await expect.poll(async () => (await begun(page)) + (await begun(other)), { timeout: 20_000 }).toBe(1)
  // The tab that was there first has the turn; the texts of boards come to the other one with the first news alone.
  expect([await begun(page), looks.other]).toEqual([1, 0])
  const boardTexts = () =>
    other.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => /board[^/]*\.json/.test(name)).length,
    )
  expect(await boardTexts()).toBe(0)
  await page.close()
  await feed.push([{ kind: 'play', game, score: { home: 1, away: 0 } }])
  await other.getByText('Elmfield – Marsh 1:0').waitFor({ timeout: 20_000 })
  expect(await boardTexts()).toBe(1)
  expect(await begun(other)).toBe(0)
  expect(faults()).toEqual([])
  await close()
})
