import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { OWNER, ownerLink, STUDIO_ENV, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { rawAnswer } from '../visitor.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const { site, browser } = await ownSite({ env: STUDIO_ENV })

let page: Page
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  page = watched.page
  faults = watched.faults
})

/** The name of what has the focus, as a screen reader tells it. */
const focusedName = () =>
  page.evaluate(() => {
    const { activeElement: at } = document
    const labels = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? [...(at.labels ?? [])] : []
    return (
      at?.getAttribute('aria-label') ??
      labels[0]?.innerText ??
      (at as HTMLElement | null)?.innerText ??
      ''
    ).trim()
  })

/** Presses Tab until something has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const isIt = (text: string) => (typeof name === 'string' ? text.split('\n')[0] === name : name.test(text))
  for (let step = 0; step < 80; step++) {
    if (isIt(await focusedName())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}; it is at "${await focusedName()}"`)
}

async function fill(name: string, text: string): Promise<void> {
  await page.getByLabel(name).first().waitFor()
  await tabTo(name)
  await page.keyboard.type(text)
}

/** Lists of games that a preview was loading when it changed, and axe, which asks the frame for its own findings. */
const EXPECTED = [/request\.cancelled/, /^console: Failed to execute 'postMessage'/]

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
const livePage = async (brand: string) => (await rawAnswer(site, brand, '/pt')).body

test('A11Y-3: an owner comes in, makes a brand in another market and finds a text, by keyboard alone', async () => {
  await page.goto(ownerLink(site))
  await fill('Your name', OWNER.name)
  await fill('E-mail address', OWNER.email)
  await fill('Password', OWNER.password)
  await page.keyboard.press('Enter')
  await heading('Brands')
  await page.getByText('aurora.localhost').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await tabTo('New brand')
  await page.keyboard.press('Enter')
  await heading('New brand')
  expect(await axeViolations(page)).toEqual([])
  await fill('Name', 'Vento')
  for (const [field, code] of [
    ['Language', 'pt'],
    ['Country', 'pt'],
    ['Currency', 'EUR'],
  ] as const) {
    await fill(field, code)
    await page.keyboard.press('Enter')
  }
  await tabTo('Make the brand')
  await page.keyboard.press('Enter')
  await heading('Vento is live')
  expect(await livePage('vento')).toContain('<html lang="pt"')
  await tabTo('Edit Vento')
  await page.keyboard.press('Enter')
  await fill('Search keys and texts', 'site.menu_live')
  const text = page.getByRole('button', { name: /site\.menu_live/ }).first()
  await text.waitFor()
  await tabTo(/^site\.menu_live/)
  await page.keyboard.press('Enter')
  expect(faults()).toEqual([])
})

test('a text is edited beside its preview, published, seen by players, and rolled back', async () => {
  await page.goto(`${studioOrigin(site)}/brands/vento?document=locales/pt/site.json&language=pt`)
  const text = page.getByLabel('Text of site.menu_live', { exact: true })
  await page.getByLabel('Filter').fill('menu_live')
  await text.fill('Ao vivo agora')
  const frame = page.frameLocator('iframe')
  await frame.getByText('Ao vivo agora').first().waitFor({ state: 'attached' })
  expect(await livePage('vento')).not.toContain('Ao vivo agora')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByLabel('What changes, and why?').fill('Say that it is now')
  await page.getByText('1 change').waitFor()
  await page.getByRole('button', { name: 'Publish now' }).click()
  await page.getByText('Revision 2 is live.').waitFor()
  await expect.poll(() => livePage('vento')).toContain('Ao vivo agora')
  await page.goto(`${studioOrigin(site)}/brands/vento/history`)
  await page.getByText('Say that it is now').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await page.getByText('Revision 3 is live.').waitFor()
  await expect.poll(() => livePage('vento')).not.toContain('Ao vivo agora')
  expect(faults(EXPECTED)).toEqual([])
})

test('what was edited is undone and done again', async () => {
  await page.goto(`${studioOrigin(site)}/brands/vento?document=config/header.json`)
  const items = page.getByLabel('Max visible items', { exact: true })
  await items.waitFor()
  const before = await items.inputValue()
  await items.fill('3')
  await page.getByText('Saved in the draft').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => items.inputValue()).toBe(before)
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => items.inputValue()).toBe('3')
  expect(await axeViolations(page)).toEqual([])
  expect(faults(EXPECTED)).toEqual([])
})
