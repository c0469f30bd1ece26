import type { Page, Route } from 'playwright'
import { expect, test } from 'vitest'
import { SAMPLE_TERMS, sampleEntry } from '#machines/betting/coupon/coupon.contract.ts'
import { emptyCoupon } from '#machines/betting/coupon/coupon-entries.rules.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { Coupon } from '#schemas'
import { sharedSite } from './test-site.ts'
import { knownVisitor, visit } from './visitor.ts'
import { hydrated } from './watched-page.ts'

const { site, browser } = await sharedSite()
const KEY = preferenceKey('coupon')
const HOME = `${site.origin('aurora')}/en`
/** The screen of the contacts, which home does not load. */
const SCREEN = /\/assets\/PageScreen-[\w-]+\.js/
const CONTACTS = '**/en/information/contacts'
const COUPON = /\/assets\/PageCoupon-[\w-]+\.js/
const GONE = { status: 404, body: '' }
const MESSAGE = 'The site was renewed while this page was open, or the connection was lost.'

/** How many documents a page has asked for since; what its scripts fetch does not count. */
function countDocuments(page: Page): () => number {
  let documents = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document') documents += 1
  })
  return () => documents
}

/** What the page's scripts fetch of another page is that of a newer build, which starts its pages by another script. */
async function answerNewer(route: Route): Promise<void> {
  const isDocument = route.request().resourceType() === 'document'
  const body = '<!doctype html><script type="module" src="/assets/entry-other.js"></script>'
  await (isDocument ? route.continue() : route.fulfill({ contentType: 'text/html', body }))
}

async function toContacts(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contacts' }).first().click()
}

test('code of a page that no longer exists ends in a message, and a press on "Try again" loads the page', async () => {
  const { page, close } = await visit(browser, HOME)
  await page.route(SCREEN, (route) => route.fulfill(GONE))
  await toContacts(page)
  await page.getByText(MESSAGE).waitFor()
  expect(new URL(page.url()).pathname).toBe('/en/information/contacts')
  await page.unroute(SCREEN)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  await hydrated(page)
  await close()
})

test('a page that the site has in a newer build is loaded again by itself, once', async () => {
  const { page, close } = await visit(browser, HOME)
  await page.route(SCREEN, (route) => route.fulfill(GONE))
  await page.route(CONTACTS, answerNewer)
  const documents = countDocuments(page)
  await toContacts(page)
  await expect.poll(documents).toBe(1)
  // Its code is missing there as well: it is not loaded a second time.
  await page.waitForTimeout(2000)
  expect(documents()).toBe(1)
  await close()
})

test('a page is not loaded again by itself while a bet is open in it, and the press keeps the coupon', async () => {
  const { page, close } = await visit(browser, HOME)
  const filled = JSON.stringify({ ...emptyCoupon(SAMPLE_TERMS, 0), entries: [sampleEntry(1)], stakeText: '5' })
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [KEY, filled] as const)
  await page.goto(HOME)
  await hydrated(page)
  await page.route(SCREEN, (route) => route.fulfill(GONE))
  await page.route(CONTACTS, answerNewer)
  const documents = countDocuments(page)
  await toContacts(page)
  await page.getByText(MESSAGE).waitFor()
  await page.waitForTimeout(1500)
  expect(documents()).toBe(0)
  await page.unroute(CONTACTS)
  await page.unroute(SCREEN)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  expect(documents()).toBe(1)
  const kept = await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '{}') as Coupon, KEY)
  expect(kept.entries.map(({ outcomeId }) => outcomeId)).toEqual([sampleEntry(1).outcomeId])
  expect(kept.stakeText).toBe('5')
  await close()
})

test('a part whose code no longer exists leaves the page as it is, says so, and comes with the next load', async () => {
  const { page, close } = await knownVisitor(browser)
  await page.route(COUPON, (route) => route.fulfill(GONE))
  await page.goto(`${HOME}/line`)
  await hydrated(page)
  const bar = page.getByRole('alert').filter({ hasText: 'A part of this page did not load' })
  await bar.waitFor()
  expect(await page.getByRole('navigation').first().isVisible()).toBe(true)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Prices and bets need a connection.').waitFor()
  await page.context().setOffline(false)
  await page.unroute(COUPON)
  const came = page.waitForResponse(COUPON)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect((await came).status()).toBe(200)
  await hydrated(page)
  expect(await bar.count()).toBe(0)
  await close()
})
