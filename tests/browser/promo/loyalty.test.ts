import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const TIERS = ['Copper', 'Bronze', 'Silver', 'Gold', 'Ruby', 'Sapphire', 'Diamond', 'Platinum']

const { site, browser } = await ownSite({
  // A cent for a point: what a few rounds earn is enough.
  edit: ({ patch }) =>
    patch('aurora', 'config/promo.json', {
      campaigns: {
        'shop-cent': {
          ...{ order: 300, type: 'casino', titleKey: 'loyalty.item_casino', textKey: 'loyalty.item_casino_text' },
          trigger: { on: 'desk', depositNumber: 0, minimumDepositMinor: 0, code: '' },
          reward: { fixedMinor: 1, percentE4: 0, maximumMinor: 1 },
          wagering: {
            ...{ timesE2: 500, base: 'bonus', counts: 'whole_bet', productsPpm: { slots: 1_000_000 }, gamesPpm: {} },
            ...{ minimumOddsE3: 1000, maximumStakeMinor: 0, capTimesE2: 0, fundOrder: 'real_first' },
            endsByWithdrawal: false,
          },
          ...{ lifeMs: 604_800_000, countries: [], budgetMinor: 1000, isOffered: true },
        },
      },
      loyaltyShop: { cent: { order: 1, campaign: 'shop-cent', points: 1, stock: 5, icon: 'gift', isOffered: true } },
    }),
})
const at = (path: string) => `${site.origin('aurora')}/en${path}`

async function open(page: Page, path: string): Promise<void> {
  await page.goto(at(path))
  await hydrated(page)
}

/** Deposits by the test card without a bonus, and plays a slot for some rounds. */
async function playWithOwnMoney(page: Page): Promise<void> {
  await open(page, '/office/deposit')
  await page.getByLabel('Amount in KZT').fill('11000')
  await page.getByRole('radio', { name: 'No bonus' }).check()
  await page.getByRole('button', { name: /^Deposit / }).click()
  await page.waitForURL(/\/payment-page\//)
  await page.getByRole('button', { name: 'Pay with a test card whose bank asks first' }).click()
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  await page.getByText('Completed').waitFor()
  await open(page, '/casino/game/harbour-lights')
  await page.getByRole('button', { name: 'Play for money' }).click()
  const play = page.getByRole('button', { name: /^Play · / })
  for (let round = 0; round < 10; round += 1) {
    await play.click()
    await expect.poll(() => play.isEnabled(), { timeout: 20_000 }).toBe(true)
  }
}

describe('loyalty', () => {
  test('PROMO-4: a guest reads all tiers in their order, how points are earned, and the shop', async () => {
    const { page, faults, close } = await visit(browser, at('/information/points'), { viewport: PHONE })
    const tiers = page.getByRole('heading', { name: 'Tiers' }).locator('xpath=..').getByRole('heading', { level: 3 })
    expect(await tiers.allTextContents()).toEqual(TIERS)
    await page.getByText('Sign in to see your points').waitFor()
    expect(await page.getByRole('button', { name: /^Order/ }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('OFF-5, PROMO-21, PROMO-22: what is staked brings experience, cashback and points, an order takes points, and a player can stop', async () => {
    const { page, faults, close } = await visit(browser, at('/registration/fast_reg'), { viewport: WIDE })
    await registerByOneClick(page)
    await open(page, '/office/casino/vip-cashback')
    await page.getByText('No period is running.', { exact: false }).waitFor()
    await playWithOwnMoney(page)

    await open(page, '/office/casino/vip-cashback')
    const main = page.getByRole('main')
    await main.getByText('Copper', { exact: true }).first().waitFor()
    await main.getByText(/XP to Bronze/).waitFor()
    await main.getByRole('heading', { name: 'This period' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await open(page, '/office/casino')
    await main.getByText('Harbour Lights').first().waitFor()

    await open(page, '/information/points')
    const order = page.getByRole('button', { name: 'Order: Casino bonus' }).first()
    await order.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Price in points: 1.', { exact: false }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Order now' }).click()
    await page.getByText('Casino bonus is yours.').waitFor()
    await page.getByText('Delivered').waitFor()
    await page.getByText('Left: 4').waitFor()
    await open(page, '/office/promotion')
    await page.getByRole('heading', { name: 'Casino bonus' }).waitFor()

    await open(page, '/office/settings/cashback')
    await page.getByRole('button', { name: 'Stop taking part' }).click()
    await page.getByText('You no longer take part.').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Take part' }).click()
    await page.getByText('You take part now.').waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})
