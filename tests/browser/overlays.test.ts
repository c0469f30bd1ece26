import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { CONSENT_KEY, visit } from './visitor.ts'
import { hydrated, watchedPage } from './watched-page.ts'

/** More presses of Tab than the dialog has stops. */
const ROUND = 60

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/registration.json', { opensAs: 'popup', defaultType: 'full_reg' })
  },
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Registration' })

/** Where the focus is: in the dialog, on the page behind it, or nowhere in the page, as between its last stop and its first. */
const focusPlace = (page: Page) =>
  page.evaluate(() => {
    const active = document.activeElement
    if (active === null || active === document.body) return 'nowhere'
    return active.closest('dialog') ? 'dialog' : 'page'
  })

describe('MODAL-M7: the focus and a modal', () => {
  test('A11Y-3: it goes in, stays in both ways round, and returns to what had opened it', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`)
    const link = page.getByRole('banner').getByRole('link', { name: 'Register' })
    await link.focus()
    await page.keyboard.press('Enter')
    await dialogOf(page).getByLabel('First name').waitFor()
    await expect.poll(() => focusPlace(page)).toBe('dialog')
    for (const key of ['Tab', 'Shift+Tab']) {
      const places = new Set<string>()
      for (let presses = 0; presses < ROUND; presses += 1) {
        await page.keyboard.press(key)
        places.add(await focusPlace(page))
      }
      expect([...places].filter((place) => place === 'page')).toEqual([])
      expect(places).toContain('dialog')
    }
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(faults()).toEqual([])
    await close()
  })

  test('A11Y-3: with nothing to return to, as when an address has opened it, the focus continues from the top of the page', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en?modal=REGISTRATION`)
    await dialogOf(page).getByLabel('First name').waitFor()
    await expect.poll(() => focusPlace(page)).toBe('dialog')
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => focusPlace(page)).not.toBe('dialog')
    await page.keyboard.press('Tab')
    expect(await focusPlace(page)).toBe('page')
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the question about cookies in two tabs', () => {
  const question = (page: Page) => page.getByRole('region', { name: 'Your choice of cookies' })

  test('STORE-5: an answer in one ends it in the other; emptied storage brings it back', async () => {
    const { page, faults, close } = await watchedPage(browser)
    const other = await page.context().newPage()
    for (const tab of [page, other]) {
      await tab.goto(`${site.origin('aurora')}/en`)
      await hydrated(tab)
      await question(tab).waitFor()
    }
    await page.getByRole('button', { name: 'Only necessary' }).click()
    await question(page).waitFor({ state: 'detached' })
    await question(other).waitFor({ state: 'detached' })
    await page.evaluate((key) => localStorage.removeItem(key), CONSENT_KEY)
    await question(other).waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  test('STORE-5: a storage that accepts nothing is reported, and the answer holds for this page', async () => {
    const { page, close } = await watchedPage(browser)
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('planted', 'QuotaExceededError')
      }
      window.addEventListener('livery:report', (event) => {
        const reports = (Reflect.get(window, 'reports') ?? []) as unknown[]
        Object.assign(window, { reports: [...reports, (event as CustomEvent).detail.name] })
      })
    })
    await page.goto(`${site.origin('aurora')}/en`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Accept all' }).click()
    await question(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'reports'))).toContain('consent.storeAnswer_failed')
    await close()
  })
})
