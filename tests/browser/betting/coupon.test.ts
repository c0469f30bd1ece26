import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SAMPLE_TERMS, sampleEntry } from '#machines/betting/coupon/coupon.contract.ts'
import { emptyCoupon } from '#machines/betting/coupon/coupon-entries.rules.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { Coupon, PlaceBetAnswer } from '#schemas'
import { giveMoney } from '../command-beside.ts'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const KEY = preferenceKey('coupon')
const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** A connection that a test has cut. */
const CUT = [/request failed/, /Failed to load resource/]

/** What the server says of a bet; null cuts the connection. */
interface Said {
  placing: PlaceBetAnswer | null
  asking: PlaceBetAnswer | null
}

const { site, browser } = await sharedSite()
let player: WatchedPage
let userId: number
const said: Said = { placing: null, asking: null }
let sent: string[] = []

describe('the coupon of a page', () => {
  beforeAll(async () => {
    player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, { viewport: WIDE })
    giveMoney(site, await registerByOneClick(player.page), 1_000_000)
    await open(player.page)
    userId = Number(await player.page.evaluate((key) => localStorage.getItem(key), preferenceKey('owner')))
    // What the server says of bets is up to each test; all else is the real one's.
    await player.page.context().route('**/LiveBet/**', async (route) => {
      const { pathname } = new URL(route.request().url())
      const isPlacing = pathname.endsWith('/MakeBetWeb')
      if (isPlacing) sent.push(String(route.request().postDataJSON().betGuid))
      if (!isPlacing && !pathname.endsWith('/GetBetByGuid'))
        return route.fulfill({
          json: { events: [], absentOutcomes: [], minSumm: 1, maxSumm: 1000, currency: 'KZT' },
        })
      const answer = isPlacing ? said.placing : said.asking
      return answer ? route.fulfill({ json: answer }) : route.abort('connectionreset')
    })
  })
  afterAll(() => player?.close())
  beforeEach(() => {
    sent = []
    Object.assign(said, { placing: null, asking: null })
  })

  test('STORE-1, BET-6: what was chosen and typed is there after a reload, and a stake below the least is not sent', async () => {
    const { page } = player
    await fill(page)
    await stakeOf(page).fill('12,5')
    const least = coupon(page).getByRole('button', { name: /^Minimum stake/ })
    await least.waitFor()
    await page.reload()
    await hydrated(page)
    await expect.poll(() => stakeOf(page).inputValue()).toBe('12.5')
    await least.click({ force: true })
    expect(sent).toEqual([])
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults()).toEqual([])
  })

  test('PLACE-1, PLACE-3: a bet whose answer never came keeps its name through a reload, and nothing else can be sent', async () => {
    const { page } = player
    await fill(page, '5500')
    await coupon(page)
      .getByRole('button', { name: /Place bet/ })
      .click()
    await coupon(page).getByText('It is not yet known').waitFor()
    const kept = (await stored(page)).placement?.request
    expect(sent).toEqual([kept?.betGuid])
    await page.reload()
    await hydrated(page)
    await coupon(page).getByText('It is not yet known').waitFor()
    expect(
      await coupon(page)
        .getByRole('button', { name: /Place bet/ })
        .count(),
    ).toBe(0)
    said.asking = { kind: 'absent' }
    said.placing = { kind: 'accepted', betId: 4711, stakeMinor: 550_000 }
    await coupon(page).getByText('Bet accepted').waitFor()
    expect(await coupon(page).getByText('4711').count()).toBe(1)
    expect(sent).toEqual([kept?.betGuid, kept?.betGuid])
    expect((await stored(page)).placement).toBeUndefined()
    expect((await stored(page)).entries).toEqual([])
    expect(player.faults(CUT)).toEqual([])
  })

  test('PLACE-3: another tab finds the bet that is on its way, and asks for it by its name', async () => {
    const { page } = player
    await fill(page, '5500')
    const other = await page.context().newPage()
    await other.setViewportSize(WIDE)
    await open(other)
    await stakeOf(other).waitFor()
    await coupon(page)
      .getByRole('button', { name: /Place bet/ })
      .click()
    await coupon(other).getByText('It is not yet known').waitFor()
    // Each tab also asks by itself: while no answer is possible, the button is sure to be there.
    await coupon(other).getByRole('button', { name: 'Ask now' }).click()
    said.asking = { kind: 'rejected', reason: 'balance.too_low' }
    await coupon(other).getByText('Bet not placed').waitFor()
    expect(sent).toHaveLength(1)
    await other.close()
    await coupon(page).getByText('Bet not placed').waitFor()
    await coupon(page).getByRole('button', { name: 'Back to the coupon' }).click()
    expect(await coupon(page).getByRole('listitem').filter({ hasText: 'Game 1' }).count()).toBe(1)
    expect(player.faults(CUT)).toEqual([])
  })

  test('PLACE-5: a live bet counts down, and is then offered at another price that the player may take', async () => {
    const { page } = player
    said.placing = { kind: 'pending', delayMs: 2000 }
    said.asking = { kind: 'repriced', prices: [{ outcomeId: 1, odds: '1.80', epoch: 'e1', seq: 9 }] }
    await fill(page, '5500')
    await coupon(page)
      .getByRole('button', { name: /Place bet/ })
      .click()
    await coupon(page).getByRole('timer').waitFor()
    await coupon(page).getByText('Prices have changed').waitFor()
    said.placing = { kind: 'accepted', betId: 4712, stakeMinor: 550_000 }
    await coupon(page)
      .getByRole('button', { name: /Bet at these prices/ })
      .click()
    await coupon(page).getByText('Bet accepted').waitFor()
    expect(new Set(sent).size).toBe(2)
    await coupon(page).getByRole('button', { name: 'Done' }).click()
    expect(player.faults()).toEqual([])
  })

  test('BET-25: stake, payout and button are in sight with many selections, at the top of them as at the end', async () => {
    const { page } = player
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport)
      await fill(page, '5500', 15)
      if (viewport === PHONE)
        await page
          .locator('nav')
          .getByRole('button', { name: /Coupon/ })
          .click()
      const panel = page.locator('[data-coupon]')
      const entry = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
      const parts = {
        stake: panel.getByLabel('Stake', { exact: true }),
        payout: panel.locator('[class*=foot] dl').filter({ hasText: 'Possible payout' }),
        button: panel.locator('[class*=foot] > button'),
      }
      await entry('Game 15').waitFor()
      // Fifteen do not fit, so that the test is one of what stays in place.
      expect(await outOfSight(page, { last: entry('Game 15') })).toEqual(['last'])
      for (const name of [/^Game 1 /, /^Game 15 /]) {
        await panel.getByText(name).first().scrollIntoViewIfNeeded()
        await expect.poll(() => outOfSight(page, parts), { timeout: 5000 }).toEqual([])
      }
      if (viewport === PHONE) await page.keyboard.press('Escape')
    }
    await page.setViewportSize(WIDE)
    expect(player.faults()).toEqual([])
  })

  test('RG-14: selection, bet type and price are in sight before the bet is sent, on a wide page and on a phone', async () => {
    const { page } = player
    for (const viewport of [WIDE, PHONE]) {
      await page.setViewportSize(viewport)
      await fill(page, '5500')
      if (viewport === PHONE)
        await page
          .locator('nav')
          .getByRole('button', { name: /Coupon/ })
          .click()
      const panel = page.locator('[data-coupon]')
      const entry = (name: string) => panel.getByRole('listitem').filter({ hasText: name })
      await entry('Game 2').waitFor()
      const parts = Object.fromEntries(
        ['Game 1', 'Game 2'].flatMap((name) => [
          [`outcome of ${name}`, entry(name).getByText('Home', { exact: true })],
          [`market of ${name}`, entry(name).getByText(`${name} · Result`)],
          [`price of ${name}`, entry(name).getByText('2.00', { exact: true })],
        ]),
      )
      const type = panel.getByRole('button', { name: 'Express', pressed: true })
      const button = panel.locator('[class*=foot] > button')
      await expect.poll(() => outOfSight(page, { ...parts, type, button }), { timeout: 5000 }).toEqual([])
      if (viewport === PHONE) await page.keyboard.press('Escape')
    }
    await page.setViewportSize(WIDE)
    expect(player.faults()).toEqual([])
  })

  test('on a phone it is a drawer, and its count is in the navigation', async () => {
    const { page } = player
    await page.setViewportSize(PHONE)
    await fill(page, '5500')
    const place = page
      .getByRole('navigation', { name: 'Main places' })
      .or(page.locator('nav'))
      .getByRole('button', { name: /Coupon/ })
    await place.click()
    const drawer = page.getByRole('dialog', { name: 'Coupon' })
    await drawer.getByText('Game 1').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await page.setViewportSize(WIDE)
    expect(player.faults()).toEqual([])
  })
})

/** What does not lie within the window, by name. */
async function outOfSight(page: Page, parts: Readonly<Record<string, Locator>>): Promise<string[]> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const isSeen = async (part: Locator) => {
    const box = await part.boundingBox()
    return box !== null && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
  }
  const seen = await Promise.all(Object.entries(parts).map(async ([name, part]) => [name, await isSeen(part)] as const))
  return seen.filter(([, is]) => !is).map(([name]) => name)
}

const coupon = (page: Page) => page.getByRole('region', { name: 'Coupon' })
const stakeOf = (page: Page) => coupon(page).getByLabel('Stake', { exact: true })
const stored = (page: Page): Promise<Coupon> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}'), KEY)

async function open(page: Page): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en`)
  await hydrated(page)
}

/** The page with outcomes in the coupon, two unless it is said, as a board has put them in. */
async function fill(page: Page, stakeText = '', count = 2): Promise<void> {
  const entries = Array.from({ length: count }, (_, place) => sampleEntry(place + 1))
  const filled = { ...emptyCoupon(SAMPLE_TERMS, userId), entries, stakeText }
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, JSON.stringify(filled)] as const)
  await open(page)
  if ((page.viewportSize()?.width ?? 0) >= WIDE.width) await stakeOf(page).waitFor()
}
