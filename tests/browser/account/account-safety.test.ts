import type { Browser, BrowserContext, Page, Request } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { disconnect } from '#calls/account.calls.ts'
import { getUserToken } from '#calls/token.calls.ts'
import { BROWSER_STORE, preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { sharedSite } from '../test-site.ts'
import { CONSENT_KEY, type Credentials, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, openBrowser } from '../watched-page.ts'

const { site } = await sharedSite()
let browser: Browser
beforeAll(async () => {
  // A browser as players have it: one that brings pages back from its memory.
  browser = await openBrowser({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
})
afterAll(() => browser?.close())

const FAVOURITES = preferenceKey('favorites.football.live')
/** How often somebody has signed in or out in this browser, and who is in now. */
const EPOCH_KEY = preferenceKey('authEpoch')

async function newPlayer(page: Page): Promise<Credentials> {
  await page.goto(`${site.origin('nour')}/en/registration/fast_reg`)
  await hydrated(page)
  const credentials = await registerByOneClick(page)
  await page.goto(`${site.origin('nour')}/en/office/account`)
  await hydrated(page)
  await page.getByRole('main').getByText(credentials.number).first().waitFor()
  return credentials
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
  await page.waitForURL((url) => !url.pathname.includes('/office'))
  await hydrated(page)
}

/** Everything that the browser holds where a script can read it. */
async function keptBy(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  return page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage).sort(),
    caches: 'caches' in window ? await caches.keys() : [],
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
  }))
}

async function cookieNames(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name).sort()
}

describe('two players after each other in one browser', () => {
  test('SEC-12: the second finds nothing of the first: no page, storage, cache or cookie, and what is the browser’s own stays', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en?promo=FIRST`)
    const first = await newPlayer(page)
    await page.evaluate(
      ([key]) => {
        localStorage.setItem(key, '[1,2,3]')
        sessionStorage.setItem('somebody.elses', 'kept')
      },
      [FAVOURITES] as const,
    )
    const scheme = { name: 'scheme', value: 'dark', url: site.origin('nour') }
    await page.context().addCookies([scheme])
    await signOut(page)
    const kept = await keptBy(page)
    const local = [EPOCH_KEY, CONSENT_KEY, BROWSER_STORE.name].sort()
    expect(kept).toEqual({ local, session: [], caches: [], databases: [] })
    expect(await page.evaluate((key) => localStorage.getItem(key), EPOCH_KEY)).toMatch(/^{"epoch":\d+,"userId":null}$/)
    expect(await cookieNames(page.context())).toContain('scheme')
    expect(await cookieNames(page.context())).not.toContain('__Host-sid')

    await page.goBack()
    await page.waitForURL((url) => !url.pathname.includes('/office'))
    expect(await page.content()).not.toContain(first.number)

    const second = await newPlayer(page)
    expect(second.number).not.toBe(first.number)
    expect(await page.content()).not.toContain(first.number)
    const values = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(values).not.toContain(first.number)
    expect(values).not.toContain('FIRST')
    expect(faults([/answer 401/, /Failed to load resource/])).toEqual([])
    await close()
  })

  test('SEC-12: a tab of the first that was left open gives way, and so does a page out of the browser’s memory', async () => {
    const { page, close } = await visit(browser, `${site.origin('nour')}/en`)
    const first = await newPlayer(page)
    const other = await page.context().newPage()
    await other.goto(`${site.origin('nour')}/en/office/account`)
    await other.getByRole('main').getByText(first.number).first().waitFor()
    await other.evaluate(() => sessionStorage.setItem('somebody.elses', 'kept'))
    await other.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
    await signOut(page)
    await other.waitForURL((url) => url.pathname.endsWith('/login'))
    expect((await keptBy(other)).session).toEqual([])

    await newPlayer(page)
    // The session ends without a word to the page, which then comes back as from the browser's memory.
    await page.context().clearCookies({ name: '__Host-sid' })
    await page.evaluate((key) => localStorage.removeItem(key), preferenceKey('owner'))
    const isLeft = page.waitForURL((url) => url.pathname.endsWith('/login'))
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await isLeft
    await close()
  })

  test('SEC-12: what a session left that ended by itself is wiped before the next page reads it', async () => {
    const { page, close } = await visit(browser, `${site.origin('nour')}/en`)
    await newPlayer(page)
    await page.evaluate((key) => localStorage.setItem(key, '[1]'), FAVOURITES)
    // A page that learns of the end of its session goes elsewhere by itself, which would cut the next load short.
    await page.goto('about:blank')
    await page.context().clearCookies({ name: '__Host-sid' })
    await page.goto(`${site.origin('nour')}/en`)
    await hydrated(page)
    expect((await keptBy(page)).local).toEqual([CONSENT_KEY])
    await close()
  })
})

test('AUTH-17, NET-6: a token that is on its way at the sign-out is given up, not refused', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en`)
  const isOfToken = (request: Request) => new URL(request.url()).pathname === getUserToken.path
  const asked = page.waitForRequest(isOfToken)
  const givenUp = page.waitForEvent('requestfailed', isOfToken)
  // Neither is the token answered, nor is the sign-out before the page has given the token up.
  await page.route(`**${getUserToken.path}`, () => undefined)
  await page.route(`**${disconnect.path}`, async (route) => {
    await givenUp
    await route.continue()
  })
  await newPlayer(page)
  await asked
  await signOut(page)
  expect(faults()).toEqual([])
  await close()
})

describe('the dialog of the sign-in', () => {
  test('AUTH-18, AUTH-19: opens over the page, is left as it was opened, and leads back to that page', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en`)
    const { number, password } = await newPlayer(page)
    await signOut(page)
    const here = `${site.origin('nour')}/en/information/about`
    await page.goto(here)
    await hydrated(page)
    const link = page.getByRole('banner').getByRole('link', { name: 'Sign in' })
    expect(await link.getAttribute('href')).toBe('/en/login?returnUrl=%2Fen%2Finformation%2Fabout')
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByLabel('Password', { exact: true }).waitFor()
    expect(new URL(page.url()).search).toBe('?modal=LOGIN')
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(page.url()).toBe(here)
    await link.click()
    await dialog.getByLabel('E-mail, phone or account number').fill(number)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(here)
    await hydrated(page)
    expect(await page.content()).toContain(number)
    expect(faults()).toEqual([])
    await close()
  })

  test('SEC-8: an address that opens it sends nobody to another site', async () => {
    const address = `${site.origin('nour')}/en?modal=LOGIN&returnUrl=${encodeURIComponent('//evil.example/')}`
    const { page, close } = await visit(browser, `${site.origin('nour')}/en`)
    const { number, password } = await newPlayer(page)
    await signOut(page)
    await page.goto(address)
    const dialog = page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByLabel('E-mail, phone or account number').fill(number)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByRole('banner')
      .getByText(/0\.00|€|\d/)
      .first()
      .waitFor()
    await expect.poll(() => new URL(page.url()).origin).toBe(site.origin('nour'))
    await close()
  })

  test('AUTH-18: another type asks first whether to sign in or to register', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en`)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click()
    const choice = page.getByRole('dialog', { name: 'Welcome' })
    await choice.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('dialog', { name: 'Sign in' }).getByLabel('Password', { exact: true }).waitFor()
    expect(faults()).toEqual([])
    await close()
  })
})
