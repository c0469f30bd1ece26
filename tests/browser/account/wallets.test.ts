import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const WALLETS = 'office/settings/wallets'
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 850 }

const { site, browser } = await sharedSite()
let player: WatchedPage
beforeAll(async () => {
  player = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`, { viewport: WIDE })
  await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(language = 'en', viewport = WIDE): Promise<Page> {
  await player.page.setViewportSize(viewport)
  await player.page.goto(`${site.origin('nour')}/${language}/${WALLETS}`)
  await hydrated(player.page)
  return player.page
}

const cards = (page: Page) => page.getByRole('main').locator('li', { has: page.locator('bdi') })
const cardOf = (page: Page, name: string) => cards(page).filter({ hasText: name })

/** Opens an account and waits until its card is there. */
async function add(page: Page, name: string): Promise<void> {
  await page.getByLabel('Currency').selectOption({ label: name })
  await page.getByRole('button', { name: 'Add account' }).click()
  await cardOf(page, name).waitFor()
}

describe('the wallets of a player', () => {
  test('OFF-12: the account that is in use is there and cannot be removed', async () => {
    const page = await open()
    await expect.poll(() => cards(page).count()).toBe(1)
    expect(await cards(page).getByText('Active', { exact: true }).count()).toBe(1)
    expect(await cards(page).getByRole('button').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults()).toEqual([])
  })

  test('ACC-25: without a currency nothing is sent and the list gets the focus; with one the account is opened', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Add account' }).click()
    expect(await page.getByRole('alert').textContent()).toBe('Choose a currency')
    expect(await page.getByLabel('Currency').evaluate((element) => element === document.activeElement)).toBe(true)
    await add(page, 'Euro')
    await add(page, 'US Dollar')
    expect(await cards(page).count()).toBe(3)
    const offered = await page.getByLabel('Currency').locator('option').allTextContents()
    expect(offered).toContain('Saudi Riyal')
    expect(offered).not.toContain('Euro')
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults()).toEqual([])
  })

  test('ACC-24: making an account active moves the mark and the balance above, without another document', async () => {
    const page = await open()
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }))
    const above = page.locator('header a[href$="/office/account"] bdi')
    const beside = page.getByText('Balance', { exact: true }).locator('..').locator('bdi')
    expect(await above.textContent()).not.toContain('€')
    await cardOf(page, 'Euro').getByRole('button', { name: 'Make active' }).click()
    await expect.poll(() => cardOf(page, 'Euro').getByText('Active', { exact: true }).count()).toBe(1)
    expect([await above.textContent(), await beside.textContent()]).toEqual(['0.00\u00a0€', '0.00\u00a0€'])
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)
    await open()
    expect(await page.locator('header a[href$="/office/account"] bdi').textContent()).toBe('0.00\u00a0€')
    expect(player.faults()).toEqual([])
  })

  test('ACC-26: removing asks first; kept it stays, confirmed it goes and the currency is offered again', async () => {
    const page = await open()
    const dollars = cardOf(page, 'US Dollar')
    const dialog = page.getByRole('dialog', { name: 'Remove the account?' })
    await dollars.getByRole('button', { name: 'Remove' }).click()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect.poll(() => dialog.count()).toBe(0)
    expect(await dollars.count()).toBe(1)
    await dollars.getByRole('button', { name: 'Remove' }).press('Enter')
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect.poll(() => dollars.count()).toBe(0)
    const heading = page.getByRole('heading', { name: 'Your accounts' })
    await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
    await add(page, 'US Dollar')
    expect(player.faults()).toEqual([])
  })

  test('a refusal is shown and leaves everything as it was', async () => {
    const page = await open()
    const before = await cards(page).allTextContents()
    await page.route('**/web-api/user/setactiveaccount', (route) => route.abort('connectionfailed'))
    await cardOf(page, 'US Dollar').getByRole('button', { name: 'Make active' }).click()
    await page.getByText(/No connection/).waitFor()
    expect(await cards(page).allTextContents()).toEqual(before)
    player.faults()
  })

  test('in Arabic on a phone nothing is cut off, and the page is accessible', async () => {
    const page = await open('ar', PHONE)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults()).toEqual([])
  })
})
