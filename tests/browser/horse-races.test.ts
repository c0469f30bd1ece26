import { afterAll, beforeAll, expect, test } from 'vitest'
import { entrantOutcome, MARKET_TYPE } from '#machines/feed/markets/market-types.ts'
import { PUSHED_FEED, type PushedFeed, pushedFeed } from './pushed-feed.ts'
import { ownSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

const HOUR_MS = 3_600_000
const NAMES = ['Silver Lantern', 'Quiet Comet', 'Copper Arrow', 'Hidden Ember', 'Royal Signal']
const game = 'race'
const { site, browser } = await ownSite({ env: PUSHED_FEED })
let feed: PushedFeed
beforeAll(async () => {
  feed = pushedFeed(site)
})
afterAll(() => feed?.stop())

test('FEED-16: a race is found in its meeting, a runner goes into the coupon, and the card tells the places', async () => {
  const competition = { code: 'downs', name: 'Harbour Downs', sportId: 130, countryId: 76 }
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString()
  const { fieldWinner, fieldPlace } = MARKET_TYPE
  const silks = { pattern: 'hoops', body: '#1d4ed8', second: '#facc15', sleeves: '#facc15', cap: '#dc2626' } as const
  await feed.push([
    { kind: 'game', game, competition, home: 'Fairwater Stakes', startsAt },
    {
      kind: 'field',
      game,
      race: { raceNumber: 3, distanceM: 1600, going: 'good' },
      entrants: NAMES.map((name, at) => ({ number: at + 1, name, jockey: 'T. Marsh', silks })),
    },
    ...[fieldWinner, fieldPlace].map((type) => ({
      kind: 'market' as const,
      game,
      typeId: type.typeId,
      ...(type === fieldPlace && { parameter: '2' }),
      outcomes: NAMES.map((_, at) => ({ typeId: entrantOutcome(type, at + 1), odds: `${at + 2}.5` })),
    })),
  ])
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/line`)
  // Beside the likeliest runners there is room for the name of the race.
  const name = page.locator('[data-game]').getByText('Fairwater Stakes', { exact: true })
  expect(await name.evaluate((one) => one.getBoundingClientRect().width)).toBeLessThanOrEqual(
    await name.evaluate((one) => one.parentElement?.clientWidth ?? 0),
  )
  await page.goto(`${site.origin('aurora')}/en/horse-races`)
  const { page: arabic, close: closeArabic } = await visit(browser, `${site.origin('nour')}/ar/horse-races`)
  const ends = await arabic
    .locator('main li')
    .getByText('Fairwater Stakes', { exact: true })
    .evaluateAll((names) =>
      names.map((one) => [one, one.nextElementSibling].map((of) => of?.getBoundingClientRect().right)),
    )
  // A Latin name begins where the Arabic line below it does.
  expect(ends.length).toBeGreaterThan(0)
  for (const [name, below] of ends) expect(name).toBe(below)
  await closeArabic()
  const [next, meetings] = await page
    .locator('section:has(> h2)')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()))
  // Parts of a page stand as far from each other here as anywhere.
  expect((meetings?.top ?? 0) - (next?.bottom ?? 0)).toBe(8)
  await page
    .getByRole('link', { name: /Fairwater Stakes/ })
    .first()
    .click()
  const row = page.getByRole('row').filter({ hasText: 'Quiet Comet' })
  await row.waitFor()
  await hydrated(page)
  expect(await page.getByRole('row').count()).toBe(NAMES.length + 1)
  expect(await axeViolations(page)).toEqual([])
  await row.getByRole('button', { name: /Winner: 2\. Quiet Comet/ }).click()
  await page.locator('[data-coupon]').getByText('Fairwater Stakes: Quiet Comet').first().waitFor()
  await feed.push([{ kind: 'result', game, ending: { kind: 'field', order: [[2], [1, 4], [3]] } }])
  // The open card follows its result: the line alone is asked for every half a minute.
  await page.getByRole('row').filter({ hasText: 'Did not finish' }).waitFor({ timeout: 12_000 })
  await page.goto(`${site.origin('aurora')}/en/horse-races`)
  await page.getByText('1. Quiet Comet').waitFor()
  await page
    .getByRole('link', { name: /Fairwater Stakes/ })
    .first()
    .click()
  const rows = page.getByRole('row')
  await expect.poll(() => rows.nth(1).textContent()).toContain('Quiet Comet')
  expect(await rows.nth(5).textContent()).toContain('Did not finish')
  expect(faults()).toEqual([])
  await close()
})
