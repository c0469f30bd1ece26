import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromBase32, totpCode, totpStep } from '#server/account/two-factor/totp.ts'
import { SESSION_COOKIE } from '#server/create-server.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenidProvider,
  startOpenidProvider,
} from '#tests/contract/scenes/openid-provider.ts'
import { ownSite } from '../test-site.ts'
import { visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const BRAND = 'aurora'
const ANNA = { sub: 'anna', given_name: 'Anna', family_name: 'Keller', email: 'anna.social@mail.example' }

const { site, browser, brands } = await ownSite({ env: { LIVERY_SOCIAL_WALK_SECRET: CLIENT_SECRET } })
let provider: OpenidProvider

beforeAll(async () => {
  provider = await startOpenidProvider([`${site.origin(BRAND)}/socauth/callback/google`])
  brands.patch(BRAND, 'config/auth.json', {
    isPasskeyEnabled: true,
    types: { google: { isAvailable: true } },
    socialClientIds: { google: CLIENT_ID },
    socialClientSecrets: { google: 'LIVERY_SOCIAL_WALK_SECRET' },
    socialProviders: { google: { issuer: provider.issuer } },
  })
  brands.patch(BRAND, 'config/registration.json', { types: { soc_reg: { isAvailable: true } } })
  // A changed brand is seen within a moment.
  await vi.waitUntil(async () => (await offered()).includes('google'), { timeout: 20_000, interval: 500 })
})
afterAll(() => provider?.close())

async function offered(): Promise<string> {
  const { page, close } = await visit(browser, `${site.origin(BRAND)}/en`)
  const text = await page.evaluate(async () => (await fetch('/web-api/socauth/providers')).text())
  await close()
  return text
}

const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

test('REG-31, REG-7: registration by a provider keeps what was typed, fills in the data of the provider, and signs in', async () => {
  provider.sitting = ANNA
  const { page, faults, close } = await visit(browser, `${site.origin(BRAND)}/en/registration/soc_reg`)
  await page.getByLabel('Month').selectOption('05')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('1990')
  await page.getByLabel('Last name').fill('Own name')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Confirm who you are first').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  // The draft is written a moment after the last change.
  await page.waitForFunction(() => Object.values(sessionStorage).some((value) => value.includes('Own name')))
  await page.getByRole('button', { name: 'Continue with Google' }).click()

  await page.getByText('Google has confirmed you as Anna Keller.').waitFor()
  await hydrated(page)
  expect(path(page)).toBe('/en/registration/soc_reg')
  expect(await page.getByLabel('First name').inputValue()).toBe('Anna')
  expect(await page.getByLabel('Last name').inputValue()).toBe('Own name')
  expect(await page.getByLabel('Year').inputValue()).toBe('1990')
  expect(await page.getByLabel('E-mail').first().inputValue()).toBe(ANNA.email)
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('E-mail').first().fill('')
  await page.getByLabel(/I have read/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Your account is ready' }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('AUTH-3, AUTH-19: the provider signs the player in elsewhere, and the page that was asked for follows', async () => {
  provider.sitting = ANNA
  const { page, faults, close } = await visit(browser, `${site.origin(BRAND)}/en/office/account`)
  expect(path(page)).toContain('/en/login')
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.waitForURL(`${site.origin(BRAND)}/en/office/account`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('a refusal at the provider is shown on the sign-in page, where every way in is still open', async () => {
  provider.sitting = null
  const { page, faults, close } = await visit(browser, `${site.origin(BRAND)}/en/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('alert').getByText('The sign-in was declined.').waitFor()
  await hydrated(page)
  expect(await axeViolations(page)).toEqual([])
  provider.sitting = ANNA
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.waitForURL(`${site.origin(BRAND)}/en`)
  expect(faults()).toEqual([])
  await close()
})

test('who has an account joins the confirmed identity to it by signing in with the password', async () => {
  provider.sitting = { sub: 'boris', given_name: 'Boris' }
  const first = await visit(browser, `${site.origin(BRAND)}/en/registration/fast_reg`)
  await first.page.getByLabel(/minimum age/).check()
  await first.page.getByLabel(/I have read/).check()
  await first.page.getByRole('button', { name: 'Create account' }).click()
  const dialog = first.page.getByRole('dialog', { name: 'Your account is ready' })
  await dialog.waitFor()
  const [number = '', password = ''] = await dialog.locator('dd').allTextContents()
  await first.close()

  const { page, faults, close } = await visit(browser, `${site.origin(BRAND)}/en/login`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByText('Google has confirmed you as Boris.').waitFor()
  await hydrated(page)
  await page.getByRole('link', { name: 'Sign in and link Google' }).click()
  await page.getByText('Google will then be linked to your account').waitFor()
  await page.getByLabel('E-mail, phone or account number').fill(number)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${site.origin(BRAND)}/en`)
  expect(faults()).toEqual([])
  await close()

  const other = await visit(browser, `${site.origin(BRAND)}/en/login`)
  await other.page.getByRole('button', { name: 'Continue with Google' }).click()
  await other.page.waitForURL(`${site.origin(BRAND)}/en`)
  await other.close()
})

test('AUTH-16: after the provider a passkey takes the place of the code', async () => {
  provider.sitting = { sub: 'clara', given_name: 'Clara', family_name: 'Weiss', email: 'clara@mail.example' }
  const { page, faults, close } = await visit(browser, `${site.origin(BRAND)}/en/registration/soc_reg`)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByText('Google has confirmed you as Clara Weiss.').waitFor()
  await hydrated(page)
  await page.getByLabel('Month').selectOption('05')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('1990')
  await page.getByLabel('E-mail').first().fill('')
  await page.getByLabel(/I have read/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Your account is ready' }).waitFor()

  const authenticators = await page.context().newCDPSession(page)
  await authenticators.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await authenticators.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  await page.goto(`${site.origin(BRAND)}/en/office/security/two-factor/enable`)
  await hydrated(page)
  const key = (await page.locator('dd', { hasText: /^[A-Z2-7]{32}$/ }).textContent()) ?? ''
  await page.getByLabel('Code from the app').fill(totpCode(fromBase32(key), totpStep(new Date())))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor()
  const recoveryCode = (await page.locator('main code').first().textContent()) ?? ''
  await page.goto(`${site.origin(BRAND)}/en/office/security`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Code from the app, or a recovery code').fill(recoveryCode)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('Set up. It opens your account without the password.').waitFor()

  await page.context().clearCookies({ name: SESSION_COOKIE })
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto(`${site.origin(BRAND)}/en/login`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await hydrated(page)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${site.origin(BRAND)}/en`)
  await page.goto(`${site.origin(BRAND)}/en/office/security`)
  await page.getByText(/^Last used /).waitFor()
  // The token of the session that was taken away is refused.
  expect(faults([/401/])).toEqual([])
  await close()
})
