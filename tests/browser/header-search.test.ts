import { expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations } from './watched-page.ts'

const { site, browser } = await sharedSite()

test.each([
  { brand: 'aurora', width: 1280 },
  { brand: 'velvet', width: 1440 },
])(
  'A11Y-3: by keys alone the search of the head of $brand finds a game of the casino, and Enter leads to the page of the search',
  async ({ brand, width }) => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`, {
      viewport: { width, height: 900 },
    })
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('text')
    await page.keyboard.type('roulette')
    await page.getByRole('link', { name: 'European Roulette' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/en\/search\?text=roulette$/)
    // The search of the head closes when the page that it leads to is there.
    await page
      .getByRole('main')
      .getByText(/roulette/i)
      .first()
      .waitFor()
    await button.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByRole('searchbox').fill('european')
    await page.getByRole('link', { name: 'European Roulette' }).waitFor()
    while (!(await page.evaluate(() => document.activeElement?.textContent?.includes('European Roulette'))))
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/en\/casino\/game\//)
    expect(faults()).toEqual([])
    await close()
  },
)
