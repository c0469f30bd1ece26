import type { Browser, Frame, Page, Request } from 'playwright'
import { visit } from './visitor.ts'
import type { WatchedPage } from './watched-page.ts'

/** A refusal of the server, as the browser's console tells it. */
export const refused = (status: number, path: string) => [
  new RegExp(`^answer ${status}: ${path}`),
  /Failed to load resource/,
]

/** Opens the one-click form; facts that analytics hears of are kept in the page. */
export async function openForm(browser: Browser, origin: string): Promise<WatchedPage> {
  const watched = await visit(browser, `${origin}/en/registration/fast_reg`)
  watched.page.setDefaultTimeout(20_000)
  await watched.page.evaluate(() => {
    const facts: unknown[] = []
    Object.assign(window, { facts })
    window.addEventListener('livery:report', (event) => {
      const { name, eventType } = (event as CustomEvent).detail
      if (name === 'fact') facts.push(eventType)
    })
  })
  return watched
}

/** The facts that the page has reported since it was opened. */
export const factsOf = (page: Page) => page.evaluate(() => (window as unknown as { facts: number[] }).facts)

/** Agrees to what the form asks for. */
export async function agree(page: Page | Frame): Promise<void> {
  await page.getByLabel(/minimum age/).check()
  await page.getByLabel(/I have read/).check()
}

export const send = (page: Page | Frame) => page.getByRole('button', { name: 'Create account' }).click()
/** Waits until the account is made. */
export const isReady = (page: Page | Frame) => page.getByRole('dialog', { name: 'Your account is ready' }).waitFor()
/** The dialog of a challenge. */
export const challenge = (page: Page) => page.getByRole('dialog', { name: 'Are you a robot?' })
export const isRegistration = (url: URL) => url.pathname === '/web-api/registration'
/** Whether a filled form is sent. */
export const isSubmission = (request: Request) =>
  request.method() === 'POST' &&
  isRegistration(new URL(request.url())) &&
  'fields' in (request.postDataJSON() as object)
