import { expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations } from './watched-page.ts'

const { site, browser } = await sharedSite()

test.each([
  { brand: 'aurora', language: 'en', width: 1440, taxes: 'Taxes on bets' },
  { brand: 'nour', language: 'ar', width: 390, taxes: 'الضرائب على الرهانات' },
])(
  'from the list of information of $brand in $language a guest comes to taxes, licences and consent',
  async ({ brand, language, width, taxes }) => {
    const start = `${site.origin(brand)}/${language}/information`
    const { page, faults, close } = await visit(browser, start, { viewport: { width, height: 900 } })
    const list = page.getByRole('main')
    expect(await axeViolations(page)).toEqual([])
    for (const path of ['licenses', 'consent', 'taxes'])
      expect(await list.locator(`a[href$="/information/${path}"]`).count()).toBe(1)
    await list.locator('a[href$="/information/taxes"]').click()
    await page.getByRole('heading', { level: 1, name: taxes }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  },
)

test('the search of the head finds a page of information and one of the rules', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`, {
    viewport: { width: 1280, height: 900 },
  })
  const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
  for (const [text, path] of [
    ['taxes', 'taxes'],
    ['general rules', 'main-rules'],
  ] as const) {
    await button.click()
    await page.getByRole('banner').getByRole('searchbox').fill(text)
    await page.getByRole('banner').locator(`a[href$="/information/${path}"]`).click()
    await page.waitForURL(new RegExp(`/en/information/${path}$`))
  }
  expect(faults()).toEqual([])
  await close()
})
