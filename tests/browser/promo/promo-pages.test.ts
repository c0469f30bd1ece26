import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }

const { site, browser } = await sharedSite()
const at = (path: string) => `${site.origin('aurora')}/en${path}`

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await hydrated(page)
}

async function useCode(page: Page, code: string): Promise<void> {
  await open(page, '/office/promo-code/check')
  await page.getByLabel('Promo code', { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Check the code' }).click()
  await page.getByRole('button', { name: 'Use the code' }).click()
  await page.getByText('The code is used').waitFor()
}

/** The headings of what a page of bonuses lists. */
const listed = (page: Page) => page.getByRole('main').getByRole('article').getByRole('heading').allTextContents()

describe('pages of bonuses in the office', () => {
  test('OFF-8, OFF-15, OFF-19: each lists what it is for, and nothing else', async () => {
    const { page, faults, close } = await visit(browser, at('/registration/fast_reg'), { viewport: PHONE })
    await registerByOneClick(page)
    await useCode(page, 'aurora')
    await open(page, '/promotions/power-bet')
    await page.getByRole('button', { name: 'Take this bonus' }).click()
    await page.getByText('Choose it in the coupon', { exact: false }).waitFor()

    const [gift, power] = ['A gift for your code', 'Power bet of the day']
    const onPage = async (path: string) => {
      await open(page, path)
      expect(await axeViolations(page), path).toEqual([])
      return listed(page)
    }
    expect((await onPage('/office/promotion')).toSorted()).toEqual([gift, power])
    const offers = await onPage('/office/special-offers')
    expect(offers).toContain('Welcome bonus for the casino')
    expect(offers).not.toContain(power)
    expect((await onPage('/office/bonuses/deposit')).toSorted()).toEqual([
      ...['Welcome bonus for sport', 'Welcome bonus for the casino'],
    ])
    expect(await onPage('/office/bonuses/wager')).toEqual([gift])
    expect(await onPage('/office/settings/bonuses/gifts')).toContain(gift)
    expect(await onPage('/office/powerbet')).toContain(power)
    // Nothing has become money yet.
    expect(await onPage('/office/rewards')).toEqual([])
    await onPage('/office/promo-code/history')
    await page.getByRole('listitem').getByText('AURORA').waitFor()
    await open(page, '/slots')
    await page.getByRole('main').getByText('Harbour Lights').first().waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  test('PROMO-24: the welcome bonus that the form asks for is the one that comes with the deposit', async () => {
    const { page, faults, close } = await visit(browser, at('/registration/fast_reg'), { viewport: WIDE })
    const asked = page.getByRole('group', { name: /^Welcome bonus/ })
    await asked.locator('summary').click()
    await asked.getByRole('radio', { name: 'Welcome bonus for sport' }).check()
    await registerByOneClick(page)
    await open(page, '/office/deposit')
    const choice = page.getByRole('group', { name: 'Bonus with this deposit' })
    expect(await choice.getByRole('radio', { name: /for sport/ }).isChecked()).toBe(true)
    await open(page, '/office/promotion')
    expect(await listed(page)).toEqual(['Welcome bonus for sport'])
    await page.getByText('Waits for your deposit').waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})
