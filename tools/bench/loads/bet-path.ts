import type { Locator, Page } from 'playwright'

/** What a player did from the home page to a placed bet. */
export interface Path {
  /** Presses, or keys. */
  readonly count: number
  readonly steps: readonly string[]
}

const WITHIN_MS = 20_000
const MOST_KEYS = 400
const PRICE = 'main [data-game] button[data-state=open][aria-pressed=false]'
const PLACE = /^(Place bet|Accept)/

const couponOf = (page: Page) => page.locator('[data-coupon]')
const placeOf = (page: Page): Locator => couponOf(page).getByRole('button', { name: PLACE })

async function accepted(page: Page): Promise<void> {
  await page.getByText('Bet accepted').first().waitFor({ timeout: WITHIN_MS })
}

/** Presses a price in sight, the coupon where the page has no column for it, a quick stake where none is set, and the button. */
export async function pathByPresses(page: Page): Promise<Path> {
  const steps = ['price']
  const price = page.locator(PRICE).first()
  await price.scrollIntoViewIfNeeded()
  await price.click()
  const stake = couponOf(page).locator('input[data-stake]').first()
  await stake.waitFor({ timeout: 3000 }).catch(async () => {
    steps.push('coupon')
    await page.locator('nav :is(a, button)').filter({ hasText: 'Coupon' }).filter({ visible: true }).first().click()
    await stake.waitFor({ timeout: WITHIN_MS })
  })
  if ((await stake.inputValue()) === '') {
    steps.push('stake')
    await couponOf(page).locator('fieldset button').filter({ hasText: /^\d/ }).first().click()
  }
  steps.push('place')
  await placeOf(page).click()
  await accepted(page)
  return { count: steps.length, steps }
}

/** Keys alone: to the first price of the page, into the coupon, and to its button. @throws Error when one is out of reach */
export async function pathByKeys(page: Page): Promise<Path> {
  let count = 0
  const press = async (key: string) => {
    count += 1
    if (count > MOST_KEYS) throw new Error(`no bet is placed within ${MOST_KEYS} keys`)
    await page.keyboard.press(key)
  }
  const isAt = (selector: string) =>
    page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
  const to = async (selector: string) => {
    while (!(await isAt(selector))) await press('Tab')
  }
  await press('Tab')
  await press('Enter')
  await to(PRICE)
  const toPrice = count
  await press('Enter')
  const stake = couponOf(page).locator('input[data-stake]').first()
  await stake.waitFor({ timeout: WITHIN_MS })
  // Next to a price that is in the coupon is the way there.
  await press('Tab')
  await press('Enter')
  await page.locator('[data-coupon] input[data-stake]:focus').waitFor({ timeout: WITHIN_MS })
  const toStake = count - toPrice
  if ((await stake.inputValue()) === '') {
    await to('[data-coupon] fieldset button')
    await press('Enter')
  }
  for (const button = placeOf(page); !(await button.evaluate((one) => one === document.activeElement)); )
    await press('Tab')
  await press('Enter')
  await accepted(page)
  return {
    count,
    steps: [`${toPrice} to the price`, `${toStake} to the stake`, `${count - toPrice - toStake} to the bet`],
  }
}
