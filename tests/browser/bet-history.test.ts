import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveSite, startLiveSite } from './live-site.ts'
import { registerByOneClick, visit } from './visitor.ts'
import { axeViolations, hydrated, openBrowser, type WatchedPage } from './watched-page.ts'

const DAY_MS = 86_400_000

let directory: string
let site: LiveSite
let browser: Browser
let player: WatchedPage
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'livery-history-'))
  const file = join(directory, 'games.csv')
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/')
  writeFileSync(
    file,
    `Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A\nE0,${day},15:00,Northgate,Harbour,,,,,,,1.80,3.6,4.5`,
  )
  site = await startLiveSite({ env: { LIVERY_DATA: join(directory, 'data') } })
  livery('feed', 'import', file, '--format', 'football-data')
  browser = await openBrowser()
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
    viewport: { width: 1280, height: 900 },
  })
  const { number } = await registerByOneClick(player.page)
  const gift = ['--currency', 'KZT', '--minor=10000000', '--reference', 'HISTORY-1', '--reason', 'to bet with']
  livery('ledger', 'correct', '--brand', 'aurora', '--account', number, ...gift)
})
afterAll(async () => {
  await player?.close()
  await browser?.close()
  await site?.stop()
  rmSync(directory, { recursive: true, force: true })
})

function livery(...words: string[]): void {
  const env = { ...process.env, LIVERY_DATA: join(directory, 'data'), DATABASE_URL: '' }
  execFileSync(process.execPath, ['src/cli/main.ts', ...words], { env })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en${path}`)
  await hydrated(page)
}

test('OFF-3, BET-12, BET-17, PLACE-7, MATH-12: a bet is placed, sold in part, settled, explained and hidden', async () => {
  const { page } = player
  await open(page, '/line')
  const game = page.locator('[data-game]').first()
  const price = game.locator('[data-state="open"]').first()
  await expect.poll(() => price.evaluate(({ tagName }) => tagName)).toBe('BUTTON')
  const gameId = String(await game.getAttribute('data-game'))
  await price.click()
  const coupon = page.getByRole('region', { name: 'Coupon' })
  await coupon.getByLabel('Stake', { exact: true }).fill('10000')
  await coupon.getByRole('button', { name: /Place bet/ }).click()
  await coupon.getByText('Bet accepted').waitFor()

  await open(page, '/office/history')
  const bet = page.getByRole('listitem').filter({ hasText: 'Northgate' })
  await bet.getByText('Possible payout').waitFor()
  await bet.getByRole('button', { name: 'Sell' }).click()
  const sale = page.getByRole('dialog')
  await sale.getByRole('button', { name: /^Sell for 9/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await sale.getByRole('textbox').fill('99999')
  await sale.getByText(/Enter an amount above nought/).waitFor()
  await sale.getByRole('textbox').fill('4000')
  await sale.getByRole('button', { name: /^Sell for 3/ }).click()
  await sale.getByText(/^Sold for 3/).waitFor()
  await sale.getByRole('button', { name: 'To the bet history' }).click()
  await bet.getByText('Partly sold').waitFor()

  livery('feed', 'result', gameId, '--home', '2', '--away', '1', '--reason', 'a test')
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
  await bet.getByText('6000 × 1.8 = 10800').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(await bet.getByRole('link', { name: /Northgate/ }).getAttribute('href')).toMatch(/\/en\/line\/.*northgate/)

  await open(page, '/office/history/mail')
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await page.getByRole('alert').getByText('No confirmed e-mail').waitFor()

  await open(page, '/office/history/clear')
  await page.getByRole('button', { name: 'Clear history' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear history' }).click()
  await page.getByText('Your history is cleared.').waitFor()
  await open(page, '/office/history')
  await page.getByText('No bets yet').waitFor()
  expect(player.faults([/^answer 422: .*history\/mail/, /Failed to load resource/])).toEqual([])
})
