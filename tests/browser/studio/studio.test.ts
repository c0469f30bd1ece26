import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { createStudioBrand } from '#calls/studio/studio-draft.calls.ts'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
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
  const owner = await claimedOwner(site)
  await owner.send(createStudioBrand, null, {
    body: { id: 'vento', name: 'Vento', language: 'pt', country: 'pt', currency: 'EUR' },
  })
  await signInOwner(page, studioOrigin(site))
})

/** Lists of games that a preview was loading when it changed, and axe, which asks the frame for its own findings. */
const EXPECTED = [/request\.cancelled/, /^console: Failed to execute 'postMessage'/]

const livePage = async (brand: string) => (await rawAnswer(site, brand, '/pt')).body

test('OPS-15: a text is edited beside its preview, published, seen by players, and rolled back', async () => {
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
  await page.getByText(/^Revision \d+ is live\.$/).waitFor()
  await expect.poll(() => livePage('vento'), { timeout: 15_000 }).toContain('Ao vivo agora')
  await page.goto(`${studioOrigin(site)}/brands/vento/history`)
  await page.getByText('Say that it is now').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Roll back' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
  await expect.poll(() => livePage('vento'), { timeout: 15_000 }).not.toContain('Ao vivo agora')
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
