import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

const { site, browser } = await sharedSite()
const at = (path: string, brand = 'aurora') => `${site.origin(brand)}/en${path}`

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await hydrated(page)
}

/** Deposits with the test card; the bonus that is chosen comes with it. */
async function deposit(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount in KZT').fill(amount)
  await page.getByRole('button', { name: /^Deposit / }).click()
  await page.waitForURL(/\/payment-page\//)
  await page.getByRole('button', { name: 'Pay with a test card whose bank asks first' }).click()
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await page.waitForURL(/\/en\/office\/deposit\?payment=\d+$/)
  await page.getByText('Completed').waitFor()
}

describe('bonuses', () => {
  test('PROMO-6, PROMO-23: the bonus chosen at the registration comes with the deposit, is played, explained and given up', async () => {
    const { page, close } = await visit(browser, at('/promotions'), { viewport: WIDE })
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'See the bonus: Welcome bonus for the casino' }).click()
    await page.getByText('31.8%').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('link', { name: 'Register with this bonus' }).click()
    await page.waitForURL(/registration/)
    await page.getByRole('tab', { name: 'In one click' }).click()
    await page.locator('summary', { hasText: 'Welcome bonus for the casino' }).waitFor()
    await registerByOneClick(page)

    await open(page, '/office/deposit')
    const choice = page.getByRole('group', { name: 'Bonus with this deposit' })
    expect(await choice.getByRole('radio', { name: /for the casino/ }).isChecked()).toBe(true)
    await page.getByLabel('Amount in KZT').fill('11000')
    await choice
      .getByText(/You get 11,000\s₸ more/)
      .first()
      .waitFor()
    expect(await axeViolations(page)).toEqual([])
    await deposit(page, '11000')
    await open(page, '/office/promotion')
    expect(await page.getByRole('banner').textContent()).toContain('11,000.00')
    await page.getByText('0.00 ₸ of 110,000.00 ₸ staked').waitFor()
    expect(await axeViolations(page)).toEqual([])

    await open(page, '/casino/game/harbour-lights')
    await page.getByRole('button', { name: 'Play for money' }).click()
    await page.getByRole('button', { name: /^Play · / }).click()
    await expect.poll(() => page.locator('section [role="status"]').first().textContent()).not.toBe('')
    await open(page, '/office/promotion')
    await page.getByRole('link', { name: 'Explain this bonus: Welcome bonus for the casino' }).click()
    await page.getByText('the whole stake counts', { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Give up this bonus' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your own money stays.').waitFor()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await page.getByRole('button', { name: 'Give up this bonus' }).click()
    await dialog.getByRole('button', { name: 'Give it up' }).click()
    await page.getByText('You gave it up.', { exact: false }).waitFor()
    await expect.poll(() => page.getByRole('banner').textContent()).not.toContain('11,000.00\u00a0₸11,000.00')
    await close()
  })

  test('a deposit can do without a bonus, and the promise is given up with it', async () => {
    const { page, close } = await visit(browser, at('/registration/fast_reg'), { viewport: PHONE })
    await registerByOneClick(page)
    await open(page, '/promotions/welcome-sport')
    await page.getByRole('button', { name: 'Take it with my deposit' }).click()
    await page.getByText('Waits for your deposit').waitFor()
    await open(page, '/office/deposit')
    await page.getByRole('radio', { name: 'No bonus' }).check()
    await deposit(page, '11000')
    await open(page, '/office/promotion')
    await page.getByText('Given up').waitFor()
    await close()
  })

  test('a code says what it gives, is used once, and is in the history', async () => {
    const { page, close } = await visit(browser, at('/registration/fast_reg'), { viewport: PHONE })
    await registerByOneClick(page)
    await open(page, '/office/promo-code/check')
    const code = page.getByLabel('Promo code', { exact: true })
    await code.fill('NOSUCH')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await page.getByText('We do not know this code', { exact: false }).waitFor()
    await code.fill('  au-RORA ')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByText('The code is used').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await code.fill('AURORA')
    await page.getByRole('button', { name: 'Check the code' }).click()
    await page.getByText('You have had this bonus already.').waitFor()
    await open(page, '/office/promo-code/history')
    await page.getByText('A gift for your code').waitFor()
    expect(await page.getByRole('listitem').getByText('NOSUCH').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await close()
  })
})
