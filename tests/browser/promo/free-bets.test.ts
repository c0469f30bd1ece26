import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const WIDE = { width: 1440, height: 900 }

const DAY_MS = 86_400_000

const directory = mkdtempSync(join(tmpdir(), 'livery-free-bets-'))
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

describe('free bets in the coupon', () => {
  test('BET-14, PROMO-19: a code gives a free bet, a press stakes it, and its bet costs nothing and pays the winnings alone', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
      viewport: WIDE,
    })
    await registerByOneClick(page)
    await open(page, '/office/promo-code/check')
    await page.getByLabel('Promo code', { exact: true }).fill('kick-off')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByText('The code is used').waitFor()
    expect(await page.locator('main').innerText()).toMatch(
      /Stake it on one bet of .*: press it in the coupon, or enter F\d+/,
    )
    expect(await page.locator('main').innerText()).not.toContain('{{')

    await open(page, '/line')
    const price = page.locator('[data-game] [data-state="open"]').first()
    await expect.poll(() => price.evaluate(({ tagName }) => tagName)).toBe('BUTTON')
    await price.click()
    const coupon = page.locator('[data-coupon]')
    const free = coupon.getByRole('button', { name: /^Free bet of / })
    await free.click()
    await coupon.getByText('The free bet pays the winnings alone', { exact: false }).waitFor()
    const payout = async () =>
      Number((await coupon.locator('[class*=foot] dl').last().innerText()).replace(/[^\d.]/g, ''))
    const stake = Number((await free.innerText()).match(/[\d,]+\.\d\d/)?.[0]?.replace(',', ''))
    expect(await payout()).toBeCloseTo(stake * 2.5, 2)
    expect(await coupon.getByLabel('Stake', { exact: true }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])

    await page.reload()
    await hydrated(page)
    expect(await free.getAttribute('aria-pressed')).toBe('true')
    await coupon.getByRole('button', { name: /^(Accept and place|Place free bet)/ }).click()
    await coupon.getByText('Bet accepted').waitFor()
    await coupon.getByRole('button', { name: 'Keep selections' }).click()
    await expect.poll(() => free.count()).toBe(0)
    await coupon.getByLabel('Stake', { exact: true }).waitFor()
    await open(page, '/office/settings/bonuses/gifts')
    await page.getByText('On a bet', { exact: false }).first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})
