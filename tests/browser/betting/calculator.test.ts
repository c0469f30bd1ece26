import { expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { visit } from '../visitor.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const { site, browser } = await sharedSite()
const SYSTEM = 'type=system&size=2&stake=30&format=decimal&odds=1.5&odds=2&odds=3&result=win&result=win&result=lose'

test.each([
  { brand: 'aurora', language: 'en', width: 1280 },
  { brand: 'nour', language: 'ar', width: 390 },
])(
  'INFO-5: $brand in $language calculates a bet as it is typed, and the address keeps it',
  async ({ brand, language, width }) => {
    const start = `${site.origin(brand)}/${language}/information/betting-calculator`
    const { page, faults, close } = await visit(browser, start, { viewport: { width, height: 900 } })
    await page.locator('[name=stake]').fill('10')
    await page.locator('[name=odds]').nth(0).fill('2')
    await page.locator('[name=odds]').nth(1).fill('3')
    await page.locator('dl[class]').first().waitFor()
    await page.waitForURL(/odds=2&result=win&odds=3&result=win$/)
    await page.locator('[name=result]').nth(1).selectOption('void')
    await page.waitForURL(/odds=3&result=void$/)
    expect(await axeViolations(page)).toEqual([])
    await page.reload()
    expect(await page.locator('[name=odds]').nth(1).inputValue()).toBe('3')
    expect(await page.locator('[name=result]').nth(1).inputValue()).toBe('void')
    expect(faults()).toEqual([])
    await close()
  },
)

test('INFO-5: without script the form answers with the same calculation', async () => {
  const start = `${site.origin('aurora')}/en/information/betting-calculator?${SYSTEM}`
  const { page, close } = await watchedPage(browser, { javaScriptEnabled: false })
  await page.goto(start)
  const text = await page.getByRole('main').innerText()
  expect(text).toMatch(/1 × 2/)
  expect(text).toMatch(/30\.00/)
  await page.locator('[name=odds]').nth(3).fill('4')
  await page.getByRole('button', { name: 'Calculate' }).click()
  expect(await page.getByRole('main').innerText()).toMatch(/3 × 4/)
  await close()
})

test('a hundred outcomes are refused in words, and such an address is no page for search engines', async () => {
  const odds = Array.from({ length: 100 }, () => 'odds=2').join('&')
  const start = `${site.origin('aurora')}/en/information/betting-calculator?type=express&stake=1&${odds}`
  const { page, faults, close } = await visit(browser, start)
  await page.getByRole('main').getByRole('alert').waitFor()
  expect(await page.getByRole('main').getByRole('alert').innerText()).toMatch(/at most/)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toMatch(/noindex/)
  expect(faults()).toEqual([])
  await close()
})
