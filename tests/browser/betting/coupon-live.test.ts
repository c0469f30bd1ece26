import { readdirSync, readFileSync } from 'node:fs'
import type { Page, Route } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { Coupon, FeedChange } from '#schemas'
import { giveMoney } from '../command-beside.ts'
import { PUSHED_FEED, type PushedFeed, pushedFeed } from '../pushed-feed.ts'
import { ownSite } from '../test-site.ts'
import { type Credentials, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const DAY_MS = 86_400_000
const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
const COMPETITION = { code: 'pushed', name: 'Pushed League', sportId: 1 }
const GAMES = ['a', 'b', 'c', 'd'] as const
/** A connection that a test has cut. */
const CUT = [/request failed/, /Failed to load resource/]

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/betting.json', { liveBetDelayMs: 2000 })
    brands.patch('aurora', 'config/boolean.json', { isAdvanceBetAllowed: true, isAutoBetAllowed: true })
  },
  env: PUSHED_FEED,
})
let feed: PushedFeed
let player: WatchedPage
let credentials: Credentials

/** One server, one feed whose every move the tests make, and one player with money: nothing between page and book is made up. */
beforeAll(async () => {
  feed = pushedFeed(site)
  await feed.push(GAMES.flatMap(offered))
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, { viewport: WIDE })
  credentials = await registerByOneClick(player.page)
  giveMoney(site, credentials, 100_000_000)
})
afterAll(async () => {
  feed?.stop()
  await player?.close()
})
beforeEach(() => feed.push(GAMES.flatMap((game) => [atPrice(game, '1.80'), suspended(game, false)])))

test('PLACE-6: a bet on several games is placed at the server\u2019s prices, and its stake leaves the balance', async () => {
  const { page } = player
  await fresh(page)
  for (const game of ['a', 'b', 'c'] as const) await pressHome(page, game)
  await place(page, '1000')
  await coupon(page).getByText('Bet accepted').waitFor()
  // 1.80³ of 1,000.00
  expect(await coupon(page).getByText('Possible payout').locator('xpath=..').innerText()).toContain('5,832.00')
  await expect.poll(() => page.locator('header').first().innerText()).toContain('999,000.00')
  await coupon(page).getByRole('button', { name: 'Done' }).click()
  expect(player.faults()).toEqual([])
})

test('PLACE-4, PLACE-5: a price that falls while the bet is on its way is offered again, and holds once accepted', async () => {
  const { page } = player
  await fresh(page)
  await pressHome(page, 'a')
  await page.context().route(
    '**/MakeBetWeb',
    async (route) => {
      await feed.push([atPrice('a', '1.50')])
      await route.continue()
    },
    { times: 1 },
  )
  await place(page, '1000')
  await coupon(page).getByText('Prices have changed').waitFor()
  await coupon(page)
    .getByRole('button', { name: /Bet at these prices/ })
    .click()
  await coupon(page).getByText('Bet accepted').waitFor()
  expect(await coupon(page).innerText()).toContain('1.50')
  await coupon(page).getByRole('button', { name: 'Done' }).click()
  expect(player.faults()).toEqual([])
})

test('PLACE-1, PLACE-3: a bet whose answer is lost is found by its name after a reload, and is placed once', async () => {
  const { page } = player
  await fresh(page)
  const before = await betsOf(page)
  await pressHome(page, 'b')
  await page.context().route(
    '**/MakeBetWeb',
    async (route) => {
      await arrived(route)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.context().route('**/GetBetByGuid*', (route) => route.abort('connectionreset'))
  await place(page, '1000')
  await coupon(page).getByText('It is not yet known').waitFor()
  await page.context().unroute('**/GetBetByGuid*')
  await page.reload()
  await hydrated(page)
  await coupon(page).getByText('Bet accepted').waitFor()
  expect(await betsOf(page)).toBe(before + 1)
  await coupon(page).getByRole('button', { name: 'Done' }).click()
  expect(player.faults(CUT)).toEqual([])
})

test('PLACE-6: what is suspended says so and is not sent, and can be bet on again afterwards', async () => {
  const { page } = player
  await fresh(page)
  await pressHome(page, 'c')
  await stakeOf(page).fill('1000')
  expect(await coupon(page).getByRole('checkbox', { name: 'Bet at a price' }).count()).toBe(1)
  await feed.push([suspended('c', true)])
  await coupon(page).getByText('A selection is suspended').waitFor()
  expect(await placing(page).getAttribute('aria-disabled')).toBe('true')
  await feed.push([suspended('c', false)])
  await expect.poll(() => placing(page).getAttribute('aria-disabled')).toBe('false')
  expect(player.faults()).toEqual([])
})

test('BET-15: a pressed outcome brings its own type, and a saved code is shown for its own outcomes alone', async () => {
  const { page } = player
  await fresh(page)
  const draw = page.locator('[data-game]').filter({ hasText: 'Northgate b' }).locator('button[data-state]').nth(1)
  await draw.click()
  await expect.poll(async () => (await entriesIn(page)).map(({ typeId }) => typeId)).toEqual([2])
  await coupon(page).getByRole('button', { name: 'Save under a code' }).click()
  await coupon(page)
    .getByText(/Saved under the code/)
    .waitFor()
  await pressHome(page, 'c')
  await expect
    .poll(() =>
      coupon(page)
        .getByText(/Saved under the code/)
        .count(),
    )
    .toBe(0)
  expect(player.faults()).toEqual([])
})

test('a price that was just pressed looks pressed below the mouse too, in a brand whose prices are cards', async () => {
  const { page, close, faults } = await visit(browser, `${site.origin('velvet')}/en/line`, { viewport: WIDE })
  const colour = () => priceOf(page, 'a').evaluate((one) => getComputedStyle(one).backgroundColor)
  await pressHome(page, 'a')
  await page.mouse.move(0, 0)
  await page.waitForTimeout(200)
  const pressed = await colour()
  await priceOf(page, 'a').hover()
  await page.waitForTimeout(200)
  expect(await colour()).toBe(pressed)
  expect(faults()).toEqual([])
  await close()
})

test('BET-12: on paper the coupon is black on white whatever the scheme, and has no buttons', async () => {
  const { page } = player
  await fresh(page)
  await pressHome(page, 'c')
  await stakeOf(page).fill('1000')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(() => {
    window.print = () => undefined
  })
  await coupon(page).getByRole('button', { name: 'Print' }).click()
  await page.emulateMedia({ media: 'print' })
  expect(
    await coupon(page)
      .getByText('Northgate c', { exact: true })
      .evaluate((one) => getComputedStyle(one).color),
  ).toBe('rgb(0, 0, 0)')
  expect(await coupon(page).getByRole('button').count()).toBe(0)
  // The price is in one column with the amounts.
  const endOf = (text: RegExp) =>
    coupon(page)
      .getByText(text)
      .first()
      .evaluate((one) => Math.round(one.getBoundingClientRect().right))
  expect(await endOf(/^1\.80$/)).toBe(await endOf(/^1,800\.00/))
  await page.emulateMedia({ media: null, colorScheme: null })
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect.poll(() => coupon(page).getByRole('button', { name: 'Print' }).count()).toBe(1)
  expect(player.faults()).toEqual([])
})

test('BET-15: a link brings a coupon to somebody else, who is asked before it replaces their own', async () => {
  const { page } = player
  await fresh(page)
  for (const game of ['a', 'b'] as const) await pressHome(page, game)
  await coupon(page).getByRole('button', { name: 'Save under a code' }).click()
  const saved = await coupon(page)
    .getByText(/Saved under the code/)
    .innerText()
  const link = `${site.origin('aurora')}/en/line?couponNumber=${saved.split(' ').at(-1)}`
  const friend = await visit(browser, link, { viewport: PHONE, hasTouch: true })
  const drawer = friend.page.getByRole('dialog', { name: 'Coupon' })
  await expect.poll(() => drawer.getByRole('listitem').filter({ hasText: 'Northgate' }).count()).toBe(2)
  await expect.poll(() => friend.page.url()).toBe(`${site.origin('aurora')}/en/line`)
  await drawer.getByRole('button', { name: 'Remove: Northgate a, Northgate a' }).click()
  await friend.page.goto(link)
  const question = friend.page.getByRole('dialog', { name: 'Load the shared coupon?' })
  await question.waitFor()
  expect(await axeViolations(friend.page)).toEqual([])
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(() => friend.page.url()).toBe(`${site.origin('aurora')}/en/line`)
  expect(await idsIn(friend.page)).toHaveLength(1)
  await friend.page.goto(link)
  await question.getByRole('button', { name: 'Load' }).click()
  await expect.poll(() => idsIn(friend.page)).toEqual(await idsIn(page))
  expect(friend.faults()).toEqual([])
  await friend.close()
})

test('a guest signs in from the coupon, and it is still as it was', async () => {
  const { page, close, faults } = await visit(browser, `${site.origin('aurora')}/en/line`, { viewport: WIDE })
  await pressHome(page, 'd')
  await stakeOf(page).fill('2000')
  await coupon(page).getByRole('link', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[autocomplete^=username]').fill(credentials.number)
  await dialog.locator('input[type=password]').fill(credentials.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await placing(page).waitFor()
  expect(await stakeOf(page).inputValue()).toBe('2000')
  await place(page, '2000')
  await coupon(page).getByText('Bet accepted').waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('BET-18, BET-20: what a stake is short of is advanced on an open bet, and the history tells both parts of it', async () => {
  const { page, close, faults } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
    viewport: WIDE,
  })
  giveMoney(site, await registerByOneClick(page), 1_000_000)
  await fresh(page)
  await pressHome(page, 'a')
  await place(page, '9000')
  await coupon(page).getByText('Bet accepted').waitFor()
  await coupon(page).getByRole('button', { name: 'Done' }).click()
  await pressHome(page, 'b')
  await stakeOf(page).fill('5000')
  await coupon(page).getByRole('checkbox', { name: 'Bet on credit against your open bets' }).check()
  // Half of the 16,200.00 that the open bet can pay, after the 1,000.00 of the player's own.
  const line = (name: string) => coupon(page).getByRole('group').getByText(name, { exact: true }).locator('..')
  await expect.poll(() => line('Available advance').innerText()).toContain('8,100.00')
  expect(await line('From your balance').innerText()).toContain('1,000.00')
  expect(await line('On credit').innerText()).toContain('4,000.00')
  expect(await axeViolations(page)).toEqual([])
  await placing(page).click()
  await coupon(page).getByText('Bet accepted').waitFor()
  const onReceipt = coupon(page).locator('dl').getByText('On credit', { exact: true }).locator('..')
  expect(await onReceipt.innerText()).toContain('4,000.00')
  await page.goto(`${site.origin('aurora')}/en/office/history`)
  await hydrated(page)
  const bet = page.getByRole('listitem').filter({ hasText: 'Northgate b' })
  await bet.getByText('On credit', { exact: true }).waitFor()
  await bet.locator('summary').first().click()
  await bet.getByText(/^4,000.00\u00a0.* of the stake is advanced, 1,000.00\u00a0.* is your own/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

test('PLACE-5, A11Y-4: a live bet counts down; with reduced motion nothing moves, and only the total is announced', async () => {
  await feed.push([
    { kind: 'live', game: 'd' },
    { kind: 'play', game: 'd', score: { home: 0, away: 0 } },
  ])
  const { page } = player
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${site.origin('aurora')}/en/live`)
  await hydrated(page)
  await clear(page)
  await pressHome(page, 'd')
  await stakeOf(page).fill('1000')
  await expect.poll(() => spoken(page)).toContain('Possible payout: 1,800.00')
  await feed.push([atPrice('d', '1.90')])
  await expect.poll(() => priceOf(page, 'd').innerText()).toContain('1.90')
  expect(await movements(page)).toEqual([])
  expect(await spoken(page)).not.toMatch(/1\.[89]0$/)
  expect(
    await page.locator('[data-game] [aria-live], [data-game] [role=status], [aria-live] [data-game]').count(),
  ).toBe(0)
  // A better price is taken of itself; a worse one by the press that places the bet.
  await placing(page).waitFor()
  expect(await coupon(page).getByRole('button', { name: 'Accept changes' }).count()).toBe(0)
  await feed.push([atPrice('d', '1.70')])
  await coupon(page)
    .getByRole('button', { name: /^Accept and place/ })
    .click()
  await coupon(page).getByRole('timer').waitFor()
  await coupon(page).getByText('Bet accepted').waitFor()
  expect(await coupon(page).innerText()).toContain('1.70')
  expect(player.faults()).toEqual([])
})

test('the page of a game that is played says that what is shown may be late, in every language', async () => {
  const { page } = player
  const textIn = (language: string): string =>
    JSON.parse(readFileSync(`brands/_base/locales/${language}/board.json`, 'utf8'))['board.delayed']
  await feed.push([{ kind: 'live', game: 'c' }])
  await page.goto(`${site.origin('aurora')}/en/live`)
  await hydrated(page)
  const late = page.getByText(textIn('en'))
  expect(await late.count()).toBe(0)
  await page.locator('[data-game] a[href*="/live/"]').first().click()
  await late.waitFor()
  const address = page.url()
  for (const language of readdirSync('brands/_base/locales')) {
    await page.goto(address.replace('/en/', `/${language}/`))
    await page.getByText(textIn(language)).waitFor()
  }
  expect(player.faults()).toEqual([])
})

test('BET-20, PLACE-5: a live bid waits on when its price has gone by the end of the delay, and a goal gives its stake back', async () => {
  const live = (score: { home: number; away: number }): FeedChange => ({ kind: 'play', game: 'e', score })
  await feed.push([...offered('e'), { kind: 'live', game: 'e' }, live({ home: 0, away: 0 })])
  const { page } = player
  await page.goto(`${site.origin('aurora')}/en/live`)
  await hydrated(page)
  await clear(page)
  await pressHome(page, 'e')
  await stakeOf(page).fill('1000')
  await coupon(page).getByRole('checkbox', { name: 'Bet at a price' }).check()
  await coupon(page).getByLabel('Price to wait for').fill('2')
  await coupon(page).getByRole('checkbox', { name: 'Cancel when the score changes' }).check()
  expect(await axeViolations(page)).toEqual([])
  // The price is reached while the request is on its way, and gone when the delay is over.
  await page.context().route(
    '**/MakeBetBidWeb',
    async (route) => {
      await feed.push([atPrice('e', '2.00')])
      await route.continue()
    },
    { times: 1 },
  )
  await placing(page).click()
  await coupon(page).getByRole('timer').waitFor()
  await feed.push([atPrice('e', '1.80')])
  await coupon(page)
    .getByText(/as soon as the score changes/)
    .waitFor()
  await coupon(page).getByRole('button', { name: 'Done' }).click()
  const history = `${site.origin('aurora')}/en/office/history`
  const bid = page.getByRole('listitem').filter({ hasText: 'Northgate e' })
  await page.goto(history)
  await hydrated(page)
  await bid.getByText('Waiting for its price').waitFor()
  await bid.locator('summary').first().click()
  await bid.getByText('Cancelled as soon as the score changes').waitFor()
  expect(await axeViolations(page)).toEqual([])
  const money = () => page.locator('header').first().innerText()
  const held = await money()
  await feed.push([live({ home: 1, away: 0 })])
  await expect
    .poll(
      async () => {
        await page.goto(`${history}?status=6`)
        await hydrated(page)
        return page.getByText('The score changed, so this bet was cancelled as you asked.').count()
      },
      { timeout: 20_000, interval: 1000 },
    )
    .toBe(1)
  expect(await money()).not.toBe(held)
  expect(player.faults()).toEqual([])
})

/** Gives a player money, in minor units. */
function offered(game: string): FeedChange[] {
  const startsAt = new Date(Date.now() + 2 * DAY_MS).toISOString()
  return [
    { kind: 'game', game, competition: COMPETITION, home: `Northgate ${game}`, away: `Harbour ${game}`, startsAt },
    {
      kind: 'market',
      game,
      typeId: 1,
      outcomes: ['1.80', '3.60', '4.50'].map((odds, place) => ({ typeId: place + 1, odds })),
    },
  ]
}

function atPrice(game: string, odds: string): FeedChange {
  return { kind: 'price', game, typeId: 1, outcomes: [{ typeId: 1, odds }] }
}

function suspended(game: string, isSuspended: boolean): FeedChange {
  return { kind: 'suspension', game, isSuspended }
}

const coupon = (page: Page) => page.getByRole('region', { name: 'Coupon' })
const stakeOf = (page: Page) => coupon(page).getByLabel('Stake', { exact: true })
const placing = (page: Page) => coupon(page).getByRole('button', { name: /^Place bet/ })
const priceOf = (page: Page, game: string) =>
  page
    .locator('[data-game]')
    .filter({ hasText: `Northgate ${game}` })
    .locator('button[data-state]')
    .first()

/** Lets a request reach the server, whose name is known to the browser alone. */
async function arrived(route: Route): Promise<void> {
  const { host, pathname } = new URL(route.request().url())
  const headers = { ...(await route.request().allHeaders()), host }
  await route.fetch({ url: `http://127.0.0.1:${site.port}${pathname}`, headers })
}

/** The board with nothing in the coupon. */
async function fresh(page: Page): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en/line`)
  await hydrated(page)
  await clear(page)
}

async function clear(page: Page): Promise<void> {
  await coupon(page).and(page.locator(':not([aria-busy])')).waitFor()
  const all = coupon(page).getByRole('button', { name: 'Remove all' })
  if ((await all.count()) > 0) await all.click()
}

/** Presses the home side of a game, once the stream vouches for its price. */
async function pressHome(page: Page, game: string): Promise<void> {
  const price = priceOf(page, game)
  await price.click()
  await expect.poll(() => price.getAttribute('aria-pressed')).toBe('true')
}

async function place(page: Page, stake: string): Promise<void> {
  await stakeOf(page).fill(stake)
  await placing(page).click()
}

async function betsOf(page: Page): Promise<number> {
  return page.evaluate(async () => (await (await fetch('/web-api/v1/bets/history')).json()).total)
}

async function idsIn(page: Page): Promise<readonly number[]> {
  return (await entriesIn(page)).map(({ outcomeId }) => outcomeId)
}

async function entriesIn(page: Page): Promise<Coupon['entries']> {
  const kept = await page.evaluate((key) => localStorage.getItem(key), preferenceKey('coupon'))
  return (JSON.parse(kept ?? '{}') as Coupon).entries
}

/** What the coupon says of its own accord to those who hear the page. */
async function spoken(page: Page): Promise<string> {
  return (await coupon(page).locator('p[aria-live=polite]').allTextContents()).join(' ').trim()
}

/** What moves on the page for longer than nobody sees. */
function movements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1)
      .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? ''),
  )
}
