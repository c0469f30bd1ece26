import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveSite, startLiveSite } from './live-site.ts'
import { type TempBrands, tempBrands } from './temp-brands.ts'
import { registerByOneClick, visit } from './visitor.ts'
import { axeViolations, hydrated, openBrowser, type WatchedPage } from './watched-page.ts'

const STAKE = '1000'

let directory: string
let brands: TempBrands
let site: LiveSite
let browser: Browser
let player: WatchedPage

/** A match day that is made up, faster than life, and a player with money. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'livery-live-bid-'))
  brands = tempBrands()
  brands.patch('aurora', 'config/boolean.json', { isAutoBetAllowed: true })
  const env = { LIVERY_FEED: 'simulator:speed=5', LIVERY_DATA: join(directory, 'data') }
  site = await startLiveSite({ brands: brands.directory, env })
  browser = await openBrowser()
  const viewport = { width: 1280, height: 900 }
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, { viewport })
  const { number } = await registerByOneClick(player.page)
  const gift = ['--currency', 'KZT', '--minor=1000000', '--reference', 'LIVE-BID-1', '--reason', 'to bid with']
  const words = ['ledger', 'correct', '--brand', 'aurora', '--account', number, ...gift]
  const own = { ...process.env, LIVERY_DATA: join(directory, 'data'), DATABASE_URL: '' }
  execFileSync(process.execPath, ['src/cli/main.ts', ...words], { env: own })
})
afterAll(async () => {
  await player?.close()
  await browser?.close()
  await site?.stop()
  brands?.remove()
  rmSync(directory, { recursive: true, force: true })
})

test('BET-20: a bid on a live game that is to end with the score waits, and its stake comes back after the next basket', {
  timeout: 120_000,
}, async () => {
  const { page } = player
  const coupon = page.getByRole('region', { name: 'Coupon' })
  await openLive(page)
  await pressAnOpenPrice(page)
  await coupon.getByLabel('Stake', { exact: true }).fill(STAKE)
  await coupon.getByRole('checkbox', { name: 'Bet at a price' }).check()
  await coupon.getByLabel('Price to wait for').fill('900')
  await coupon.getByRole('checkbox', { name: 'End it when the score changes' }).check()
  await placeOnceOpen(page)
  await coupon.getByText('Your bet is waiting for its price').waitFor()
  await coupon.getByText(/as soon as the score changes/).waitFor()
  await expect.poll(() => balance(page)).toContain('9,000.00')
  const history = async (status: number) => {
    await page.goto(`${site.origin('aurora')}/en/office/history?status=${status}`)
    await hydrated(page)
  }
  await expect
    .poll(
      async () => {
        await history(6)
        return page.getByText('The score has changed, and this bet was to end then.').count()
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(1)
  await page.getByRole('listitem').filter({ hasText: '1,000.00' }).locator('summary').first().click()
  expect(await axeViolations(page)).toEqual([])
  await expect.poll(() => balance(page)).toContain('10,000.00')
  expect(player.faults()).toEqual([])
})

/** Basketball, in which hardly a minute goes by without a basket. */
async function openLive(page: Page): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en/live/3`)
  await hydrated(page)
}

async function pressAnOpenPrice(page: Page): Promise<void> {
  const price = page.locator('[data-game] button[data-state="open"]').first()
  await price.click()
  await expect.poll(() => page.locator('[data-game] button[aria-pressed="true"]').count(), { timeout: 20_000 }).toBe(1)
}

/** Places the bet as soon as nothing is suspended and every price is agreed to: both change while the game goes on. */
async function placeOnceOpen(page: Page): Promise<void> {
  const coupon = page.getByRole('region', { name: 'Coupon' })
  const taken = coupon.getByText('Your bet is waiting for its price')
  await expect
    .poll(
      async () => {
        if ((await taken.count()) > 0) return true
        const accept = coupon.getByRole('button', { name: 'Accept changes' })
        if ((await accept.count()) > 0) await accept.click()
        const place = coupon.getByRole('button', { name: /^Place bet/ })
        if ((await place.getAttribute('aria-disabled')) === 'false') await place.click()
        return (await taken.count()) > 0
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true)
}

function balance(page: Page): Promise<string> {
  return page.locator('header').first().innerText()
}
