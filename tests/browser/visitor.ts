import { request } from 'node:http'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { SiteAddress } from './live-site.ts'
import { hydrated, type WatchedPage, watchedPage } from './watched-page.ts'

/** The key under which a page keeps the answer to the cookie question. */
export const CONSENT_KEY = preferenceKey('cookieConsent')

/** Opens a page of a brand as somebody who has answered the cookie question before, and waits until it is alive. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const watched = await knownVisitor(browser, options)
  await watched.page.goto(address)
  await hydrated(watched.page)
  return watched
}

/** A page that has not been opened yet, of somebody who has answered the cookie question before. */
export async function knownVisitor(browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> {
  const watched = await watchedPage(browser, options)
  await watched.page.addInitScript((key) => {
    try {
      if (!localStorage.getItem(key))
        localStorage.setItem(key, JSON.stringify({ level: 0, givenAtMs: 1_700_000_000_000, version: '1' }))
    } catch (error) {
      // A frame may have no storage, nor has an empty page.
      if (window === window.top && location.protocol !== 'about:') throw error
    }
  }, CONSENT_KEY)
  return watched
}

/** What a one-click registration gives. */
export interface Credentials {
  readonly number: string
  readonly password: string
}

/** Registers by one click, on a page whose address ends in `/registration/fast_reg` and whose language is English, and
 *  leaves the dialog standing: the visitor is signed in. */
export async function registerByOneClick(page: Page): Promise<Credentials> {
  await page.getByLabel(/minimum age/).check()
  await page.getByLabel(/I have read/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account is ready' })
  await dialog.waitFor()
  const [number = '', password = ''] = await dialog.locator('dd').allTextContents()
  return { number, password }
}

/** Deposits a whole amount by the built-in provider, as the player who is signed in, in English.
 *  @param origin scheme and host of the brand */
export async function depositByTestCard(page: Page, origin: string, amount: number): Promise<void> {
  await page.goto(`${origin}/en/office/deposit?amount=${amount}`)
  await hydrated(page)
  await page.getByRole('button', { name: new RegExp(`^Deposit ${amount}`) }).click()
  await page.waitForURL(/\/payment-page\//)
  await page.getByRole('button', { name: 'Pay with a test card', exact: true }).click()
  await page.waitForURL(/\/en\/office\/deposit\?payment=\d+$/)
  await hydrated(page)
  await page.getByText('Completed').waitFor()
}

/** An answer of the server as it stands, before a browser makes anything of it. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Asks the server for an address of a brand word by word: nothing is normalised, no redirect is followed. */
export function rawAnswer(
  site: SiteAddress,
  brand: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const host = `${brand}.localhost:${site.port}`
    const asked = request({ host: '127.0.0.1', port: site.port, path, headers: { host, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The addresses of the links in a part of the page that can be seen. */
export async function visibleLinks(page: Page, selector: string): Promise<string[]> {
  const links = await page.locator(`${selector} a[href]:visible`).all()
  return Promise.all(links.map(async (link) => (await link.getAttribute('href')) ?? ''))
}
