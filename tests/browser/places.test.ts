import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { rawAnswer, visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

const PASSWORD = 'a sentence of my own'
const AUSTRIA = '12'
const POLAND = '180'
const REGIONS = /\/web-api\/getRegions\?/
const FAILED_LIST = [/getRegions/, /Failed to load resource/, /options\.load_failed/]

const { site, browser } = await ownSite({
  edit: (brands) => {
    for (const brand of ['velvet', 'nour']) {
      brands.patch(brand, 'registration/full_reg.json', {
        fields: { region_id: { order: 71, required: true }, city_id: { order: 72, required: true } },
      })
    }
  },
})

const open = (brand: string, path = '/en/registration/full_reg', options = {}) =>
  visit(browser, site.origin(brand) + path, options)
const box = (page: Page, name: string) => page.locator(`[role="combobox"][name="${name}"], select[name="${name}"]`)

/** A longer list than this one is searched, once the code for that is there. */
const MOST_READ_THROUGH = 12

/** Chooses an entry of a list by its name: typed where the list is searched. */
async function choose(page: Page, name: string, text: string): Promise<void> {
  const control = box(page, name)
  await control.and(page.locator(':enabled')).waitFor()
  await expect.poll(() => control.locator('option').count()).toBeLessThanOrEqual(MOST_READ_THROUGH + 1)
  if ((await control.evaluate(({ localName }) => localName)) === 'select') {
    await control.selectOption({ label: text })
    return
  }
  await control.click()
  await control.fill(text)
  await page.getByRole('option', { name: text, exact: true }).click()
}

async function fillTheRest(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill('Keller')
  await page.getByLabel('Month').selectOption('05')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('1990')
  await page.getByLabel(/I have read/).check()
}

async function linkOf(brand: string, email: string): Promise<string> {
  const { body } = await rawAnswer(site, brand, '/outbox?format=json')
  const messages = JSON.parse(body) as { readonly recipient: string; readonly body: string }[]
  const mail = messages.find(({ recipient }) => recipient === email)?.body ?? ''
  return /http:\S+activation\?token=\S+/.exec(mail)?.[0] ?? ''
}

describe.each([
  ['velvet', ['Austria', 'Vienna', 'Ottakring'], { country_id: 12, region_id: 'AT.09', city_id: 'AT.09.Ottakring' }],
  ['nour', ['Egypt', 'Cairo', 'Badr'], { country_id: 64, region_id: 'EG.11', city_id: 'EG.11.Badr' }],
] as const)('%s', (brand, [country, region, city], stored) => {
  test('OFF-25: country, region and city are chosen one after the other, and registered', async () => {
    const email = `places.${brand}@mail.example`
    const { page, faults, close } = await open(brand)
    await fillTheRest(page, email)
    await choose(page, 'country_id', country)
    await choose(page, 'region_id', region)
    await choose(page, 'city_id', city)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Code from the e-mail').waitFor()
    await page.goto(await linkOf(brand, email))
    // A brand without a greeting leads on by itself.
    if (brand !== 'nour') await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => !url.pathname.includes('activation'))
    const information = await page.evaluate(async () => (await fetch('/web-api/v1/user-information')).json())
    expect(information.data.attributes.fields).toMatchObject(stored)
    expect(faults()).toEqual([])
    await close()
  })
})

test('OFF-25: places are kept over a reload, and go when the country is another', async () => {
  const { page, faults, close } = await open('velvet')
  await choose(page, 'country_id', 'Austria')
  await choose(page, 'region_id', 'Vienna')
  await choose(page, 'city_id', 'Ottakring')
  await page.waitForFunction(() => JSON.stringify({ ...sessionStorage }).includes('AT.09.Ottakring'))
  await page.reload()
  await hydrated(page)
  await expect.poll(() => box(page, 'city_id').inputValue()).toBe('Ottakring')
  expect(await box(page, 'region_id').inputValue()).toBe('AT.09')
  await choose(page, 'country_id', 'Germany')
  await page.getByText('Choose “Region” first').waitFor({ state: 'attached' })
  expect(await box(page, 'region_id').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Fill in “Region”.').first().waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('OFF-25: a list that does not come is asked for again, and one that comes late is not taken for another', async () => {
  const { page, faults, close } = await open('velvet')
  await box(page, 'region_id').waitFor()
  const asked: string[] = []
  await page.route(REGIONS, async (route) => {
    const country = new URL(route.request().url()).searchParams.get('country_id') ?? ''
    asked.push(country)
    if (asked.length === 1) return route.abort('internetdisconnected')
    if (country === POLAND) await new Promise((resolve) => setTimeout(resolve, 1000))
    return route.fallback()
  })
  await choose(page, 'country_id', 'Austria')
  const failure = page.getByRole('alert').filter({ hasText: 'The list could not be loaded.' })
  await failure.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await failure.getByRole('button', { name: 'Try again' }).click()
  await box(page, 'region_id').waitFor()
  expect(await box(page, 'region_id').evaluate((control) => control === document.activeElement)).toBe(true)
  const late = page.waitForResponse((answer) => answer.url().includes(`country_id=${POLAND}`))
  await choose(page, 'country_id', 'Poland')
  await choose(page, 'country_id', 'Austria')
  await choose(page, 'region_id', 'Vienna')
  await late
  await box(page, 'city_id').waitFor()
  expect(await box(page, 'region_id').inputValue()).toBe('AT.09')
  expect(asked).toEqual([AUSTRIA, AUSTRIA, POLAND])
  expect(faults(FAILED_LIST)).toEqual([])
  await close()
})
