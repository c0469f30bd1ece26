import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { rawAnswer, registerByOneClick, visibleLinks, visit } from './visitor.ts'
import { axeViolations, hydrated } from './watched-page.ts'

/** An edit is seen within a second, and a page asks no more than once a second. */
const EDIT_SEEN_MS = 1100
const EXPECTED_MISSING = [/^answer 404: /, /Failed to load resource/]
const HOSTILE_RETURN_URLS = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/%5Cevil.example',
  '/%2F%2Fevil.example',
  '/%252F%252Fevil.example',
  'javascript:document.title="taken"',
  'JaVaScRiPt:document.title="taken"',
  'java\tscript:document.title="taken"',
  'data:text/html,taken',
  '/en/../\\evil.example',
]

const { site, browser, brands } = await ownSite()

/** Leaves a mark that only this document has. */
async function markDocument(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { mark: 'here' }))
}

async function isSameDocument(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { mark?: string }).mark === 'here')
}

const inFooter = (page: Page, path: string) => page.locator(`footer a[href="${path}"]:not([hreflang])`)

describe.each([
  { brand: 'aurora', other: 'ar', direction: 'rtl' },
  { brand: 'velvet', other: 'de', direction: 'ltr' },
  { brand: 'nour', other: 'ar', direction: 'rtl' },
])('$brand', ({ brand, other, direction }) => {
  test('a link of the site keeps the document, changes the title, starts at the top and moves the focus; back restores the page', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`)
    const homeTitle = await page.title()
    const homeHeading = await page.locator('h1').textContent()
    await markDocument(page)
    await inFooter(page, '/en/information/about').click()
    await page.waitForURL(`${site.origin(brand)}/en/information/about`)
    await expect.poll(() => page.title()).not.toBe(homeTitle)
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(await page.getByRole('main').locator('h1').count()).toBe(1)
    expect(await isSameDocument(page)).toBe(true)
    await page.goBack()
    await page.waitForURL(`${site.origin(brand)}/en`)
    await expect.poll(() => page.title()).toBe(homeTitle)
    expect(await page.locator('h1').textContent()).toBe(homeHeading)
    expect(await isSameDocument(page)).toBe(true)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0)
    await page.goForward()
    await page.waitForURL(`${site.origin(brand)}/en/information/about`)
    expect(await isSameDocument(page)).toBe(true)
    expect(faults()).toEqual([])
    await close()
  })

  test('another language keeps path and query, and brings its language and direction', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en/information/about?from=mail`)
    await markDocument(page)
    await page
      .getByRole('banner')
      .getByRole('button', { name: /Language/ })
      .click()
    await page.locator(`[popover]:popover-open a[hreflang="${other}"]`).click()
    await page.waitForURL(`${site.origin(brand)}/${other}/information/about?from=mail`)
    await hydrated(page)
    expect(await page.locator('html').getAttribute('lang')).toBe(other)
    expect(await page.locator('html').getAttribute('dir')).toBe(direction)
    expect(await isSameDocument(page)).toBe(false)
    await page.goto(`${site.origin(brand)}/information/about`)
    expect(new URL(page.url()).pathname).toBe(`/${other}/information/about`)
    expect(faults()).toEqual([])
    await close()
  })

  test('CFG-32: an unknown address answers 404 with a menu of its own and a way home', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`)
    for (const path of ['/en/nowhere', '/en/office/nothing', '/en/information/about/more', '/en/nowhere/1']) {
      const answer = await page.goto(site.origin(brand) + path)
      expect(`${path} ${answer?.status()}`).toBe(`${path} 404`)
      await hydrated(page)
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
      expect(await visibleLinks(page, 'main')).toContain('/en')
      expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex')
    }
    expect(await axeViolations(page)).toEqual([])
    await markDocument(page)
    await page.getByRole('main').locator('a[href="/en"]').first().click()
    await page.waitForURL(`${site.origin(brand)}/en`)
    expect(await isSameDocument(page)).toBe(true)
    expect(faults(EXPECTED_MISSING)).toEqual([])
    await close()
  })

  test('ROLE-2, ROLE-7, SEC-8: a guest on a page of players is taken to sign-in, which knows the way back', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en/office/account?tab=money`)
    const url = new URL(page.url())
    expect(url.pathname).toBe('/en/login')
    expect(url.searchParams.get('returnUrl')).toBe('/en/office/account?tab=money')
    expect(await page.content()).not.toContain('"balanceMinor"')
    expect(faults()).toEqual([])
    await close()
  })
})

test('a link to an unknown page inside the site shows the 404 page and leads home again', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`)
  // No configuration that its check lets pass has such a link; a page that has been open for long may.
  const link = page.locator('footer a[href^="/en/information/"]:not([hreflang])').first()
  await link.evaluate((anchor) => anchor.setAttribute('href', '/en/nowhere'))
  await inFooter(page, '/en/nowhere').click()
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  await expect.poll(() => page.title()).toContain('not found')
  await page.getByRole('main').locator('a[href="/en"]').first().click()
  await page.waitForURL(`${site.origin('aurora')}/en`)
  await expect.poll(() => page.locator('h1').textContent()).toContain('Aurora')
  expect(faults(EXPECTED_MISSING)).toEqual([])
  await close()
})

test('CFG-32, OPS-6: a route that the brand switches off while a page is open answers 404 at the next press, with a way on', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en`)
  await markDocument(page)
  brands.patch('velvet', 'config/application.json', { routes: { contacts: { isAvailable: false } } })
  await page.waitForTimeout(EDIT_SEEN_MS)
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().isNavigationRequest()),
    inFooter(page, '/en/information/contacts').click(),
  ])
  expect(answer.status()).toBe(404)
  await hydrated(page)
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor()
  expect(await isSameDocument(page)).toBe(false)
  expect(await visibleLinks(page, 'main')).toContain('/en')
  expect(await inFooter(page, '/en/information/contacts').count()).toBe(0)
  expect(faults(EXPECTED_MISSING)).toEqual([])
  await close()
})

test('ROLE-4: a route hidden in a language is neither linked nor answered in it', async () => {
  brands.patch('nour', 'config/application.json', {
    routes: { payment: { isAvailable: true, hiddenLanguages: ['fr'] } },
  })
  await setTimeout(EDIT_SEEN_MS)
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/fr`)
  expect(await inFooter(page, '/fr/information/payment').count()).toBe(0)
  expect((await page.goto(`${site.origin('nour')}/fr/information/payment`))?.status()).toBe(404)
  expect((await page.goto(`${site.origin('nour')}/en/information/payment`))?.status()).toBe(200)
  expect(faults(EXPECTED_MISSING)).toEqual([])
  await close()
})

test('ROLE-3, ROLE-8: a player on a page of guests is taken home, and is offered neither sign-in nor registration', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`)
  await registerByOneClick(page)
  for (const path of [
    '/en/login',
    '/en/registration',
    '/en/registration/full_reg',
    '/en/login?returnUrl=/en/information/about',
  ]) {
    await page.goto(site.origin('aurora') + path)
    expect(page.url()).toBe(`${site.origin('aurora')}/en`)
  }
  await hydrated(page)
  const links = await visibleLinks(page, 'body')
  expect(links.filter((path) => /\/(login|registration)/.test(path))).toEqual([])
  expect(links).toContain('/en/office/account')
  expect(faults()).toEqual([])
  await close()
})

test('SEC-8: after a sign-in no return address leads off the site', async () => {
  const origin = site.origin('aurora')
  const { page, faults, close } = await visit(browser, `${origin}/en/registration/fast_reg`)
  const { number, password } = await registerByOneClick(page)
  for (const hostile of HOSTILE_RETURN_URLS) {
    // A page of a player that learns of the end of its session goes elsewhere by itself, which would cut the next load short.
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`${origin}/en/login?returnUrl=${encodeURIComponent(hostile)}`)
    await hydrated(page)
    await page.getByLabel('E-mail, phone or account number').fill(number)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/en/login')
    expect(page.url(), hostile).toBe(`${origin}/en`)
    await hydrated(page)
    expect(await page.title(), hostile).not.toContain('taken')
  }
  expect(faults()).toEqual([])
  await close()
})

test.each([
  '//evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '/%5Cevil.example',
  '/%2F%2Fevil.example',
  '///evil.example',
  '/https://evil.example',
])('SEC-8: the address %j without a language is never sent to another site', async (path) => {
  const { status, headers } = await rawAnswer(site, 'aurora', path)
  const origin = site.origin('aurora')
  const target = new URL(headers.location ?? '/', origin)
  expect(target.origin).toBe(origin)
  expect([302, 400, 404]).toContain(status)
})
