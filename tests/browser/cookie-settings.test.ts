import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { CONSENT_KEY, visit } from './visitor.ts'
import { axeViolations, hydrated, watchedPage } from './watched-page.ts'

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('velvet', 'config/footer.json', { isCookieChoiceShown: false })
    brands.patch('nour', 'config/other.json', { cookieConsent: { isAsked: false } })
  },
})

const question = (page: Page) => page.getByRole('region', { name: 'Your choice of cookies' })
const entry = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: 'Cookie settings' })
const box = (page: Page, name: string) => question(page).getByRole('checkbox', { name })
const keptLevel = (page: Page) =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}').level as number, CONSENT_KEY)

test('STORE-5, A11Y-3: an answer can be looked at and changed from the foot of the page, by keys', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`)
  const isEntryFocused = () => entry(page).evaluate((element) => element === document.activeElement)
  await entry(page).focus()
  await page.keyboard.press('Enter')
  await question(page).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  expect(await box(page, 'Functionality').isChecked()).toBe(false)
  expect(await axeViolations(page)).toEqual([])
  await box(page, 'Functionality').focus()
  await page.keyboard.press('Space')
  const logged = page.waitForResponse((answer) => answer.url().includes('agreement-with-cookies'))
  await question(page).getByRole('button', { name: 'Save my choice' }).press('Enter')
  expect((await logged).request().postDataJSON()).toEqual({ level: 1 })
  await question(page).waitFor({ state: 'detached' })
  expect(await keptLevel(page)).toBe(1)
  expect(await isEntryFocused()).toBe(true)
  await page.keyboard.press('Enter')
  await question(page).waitFor()
  expect(await box(page, 'Functionality').isChecked()).toBe(true)
  expect(await box(page, 'Marketing').isChecked()).toBe(false)
  await box(page, 'Marketing').check()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  expect(await keptLevel(page)).toBe(1)
  expect(await isEntryFocused()).toBe(true)
  await entry(page).click()
  await question(page).getByRole('button', { name: 'Close' }).click()
  await question(page).waitFor({ state: 'detached' })
  expect(faults()).toEqual([])
  await close()
})

test('STORE-5: who has not answered yet is taken to the question, and cannot leave it unanswered', async () => {
  const { page, faults, close } = await watchedPage(browser)
  await page.goto(`${site.origin('aurora')}/en`)
  await hydrated(page)
  await entry(page).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await page.keyboard.press('Escape')
  await question(page).waitFor()
  expect(await question(page).getByRole('button', { name: 'Close' }).count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})

test.each(['velvet', 'nour'])('STORE-5: %s offers no settings: it does not want to, or does not ask', async (brand) => {
  const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`)
  await page.getByRole('contentinfo').waitFor()
  expect(await entry(page).count()).toBe(0)
  expect(faults()).toEqual([])
  await close()
})
