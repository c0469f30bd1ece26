import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const TIERS = ['Copper', 'Bronze', 'Silver', 'Gold', 'Ruby', 'Sapphire', 'Diamond', 'Platinum']

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/boolean.json', { isBonusInHeader: false })
    brands.patch('aurora', 'config/promo.json', { isBonusInHeaderForGuests: false })
  },
})

async function newPlayer(brand: string, viewport = WIDE) {
  const watched = await visit(browser, `${site.origin(brand)}/en/registration/fast_reg`, { viewport })
  await registerByOneClick(watched.page)
  const open = async (path: string) => {
    await watched.page.goto(`${site.origin(brand)}/en/office${path}`)
    await hydrated(watched.page)
  }
  return { ...watched, open }
}

const isCut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Bonuses' }).getByRole('link', { name, exact: true })

describe('bonuses in the office', () => {
  test('OFF-8, OFF-15: each page of bonuses is reached from its neighbours, and nothing of it is cut on a phone', async () => {
    const { page, open, faults, close } = await newPlayer('velvet', PHONE)
    await open('/promotion')
    for (const [name, path] of [
      ['For you', 'special-offers'],
      ['On deposits', 'bonuses/deposit'],
      ['To be staked', 'bonuses/wager'],
      ['For your bets', 'powerbet'],
      ['Rewards', 'rewards'],
      ['My bonuses', 'promotion'],
    ] as const) {
      await place(page, name).click()
      await page.waitForURL(`**/en/office/${path}`)
      await expect.poll(() => place(page, name).getAttribute('aria-current')).toBe('page')
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Bonuses')
      expect(await isCut(page), path).toBe(false)
      expect(await axeViolations(page)).toEqual([])
    }
    expect(faults()).toEqual([])
    await close()
  })

  test('OFF-19, PROMO-7: a code says what it gives before it is used, and the codes that were tried are listed with their ends', async () => {
    const { page, open, close } = await newPlayer('velvet')
    await open('/promo-code/check')
    const field = page.getByRole('main').getByRole('textbox')
    await field.fill('nobodys-code')
    await page.getByRole('main').getByRole('button', { name: 'Check the code' }).click()
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('velvet 10')
    await page.getByRole('main').getByRole('button', { name: 'Check the code' }).click()
    await page.getByRole('button', { name: 'Use the code' }).click()
    await page.getByRole('main').getByText('The code is used').waitFor()
    const asked = page.waitForResponse(/\/promo\/getUserPromoCodesNew/)
    await place(page, 'Codes tried').click()
    expect((await asked).status()).toBe(200)
    await page.getByRole('main').getByText('VELVET10').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await close()
  })

  test('PROMO-8: the bonus balance stands in the header unless its flag is off, and a guest is led to the promotions', async () => {
    for (const [brand, isShown] of [
      ['velvet', true],
      ['aurora', false],
    ] as const) {
      const guest = await visit(browser, `${site.origin(brand)}/en`, { viewport: WIDE })
      const toPromotions = guest.page.getByRole('banner').locator('a[href="/en/promotions"]', { hasText: 'Bonuses' })
      expect(await toPromotions.count(), brand).toBe(isShown ? 1 : 0)
      await guest.close()
      const { page, open, close } = await newPlayer(brand)
      await open('/promotion')
      const balance = page.getByRole('banner').locator('a[href="/en/office/promotion"]', { hasText: 'Bonus' })
      expect(await balance.count(), brand).toBe(isShown ? 1 : 0)
      await close()
    }
  })
})

describe('loyalty', () => {
  test('OFF-5, PROMO-4: the pages of the casino and of its VIP cashback are there, and the tiers stand in their order', async () => {
    const { page, open, faults, close } = await newPlayer('velvet', PHONE)
    await open('/casino')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await open('/casino/vip-cashback')
    await page.getByRole('heading', { level: 1, name: 'VIP cashback' }).waitFor()
    expect(await isCut(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('main').locator('a[href="/en/office/settings/cashback"]').click()
    await page.getByRole('heading', { level: 1, name: 'Cashback' }).waitFor()
    const names = await page.getByRole('main').getByRole('heading', { level: 3 }).allTextContents()
    expect(names.map((name) => TIERS.find((tier) => name.startsWith(tier))).filter(Boolean)).toEqual(TIERS)
    expect(await isCut(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('PROMO-21: who has no points yet sees the shop, what its things cost, and that none can be had', async () => {
    const { page, close } = await newPlayer('velvet', PHONE)
    await page.goto(`${site.origin('velvet')}/en/points`)
    await hydrated(page)
    await page.getByRole('heading', { level: 1, name: 'Points and shop' }).waitFor()
    expect(await isCut(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
    await close()
  })
})
