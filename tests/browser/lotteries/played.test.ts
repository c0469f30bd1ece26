import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { depositByTestCard, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** A round of at most seventy-five calls, with its sale. */
const ROUND_WITHIN_MS = 110_000

const { site, browser } = await ownSite({
  env: { LIVERY_FEED: 'simulator' },
  edit: ({ patch }) => {
    patch('aurora', 'config/lotteries.json', {
      bingo: { 'garden-75': { order: 1, saleSeconds: 5, callSeconds: 1, maxCards: 12 } },
      games: {
        'keno-10-40': { closeSeconds: 1, schedule: { everyMinutes: 1, days: [1, 2, 3, 4, 5, 6, 7], times: [] } },
      },
    })
    patch('aurora', 'config/toto.json', { pools: { football: { leastSaleMinutes: 1, horizonHours: 96 } } })
  },
})

let player: WatchedPage

beforeAll(async () => {
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg?country=de`, {
    ...{ viewport: WIDE, reducedMotion: 'reduce' as const },
  })
  await registerByOneClick(player.page)
  await depositByTestCard(player.page, site.origin('aurora'), 100)
}, 120_000)
afterAll(() => player?.close())

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en/${path}`)
  await hydrated(page)
}

test('LOT-3, LOT-7: a toto ticket is marked by hand, by chance, by what is popular and as a system, bought, and found again', {
  timeout: 120_000,
}, async () => {
  const { page, faults } = player
  await open(page, 'toto')
  await expect
    .poll(
      async () => {
        await open(page, 'toto')
        return page.locator('a[href*="/toto/draw/"]').count()
      },
      { timeout: 60_000, interval: 2000 },
    )
    .toBeGreaterThan(0)
  await page.locator('a[href*="/toto/draw/"]').first().click()
  await page.waitForURL(/\/toto\/draw\/\d+/)
  await hydrated(page)
  const marked = page.getByText(/^\d+ of \d+ marked$/)
  const first = page.getByRole('group', { name: /^Marks for / }).first()
  await first.getByRole('button').first().click()
  expect(await first.getByRole('button').first().getAttribute('aria-pressed')).toBe('true')
  expect(await marked.textContent()).toMatch(/^1 of /)
  await page.getByRole('button', { name: 'Buy the ticket' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByRole('button', { name: 'Random' }).click()
  const [, all] = /of (\d+) marked/.exec((await marked.textContent()) ?? '') ?? []
  expect(await marked.textContent()).toBe(`${all} of ${all} marked`)
  await page.getByRole('combobox', { name: 'System' }).selectOption('4')
  await page.getByRole('complementary', { name: 'Coupon' }).getByText('4 lines').waitFor()
  await page.getByRole('button', { name: 'Popular' }).click()
  await page.getByText('1 line', { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: /^Buy the ticket|^Take part/ }).click()
  const receipt = page.getByRole('complementary', { name: 'Receipt' })
  await receipt.getByText('Your ticket is in the draw.').waitFor()
  const show = receipt.getByRole('link', { name: 'Show the ticket' })
  const number = /couponNumber=(\d+)/.exec((await show.getAttribute('href')) ?? '')?.[1] ?? 'none'
  await show.click()
  await page.getByRole('heading', { level: 1, name: 'My toto tickets' }).waitFor()
  await page.getByRole('main').getByText(`Ticket ${number}`, { exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('couponNumber')).toBe(number)
  expect(faults()).toEqual([])
})

test('LOT-5: scratch cards are bought and freed by mouse and keyboard, or all at once, and what they pay is said', {
  timeout: 60_000,
}, async () => {
  const { page, faults } = player
  await open(page, 'scratch-cards')
  const verdict = page
    .getByRole('status')
    .filter({ hasText: /You won|No win|Scratch|Three/ })
    .first()
  // What the server refuses is shown as refused: nothing is left unsure.
  const calls = '**/lotteries/scratch/cards'
  const refused = { code: 'scratch.deck_over', params: {}, requestId: 'r-1' }
  await page.route(calls, (route) => route.fulfill({ status: 409, json: refused }))
  await page.getByRole('button', { name: /^Buy a card for/ }).click()
  await page.getByRole('alert').filter({ hasText: 'This deck is sold out' }).waitFor()
  await page.unroute(calls)
  expect(faults([/409/])).toEqual([])
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await page.getByRole('button', { name: /^Buy a card for/ }).click()
  await page.getByRole('button', { name: 'Field 1, covered' }).waitFor()
  const field = page.getByRole('button', { name: 'Field 1, covered' })
  await field.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel(/^Field 1: /).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Reveal all' }).click()
  await expect.poll(() => verdict.textContent()).toMatch(/You won|No win this time/)
  await page.getByRole('button', { name: 'Another card' }).click()
  await page.getByRole('button', { name: /^Buy a card for/ }).waitFor()
  expect(faults()).toEqual([])
})

test('LOT-5: bingo cards are bought, numbers are called and marked, and the round ends with its winners', {
  timeout: ROUND_WITHIN_MS + 30_000,
}, async () => {
  const { page, faults } = player
  await open(page, 'bingo?room=garden-75')
  for (let card = 1; card < 12; card += 1) await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Buy for/ }).click()
  await page.getByText('Your cards are in the round. Good luck!').waitFor()
  await expect.poll(() => page.getByRole('figure', { name: /^Card \d+/ }).count()).toBe(12)
  await expect
    .poll(
      () =>
        page
          .getByText(/^\d+ of 75 called$/)
          .first()
          .textContent(),
      { timeout: 30_000 },
    )
    .toMatch(/^[1-9]\d* of 75 called$/)
  expect(await axeViolations(page)).toEqual([])
  await page
    .getByText(/^Won with call \d+/)
    .first()
    .waitFor({ timeout: ROUND_WITHIN_MS })
  await page
    .getByText(/^\d+ calls, 12 cards, paid /)
    .first()
    .waitFor({ timeout: ROUND_WITHIN_MS })
  expect(faults()).toEqual([])
})

test('LOT-5: a draw is shown ball by ball and can be skipped; where no movement is wanted all balls are there at once', {
  timeout: 200_000,
}, async () => {
  const shown = async (reducedMotion: 'reduce' | 'no-preference') => {
    const watched = await visit(browser, `${site.origin('aurora')}/en/keno?game=keno-10-40`, {
      ...{ viewport: PHONE, reducedMotion },
    })
    const { page } = watched
    await hydrated(page)
    const show = page.getByRole('region', { name: /^Draw \d+/ })
    await show.waitFor({ timeout: 80_000 })
    return { ...watched, show, balls: () => show.getByRole('listitem').count() }
  }
  const [moving, still] = await Promise.all([shown('no-preference'), shown('reduce')])
  expect(await still.balls()).toBe(10)
  await still.show.getByRole('button', { name: 'Close' }).waitFor()
  expect(await moving.balls()).toBeLessThan(10)
  await moving.show.getByRole('button', { name: 'Skip' }).click()
  expect(await moving.balls()).toBe(10)
  expect(await axeViolations(moving.page)).toEqual([])
  await moving.show.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => moving.show.count()).toBe(0)
  expect([...moving.faults(), ...still.faults()]).toEqual([])
  await Promise.all([moving.close(), still.close()])
})

test('PAY-17: a ticket that is refused for lack of money leads to the deposit of what is missing, and back to the game', async () => {
  const poor = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg?country=de`, { viewport: PHONE })
  await registerByOneClick(poor.page)
  await open(poor.page, 'keno?game=keno-20-80')
  await poor.page.getByRole('button', { name: 'Add a random line' }).click()
  await poor.page.getByRole('button', { name: /^Buy for/ }).click()
  const ticket = poor.page.getByRole('region', { name: 'Your ticket' })
  await ticket.getByRole('alert').waitFor()
  await ticket.getByRole('link', { name: 'Deposit' }).click()
  await poor.page.waitForURL(/\/office\/deposit\?/)
  const asked = new URL(poor.page.url()).searchParams
  expect([asked.get('back'), asked.get('amount')]).toEqual(['/en/keno?game=keno-20-80', '1.00'])
  // The refusal itself, and what the browser says of it.
  expect(poor.faults()).toEqual([
    'answer 422: /web-api/lotteries/tickets',
    expect.stringContaining('responded with a status of 422'),
  ])
  await poor.close()
})
