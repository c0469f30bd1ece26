import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveMoney, runBeside } from '../command-beside.ts'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const DAY_MS = 86_400_000

const directory = mkdtempSync(join(tmpdir(), 'livery-history-'))
const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/boolean.json', { isInsuranceAllowed: true, isAutoBetAllowed: true })
  },
})
let player: WatchedPage
beforeAll(async () => {
  const file = join(directory, 'games.csv')
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/')
  writeFileSync(
    file,
    `Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A\nE0,${day},15:00,Northgate,Harbour,,,,,,,1.80,3.6,4.5`,
  )
  runBeside(site, 'feed', 'import', file, '--format', 'football-data')
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
    viewport: { width: 1280, height: 900 },
  })
  giveMoney(site, await registerByOneClick(player.page), 10_000_000)
})
afterAll(async () => {
  await player?.close()
  rmSync(directory, { recursive: true, force: true })
})

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en${path}`)
  await hydrated(page)
}

/** Chooses the first price of the first game. */
async function choosePrice(page: Page): Promise<string> {
  await open(page, '/line')
  const game = page.locator('[data-game]').first()
  const price = game.locator('[data-state="open"]').first()
  await expect.poll(() => price.evaluate(({ tagName }) => tagName)).toBe('BUTTON')
  await price.click()
  return String(await game.getAttribute('data-game'))
}

/** Filters wait behind a button on a phone, so that the newest bet is in sight; amounts of all bets line up. */
async function checkOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const status = page.getByLabel('Status')
  await status.waitFor({ state: 'hidden' })
  const bets = page.locator('main li[data-status]')
  const top = (await bets.first().boundingBox())?.y ?? Number.POSITIVE_INFINITY
  expect(top).toBeLessThan(600)
  const ends = await bets
    .locator('[data-kind="return"]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(new Set(ends).size).toBe(1)
  await page.getByRole('button', { name: 'Filter bets' }).click()
  await status.waitFor()
  await page.setViewportSize({ width: 1280, height: 900 })
}

test('BET-13, BET-20: a bet is insured in part and shown so, and a bid is found in the history and given up', async () => {
  const { page } = player
  await choosePrice(page)
  const coupon = page.getByRole('region', { name: 'Coupon' })
  await coupon.getByLabel('Stake', { exact: true }).fill('5000')
  await coupon.getByRole('button', { name: /Place bet/ }).click()
  await coupon.getByText('Bet accepted').waitFor()
  await open(page, '/office/history')
  const bet = page.getByRole('listitem').filter({ hasText: 'Northgate' })
  await bet.getByRole('button', { name: 'Insure' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Insure for 2/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('textbox').fill('2000')
  // 2000 × (1 − 0.92 ÷ 1.8)
  await dialog.getByRole('button', { name: /^Insure for 977.78/ }).click()
  await dialog.getByText(/^2,000.00\u00a0.* of the stake is insured/).waitFor()
  await dialog.getByRole('button', { name: 'To the bet history' }).click()
  await bet.getByText('Insured', { exact: true }).waitFor()
  await bet.getByText(/^2,000.00\u00a0.* of the stake insured for 977.78/).waitFor()
  // Insured or sold, never both.
  expect(await bet.getByRole('button', { name: 'Cash out' }).count()).toBe(0)

  await choosePrice(page)
  await coupon.getByLabel('Stake', { exact: true }).fill('3000')
  await coupon.getByRole('checkbox', { name: 'Bet at a price' }).check()
  await coupon.getByLabel('Price to wait for').fill('2.5')
  await coupon.getByRole('button', { name: /Place bet/ }).click()
  await coupon.getByText('Your bet is waiting for its price').waitFor()
  await open(page, '/office/history')
  const bid = bet.filter({ hasText: 'Waiting for its price' })
  await bid.getByText('2.50', { exact: true }).waitFor()
  await bid.getByText(/^7,500.00/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await checkOnPhone(page)
  await bid.getByRole('button', { name: 'Give up this bid' }).click()
  await page.getByText('The bid is cancelled.').waitFor()
  await expect.poll(() => bid.count()).toBe(0)
})

test('OFF-3, BET-12, BET-17, PLACE-7, MATH-12: a bet is placed, sold in part, settled, explained and hidden', async () => {
  const { page } = player
  const gameId = await choosePrice(page)
  const coupon = page.getByRole('region', { name: 'Coupon' })
  await coupon.getByLabel('Stake', { exact: true }).fill('10000')
  await coupon.getByRole('button', { name: /Place bet/ }).click()
  await coupon.getByText('Bet accepted').waitFor()

  await open(page, '/office/history')
  const bet = page.getByRole('listitem').filter({ hasText: '10,000.00' })
  await bet.getByText('Possible payout').waitFor()
  await bet.getByRole('button', { name: 'Cash out' }).click()
  const sale = page.getByRole('dialog')
  await sale.getByRole('button', { name: /^Cash out for 9/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await sale.getByRole('textbox').fill('99999')
  await sale.getByText(/Enter an amount above zero/).waitFor()
  await sale.getByRole('textbox').fill('4000')
  await sale.getByRole('button', { name: /^Cash out for 3/ }).click()
  await sale.getByText(/^Cashed out for 3/).waitFor()
  await sale.getByRole('button', { name: 'To the bet history' }).click()
  await bet.getByText('Partly cashed out').waitFor()

  runBeside(site, 'feed', 'result', gameId, '--home', '2', '--away', '1', '--reason', 'a test')
  await expect
    .poll(
      async () => {
        await open(page, '/office/history?status=2')
        return bet.count()
      },
      { timeout: 20_000, interval: 1000 },
    )
    .toBe(1)
  await bet.locator('summary').first().click()
  await bet.getByText('Score ⁦2:1⁩').waitFor()
  await bet.getByText('Explain this payout').click()
  await bet.getByText('6,000 × 1.8 = 10,800.00').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await bet.getByRole('link', { name: /Northgate/ }).getAttribute('href')).toMatch(/\/en\/line\/.*northgate/)

  await open(page, '/office/history/mail')
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await page.getByRole('alert').getByText('no confirmed e-mail').waitFor()

  await open(page, '/office/history/clear')
  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click()
  await page.getByText('Your history is cleared.').waitFor()
  await open(page, '/office/history')
  await page.getByText('No bets yet').waitFor()
  expect(player.faults([/^answer 422: .*history\/mail/, /Failed to load resource/])).toEqual([])
})
