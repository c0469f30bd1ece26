import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const DAY_MS = 86_400_000

const directory = mkdtempSync(join(tmpdir(), 'livery-power-bet-'))
const { site, browser } = await ownSite({ env: { LIVERY_DATA: join(directory, 'data') } })
beforeAll(() => {
  const file = join(directory, 'games.csv')
  const day = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/')
  const head = 'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A'
  writeFileSync(file, [head, `E0,${day},15:00,Northgate,Harbour,,,,,,,3.50,3.6,2.1`].join('\n'))
  const env = { ...process.env, LIVERY_DATA: join(directory, 'data'), DATABASE_URL: '' }
  execFileSync(process.execPath, ['src/cli/bin.ts', 'feed', 'import', file, '--format', 'football-data'], { env })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site.origin('aurora')}/en${path}`)
  await hydrated(page)
}

describe('bonuses on a bet of the player', () => {
  test('PROMO-19, BET-14: a power bet is taken on its page, listed in the office, and asks for an express in the coupon', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
      viewport: PHONE,
    })
    await registerByOneClick(page)
    await open(page, '/promotions/power-bet')
    await page.getByText('10% more net win', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'Take this bonus' }).click()
    await page.getByText('Choose it in the coupon', { exact: false }).waitFor()

    await open(page, '/office/powerbet')
    await page.getByRole('heading', { name: 'Power bet of the day' }).waitFor()
    await page.getByText(/Code for your bet: T\d+/).waitFor()
    await page.getByRole('link', { name: 'Cover for a bet' }).or(page.getByText('Cover for a bet')).first().waitFor()
    expect(await axeViolations(page)).toEqual([])

    await open(page, '/promotions/day-streak')
    await page.getByRole('button', { name: 'Count today' }).click()
    await page.getByText('Days in a row: 1 of 5').waitFor()
    await page.getByText('Today is done', { exact: false }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('PROMO-19: a double is chosen in the coupon by a press and keeps the stake of the player', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
      viewport: { width: 1440, height: 900 },
    })
    await registerByOneClick(page)
    await open(page, '/office/promo-code/check')
    await page.getByLabel('Promo code', { exact: true }).fill('double')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByText('The code is used').waitFor()
    await open(page, '/line')
    const price = page.locator('[data-game] [data-state="open"]').first()
    await expect.poll(() => price.evaluate(({ tagName }) => tagName)).toBe('BUTTON')
    await price.click()
    const coupon = page.locator('[data-coupon]')
    const double = coupon.getByRole('button', { name: /Double your win/ })
    await double.click()
    expect(await double.getAttribute('aria-pressed')).toBe('true')
    await coupon.getByText('Needs a stake of', { exact: false }).waitFor()
    await coupon.getByLabel('Stake', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })
})
