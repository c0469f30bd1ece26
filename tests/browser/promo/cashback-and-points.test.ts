import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

// The brand has no registration in one click, by which a test is quickest.
const { site, browser } = await ownSite({
  edit: ({ patch }) => patch('velvet', 'config/registration.json', { types: { fast_reg: { isAvailable: true } } }),
})
const at = (path: string) => `${site.origin('velvet')}/en${path}`

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await hydrated(page)
}

/** Deposits by the test card without a bonus. */
async function deposit(page: Page): Promise<void> {
  await open(page, '/office/deposit')
  await page.getByLabel(/^Amount in /).fill('50')
  await page.getByRole('radio', { name: 'No bonus' }).check()
  await page.getByRole('button', { name: /^Deposit / }).click()
  await page.waitForURL(/\/payment-page\//)
  await page.getByRole('button', { name: 'Pay with a test card whose bank asks first' }).click()
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await page.getByText('Completed').waitFor()
}

describe('cashback on losses and points', () => {
  test('PROMO-1, PROMO-23: cashback is taken, every round says what it has counted, and the bonus how much was lost so far', async () => {
    const { page, faults, close } = await visit(browser, at('/registration/fast_reg'), { viewport: WIDE })
    await registerByOneClick(page)
    await deposit(page)
    await open(page, '/promotions/casino-cashback')
    const main = page.getByRole('main')
    await main.getByText('What your rounds lose in all, wins taken off').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Take this bonus' }).click()
    await main.getByText('Counts your rounds').waitFor()

    await open(page, '/casino/game/harbour-lights')
    await page.getByRole('button', { name: 'Play for money' }).click()
    const play = page.getByRole('button', { name: /^Play · / })
    for (let round = 0; round < 3; round += 1) {
      await play.click()
      await expect.poll(() => play.isEnabled(), { timeout: 20_000 }).toBe(true)
    }
    await open(page, '/office/promotion')
    const card = main.getByRole('article', { name: 'Cashback on your losses at games' })
    await card.getByText('Counts your rounds').waitFor()
    await card.getByRole('link', { name: /^Explain this bonus/ }).click()
    await main.getByText(/^(Lost|Won) so far$/).waitFor()
    const reasons = main.getByText(/^(what the round has lost counts|the win is taken off)$/)
    await expect.poll(() => reasons.count()).toBe(3)
    expect(await axeViolations(page)).toEqual([])

    await page.getByRole('button', { name: 'Give up this bonus' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Give it up' }).click()
    await main.getByText('You gave it up.').waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  test('PROMO-7, PROMO-21: a code for points says what it gives; they are in the shop, and the code in the history', async () => {
    const { page, faults, close } = await visit(browser, at('/registration/fast_reg'), { viewport: PHONE })
    await registerByOneClick(page)
    await open(page, '/office/promo-code/check')
    await page.getByLabel('Promo code', { exact: true }).fill('points-500')
    await page.getByRole('button', { name: 'Check the code' }).click()
    const main = page.getByRole('main')
    await main.getByText('500 points', { exact: true }).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use the code' }).click()
    await main.getByText('The points are yours', { exact: false }).waitFor()
    await open(page, '/office/promotion')
    await main.getByText('Points added').waitFor()
    await open(page, '/office/promo-code/history')
    await page.getByRole('listitem').getByText('POINTS500').waitFor()
    await open(page, '/information/points')
    await main.getByText('Your points', { exact: true }).waitFor()
    expect(await main.getByText('500', { exact: true }).count()).toBeGreaterThan(0)
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('PROMO-8: the header leads a guest to the promotions, and shows a player what they have of bonuses', async () => {
    const guest = await visit(browser, at(''), { viewport: WIDE })
    await guest.page
      .getByRole('banner')
      .getByRole('link', { name: /bonus|promotions/i })
      .first()
      .waitFor()
    await guest.close()
    const { page, close } = await visit(browser, at('/registration/fast_reg'), { viewport: WIDE })
    await registerByOneClick(page)
    await open(page, '/office/promo-code/check')
    await page.getByLabel('Promo code', { exact: true }).fill('VELVET10')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByText('The code is used').waitFor()
    await open(page, '/office/promotion')
    await page.getByRole('main').getByText('In play').first().waitFor()
    const amount = page.getByRole('main').getByRole('article').first().locator('p').first()
    const held = ((await amount.textContent()) ?? '').replace(/[^0-9]/g, '')
    expect((await page.getByRole('banner').textContent())?.replace(/[^0-9]/g, '')).toContain(held)
    await close()
  })
})
