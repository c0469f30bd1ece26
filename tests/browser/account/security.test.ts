import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#server/create-server.ts'
import { ownSite } from '../test-site.ts'
import { type Credentials, rawAnswer, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const BRAND = 'nour'
const EMAIL = 'anna.security@mail.example'
const [FIRST, SECOND, THIRD] = ['a first long sentence', 'a second long sentence', 'a third long sentence']
const REFUSED = [/^answer 4(?:01|22): \/web-api\//, /Failed to load resource/]

const { site, browser } = await ownSite({
  edit: (brands) => {
    // The mails of this test follow each other within a minute.
    brands.patch(BRAND, 'config/auth.json', { rateLimits: { code_sending: { account: { short: { attempts: 5 } } } } })
  },
})
let player: WatchedPage
let credentials: Credentials
beforeAll(async () => {
  player = await visit(browser, `${site.origin(BRAND)}/en/registration/fast_reg`)
  credentials = await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(path: string, { page } = player): Promise<Page> {
  await page.goto(`${site.origin(BRAND)}${path}`)
  await hydrated(page)
  return page
}

async function signIn(page: Page, login: string, password: string): Promise<void> {
  await page.getByLabel('E-mail, phone or account number').fill(login)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/login'))
}

async function latestMail(): Promise<string> {
  const { body } = await rawAnswer(site, BRAND, '/outbox?format=json')
  const messages = JSON.parse(body) as { recipient: string; body: string }[]
  return messages.find(({ recipient }) => recipient === EMAIL)?.body ?? ''
}

async function hasNoSidewaysScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

describe('the security of an account', () => {
  test('the overview says what is done and leads to what is not', async () => {
    const page = await open('/en/office/security')
    await page.getByText('1 of 5 protections in place').waitFor()
    const twoFactor = page.getByRole('link', { name: 'Set up: Two-factor authentication' })
    expect(await twoFactor.getAttribute('href')).toBe('/en/office/security/two-factor/enable')
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await hasNoSidewaysScroll(page)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 850 })
    await page.getByRole('main').getByRole('link', { name: 'Change: Password' }).click()
    await page.waitForURL('**/en/office/change-password')
    expect(player.faults()).toEqual([])
  })

  test('changing the password: each refusal is shown at its field and nothing typed is lost', async () => {
    const page = await open('/en/office/change-password')
    const [old, fresh, again] = ['Current password', 'New password', 'New password again'].map((name) =>
      page.getByLabel(name, { exact: true }),
    ) as [ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>, ReturnType<Page['getByLabel']>]
    const submit = page.getByRole('main').getByRole('button', { name: 'Change password' })
    const isFocused = (line: typeof old) => line.evaluate((input) => input === document.activeElement)
    await submit.click()
    await expect.poll(() => isFocused(old)).toBe(true)
    await old.fill('not the old one')
    await fresh.fill(FIRST)
    await again.fill(SECOND)
    await submit.click()
    await page.getByText('The two passwords do not match.').waitFor()
    await expect.poll(() => isFocused(again)).toBe(true)
    await again.fill(FIRST)
    await submit.click()
    await page.getByText('This is not your current password.').waitFor()
    expect(await fresh.inputValue()).toBe(FIRST)
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults(REFUSED)).toEqual([])
  })

  test('ACC-3, ACC-4, SEC-2: the change goes out encoded, signs other devices out, and renews the session', async () => {
    const other = await visit(browser, `${site.origin(BRAND)}/en/login`)
    await signIn(other.page, credentials.number, credentials.password)
    const { page } = player
    const cookieOf = async () =>
      (await page.context().cookies(site.origin(BRAND))).find(({ name }) => name === SESSION_COOKIE)?.value
    const before = await cookieOf()
    expect(await page.getByLabel('Sign out on all other devices').isChecked()).toBe(true)
    await page.getByLabel('Current password', { exact: true }).fill(credentials.password)
    const sent = page.waitForRequest('**/web-api/password')
    await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
    const body = (await sent).postData() ?? ''
    expect(body).not.toContain(FIRST)
    expect(body).not.toContain(credentials.password)
    expect(JSON.parse(body).data.attributes.end_other_sessions).toBe(true)
    await page.getByText('Your password is changed.').waitFor()
    expect(await cookieOf()).not.toBe(before)
    await open('/en/office/security', other)
    expect(new URL(other.page.url()).pathname).toBe('/en/login')
    await signIn(other.page, credentials.number, FIRST)
    await other.close()
    expect(player.faults(REFUSED)).toEqual([])
  })

  test('AUTH-8, AUTH-9: the devices are listed in words; one is signed out, then all others', async () => {
    const page = await open('/en/office/security/sessions')
    const rows = page.getByRole('main').locator('li', { hasText: 'Last seen' })
    await expect.poll(() => rows.count()).toBe(2)
    expect(await rows.first().textContent()).toMatch(/Chrome on Linux.*This device/)
    expect(await axeViolations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await hasNoSidewaysScroll(page)).toBe(true)
    await page.setViewportSize({ width: 1280, height: 850 })
    await rows.nth(1).getByRole('button').click()
    await expect.poll(() => rows.count()).toBe(1)
    const others = await Promise.all(
      [1, 2].map(async () => {
        const other = await visit(browser, `${site.origin(BRAND)}/en/login`)
        await signIn(other.page, credentials.number, FIRST)
        return other
      }),
    )
    await open('/en/office/security/sessions')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere else' })
    await dialog.getByText('This one stays signed in.').waitFor()
    await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    for (const other of others) {
      await open('/en/office/security', other)
      expect(new URL(other.page.url()).pathname).toBe('/en/login')
      await other.close()
    }
    expect(player.faults()).toEqual([])
  })
})

describe('a forgotten password', () => {
  let guest: WatchedPage
  beforeAll(async () => {
    guest = await visit(browser, `${site.origin(BRAND)}/en/registration/full_reg`)
    const { page } = guest
    await page.getByLabel('E-mail').first().fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(FIRST)
    await page.getByLabel('Password again').fill(FIRST)
    await page.getByLabel('First name').fill('Anna')
    await page.getByLabel('Last name').fill('Keller')
    await page.getByLabel('Month').selectOption('05')
    await page.getByLabel('Day').fill('17')
    await page.getByLabel('Year').fill('1990')
    await page.getByLabel(/I have read/).check()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Code from the e-mail').waitFor()
    await page.goto(/http:\S+activation\?token=\S+/.exec(await latestMail())?.[0] ?? '')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL((url) => !url.pathname.includes('activation'))
    await page.context().clearCookies({ name: SESSION_COOKIE })
  })
  afterAll(() => guest?.close())

  async function ask(login: string): Promise<Page> {
    const page = await open('/en/login', guest)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.waitForURL('**/en/restore-password')
    await page.getByLabel('E-mail, phone or account number').fill(login)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If the account has a confirmed address').waitFor()
    return page
  }

  test('SEC-4: for nobody the page says the same, and only then a code is asked for', async () => {
    const page = await ask('nobody@mail.example')
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('Code from the message').fill('000000')
    await page.getByLabel('New password', { exact: true }).fill(SECOND)
    await page.getByLabel('New password again').fill(SECOND)
    await page.getByText('Strong password').waitFor()
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('This link or code is wrong').waitFor()
    expect(await page.getByLabel('New password again').inputValue()).toBe(SECOND)
    expect(guest.faults(REFUSED)).toEqual([])
  })

  test('AUTH-13: the code of the mail sets a new one, with which the player signs in', async () => {
    const page = await ask(EMAIL)
    await page.getByLabel('Code from the message').fill(/\b(\d{6})\b/.exec(await latestMail())?.[1] ?? '')
    await page.getByLabel('New password', { exact: true }).fill(SECOND)
    await page.getByLabel('New password again').fill(SECOND)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The new password is set.').waitFor()
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/en/login')
    await hydrated(page)
    await signIn(page, EMAIL, SECOND)
    await page.context().clearCookies({ name: SESSION_COOKIE })
  })

  test('AUTH-12: the link of the mail asks for the password alone, works once, and then leads to a new one', async () => {
    await ask(EMAIL)
    const link = /http:\S+restore-password\?token=\S+/.exec(await latestMail())?.[0] ?? ''
    const { page } = guest
    await page.goto(link)
    await hydrated(page)
    expect(await page.getByLabel('Code from the message').count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel('New password', { exact: true }).fill(THIRD)
    await page.getByLabel('New password again').fill(THIRD)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The new password is set.').waitFor()
    await page.goto(link)
    await hydrated(page)
    await page.getByText('This link has been used or has expired.').waitFor()
    await page.getByRole('button', { name: 'Send the link' }).waitFor()
    await open('/en/login', guest)
    await signIn(page, EMAIL, THIRD)
    expect(guest.faults(REFUSED)).toEqual([])
  })
})
