import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase32, totpCode, totpStep } from '#server/account/two-factor/totp.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { sharedSite } from '../test-site.ts'
import { type Credentials, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const ENABLE = '/en/office/security/two-factor/enable'
const DISABLE = '/en/office/security/two-factor/disable'

const { site, browser } = await sharedSite()
let player: WatchedPage
let credentials: Credentials
let secret: Uint8Array
let recoveryCodes: readonly string[]

beforeAll(async () => {
  player = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`)
  credentials = await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(path: string): Promise<Page> {
  await player.page.goto(`${site.origin('nour')}${path}`)
  await hydrated(player.page)
  return player.page
}

async function sessionId(): Promise<string | undefined> {
  const cookies = await player.page.context().cookies(site.origin('nour'))
  return cookies.find(({ name }) => name === SESSION_COOKIE)?.value
}

/** A code that the app shows, so many steps from now. */
function appCode(drift = 0): string {
  return totpCode(secret, totpStep(new Date()) + drift)
}

/** Signs in with the password, on a page that is left at the second step. */
async function signInAgain(): Promise<Page> {
  await player.page.context().clearCookies({ name: SESSION_COOKIE })
  const page = await open('/en/login')
  await page.getByLabel('E-mail, phone or account number').fill(credentials.number)
  await page.getByLabel('Password', { exact: true }).fill(credentials.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  return page
}

describe('two-factor authentication', () => {
  test('TFA-1: setting it up shows the QR code, the link and the key', async () => {
    const page = await open(ENABLE)
    const picture = page.getByRole('img', { name: 'QR code for your authenticator app' })
    await picture.waitFor()
    expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true)
    const key = (await page.locator('dd', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? ''
    const link = page.getByRole('link', { name: 'Open the app on this device' })
    expect(await link.getAttribute('href')).toContain(`secret=${key}`)
    secret = fromBase32(key)
    expect(await axeViolations(page)).toEqual([])
  })

  test('TFA-3, TFA-8: without a code nothing is sent, and a wrong one is reported at its field', async () => {
    const { page } = player
    const line = page.getByLabel('Code from the app')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await expect.poll(() => line.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await line.getAttribute('aria-invalid')).toBe('true')
    await line.fill(appCode(100))
    await line.press('Enter')
    await page.getByText('The code is wrong or was already used.').waitFor()
    expect(await line.inputValue()).toBe(appCode(100))
  })

  test('TFA-2: the right code switches it on and shows ten recovery codes once; the session gets a new id', async () => {
    const { page } = player
    const before = await sessionId()
    await page.getByLabel('Code from the app').fill(appCode())
    await page.getByRole('button', { name: 'Turn on' }).click()
    const heading = page.getByRole('heading', { name: 'Recovery codes' })
    await heading.waitFor()
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true)
    recoveryCodes = await page.locator('main code').allTextContents()
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await sessionId()).not.toBe(before)
    expect(await axeViolations(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save to a file' }).click()
    expect((await saved).suggestedFilename()).toBe('nour-recovery-codes.txt')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('Two-factor authentication is on.').waitFor()
  })

  test('AUTH-16: signing in asks for a code; a used one is refused, the next one lets in', async () => {
    const page = await signInAgain()
    expect(await sessionId()).toBeUndefined()
    expect(await axeViolations(page)).toEqual([])
    const line = page.getByLabel('Code from the app')
    await line.fill('000 000')
    await line.press('Enter')
    await page.getByText('The code is wrong or was already used.').waitFor()
    await line.fill(appCode(1))
    await line.press('Enter')
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    expect(await sessionId()).toBeDefined()
  })

  test('a recovery code lets in without the app', async () => {
    const page = await signInAgain()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    await open(ENABLE)
    await page.getByText('Recovery codes left: 9').waitFor()
  })

  test('TFA-5: a code switches it off, and the password alone lets in again', async () => {
    const page = await open(DISABLE)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Code from the app, or a recovery code').fill(recoveryCodes[1] ?? '')
    await page.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Two-factor authentication is off.').waitFor()
    // A call that is on its way then would take the page to the sign-in by itself.
    await page.waitForLoadState('networkidle')
    await page.context().clearCookies({ name: SESSION_COOKIE })
    await open('/en/login')
    await page.getByLabel('E-mail, phone or account number').fill(credentials.number)
    await page.getByLabel('Password', { exact: true }).fill(credentials.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    // Refused calls are what was asked for here.
    expect(player.faults().filter((fault) => !/\b(?:401|422)\b/.test(fault))).toEqual([])
  })
})
