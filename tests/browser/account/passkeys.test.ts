import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromBase32, totpCode, totpStep } from '#server/account/two-factor/totp.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { sharedSite } from '../test-site.ts'
import { type Credentials, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const SECURITY = '/en/office/security'
const ENABLE = '/en/office/security/two-factor/enable'

const { site, browser } = await sharedSite()
let player: WatchedPage
let credentials: Credentials
let authenticators: CDPSession
let authenticatorId: string
let recoveryCode: string

beforeAll(async () => {
  player = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`)
  credentials = await registerByOneClick(player.page)
  authenticators = await player.page.context().newCDPSession(player.page)
  await authenticators.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const added = await authenticators.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  authenticatorId = added.authenticatorId
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

/** Whether the authenticator makes sure of the player. */
const verifies = (isUserVerified: boolean) =>
  authenticators.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })

describe('passkeys', () => {
  test('one is made under a name once the password confirms it, and the session gets a new id', async () => {
    const page = await open(SECURITY)
    await page.getByText('You have no passkeys yet.').waitFor()
    await page.getByRole('progressbar', { name: '1 of 5 protections in place' }).waitFor()
    const line = page.getByRole('listitem').filter({ hasText: 'A passkey cannot be stolen by a fake page.' })
    await line.getByRole('link', { name: 'Set up' }).click()
    await page.waitForURL(/#passkeys$/)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name of the passkey').fill('My phone')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const secret = page.getByLabel('Password', { exact: true })
    await expect.poll(() => secret.evaluate((input) => input === document.activeElement)).toBe(true)
    await secret.fill('not the password')
    await secret.press('Enter')
    await expect.poll(() => secret.getAttribute('aria-invalid')).toBe('true')
    expect(await axeViolations(page)).toEqual([])
    const before = await sessionId()
    await secret.fill(credentials.password)
    await secret.press('Enter')
    await page.getByRole('button', { name: 'Remove My phone' }).waitFor()
    await page.getByText('Set up. It opens your account without the password.').waitFor()
    await page.getByRole('progressbar', { name: '2 of 5 protections in place' }).waitFor()
    expect(await sessionId()).not.toBe(before)
    expect(await axeViolations(page)).toEqual([])
  })

  test('it is offered where the login is typed, and signs in', async () => {
    await player.page.context().clearCookies({ name: SESSION_COOKIE })
    const page = await open('/en/login')
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    expect(await sessionId()).toBeDefined()
    await open(SECURITY)
    await page.getByText(/^Last used /).waitFor()
  })

  test('the button signs in where the browser offers nothing by itself, and may be pressed again', async () => {
    await player.page.context().clearCookies({ name: SESSION_COOKIE })
    await player.page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
    })
    const page = await open('/en/login')
    await verifies(false)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('No passkey was used.').waitFor()
    await verifies(true)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    expect(await sessionId()).toBeDefined()
  })

  test('AUTH-16: it takes the place of the code of the second step', async () => {
    let page = await open(ENABLE)
    const key = (await page.locator('dd', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? ''
    await page.getByLabel('Code from the app').fill(totpCode(fromBase32(key), totpStep(new Date())))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
    recoveryCode = (await page.locator('main code').first().textContent()) ?? ''
    await player.page.context().clearCookies({ name: SESSION_COOKIE })
    page = await open('/en/login')
    await page.getByLabel('E-mail, phone or account number').fill(credentials.number)
    await page.getByLabel('Password', { exact: true }).fill(credentials.password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { name: 'One more step' }).waitFor()
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL((url) => !url.pathname.endsWith('/login'))
    expect(await sessionId()).toBeDefined()
  })

  test('it is removed once a code confirms it', async () => {
    const page = await open(SECURITY)
    await page.getByRole('button', { name: 'Remove My phone' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Code from the app, or a recovery code').fill(recoveryCode)
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('You have no passkeys yet.').waitFor()
    // Refused calls are what was asked for here.
    expect(player.faults().filter((fault) => !/\b(?:401|422)\b/.test(fault))).toEqual([])
  })
})
