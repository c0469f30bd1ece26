import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { type Credentials, rawAnswer, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const BRAND = 'aurora'
const PHONE = { width: 390, height: 844 }
const FIRST = { typed: '7077000078', full: '+77077000078' }
const SECOND = { typed: '7077000079', full: '+77077000079' }
const EMAIL = 'anna@mail.example'
const REFUSED = [/^answer 422: /, /Failed to load resource/]

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch(BRAND, 'config/auth.json', {
      isSmsSignInOffered: true,
      rateLimits: { code_sending: { account: { short: { attempts: 5, windowMs: 60_000 } } } },
    })
  },
})
let player: WatchedPage
let credentials: Credentials

beforeAll(async () => {
  player = await visit(browser, `${site.origin(BRAND)}/en/registration/fast_reg`)
  credentials = await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(path: string): Promise<Page> {
  await player.page.goto(`${site.origin(BRAND)}${path}`)
  await hydrated(player.page)
  return player.page
}

/** The latest message to an address, as the development outbox shows it. */
async function messageTo(address: string): Promise<{ readonly code: string; readonly link: string }> {
  const { body } = await rawAnswer(site, BRAND, '/outbox?format=json')
  const messages = JSON.parse(body) as { readonly recipient: string; readonly subject: string; readonly body: string }[]
  const text = messages.find(({ recipient }) => recipient === address)
  return {
    code: /\b\d{6}\b/.exec(`${text?.subject} ${text?.body}`)?.[0] ?? '',
    link: /https?:\/\/\S+/.exec(text?.body ?? '')?.[0] ?? '',
  }
}

const codeLine = (page: Page) => page.getByLabel('Code from the message')
const isFocused = (page: Page) => codeLine(page).evaluate((input) => document.activeElement === input)

async function enterCodeTo(page: Page, address: string): Promise<void> {
  await page.getByText(/We have sent a code to/).waitFor()
  await codeLine(page).fill((await messageTo(address)).code)
}

describe('the phone of a player', () => {
  test('OFF-10, ACC-5, ACC-6: a first one is entered and bound by its code', async () => {
    const page = await open('/en/office/phone/binding')
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByText(/New phone/)
      .first()
      .waitFor()
    await page.locator('input[type="tel"]').fill(FIRST.typed)
    await page.getByRole('button', { name: 'Continue' }).click()
    await codeLine(page).waitFor()
    await expect.poll(() => isFocused(page)).toBe(true)
    expect(await axeViolations(page)).toEqual([])
    const { code } = await messageTo(FIRST.full)
    await codeLine(page).fill(code === '000000' ? '111111' : '000000')
    await page.getByText(/Attempts left: 4/).waitFor()
    await enterCodeTo(page, FIRST.full)
    await page.getByText(/is confirmed and now belongs to your account/).waitFor()
    expect(player.faults(REFUSED)).toEqual([])
  })

  test('OFF-10: a contact that waits for its code is shown, and verified later', async () => {
    const page = await open('/en/office/phone/change')
    await page.locator('input[type="tel"]').fill(SECOND.typed)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Show that it is you' }).waitFor()
    await enterCodeTo(page, FIRST.full)
    await page.getByRole('heading', { name: /Confirm .*\+77077000079/ }).waitFor()
    await open('/en/office/account')
    await page.getByRole('link', { name: 'Enter the code' }).click()
    await page.getByRole('heading', { name: 'Confirm your phone' }).waitFor()
    await codeLine(page).fill((await messageTo(SECOND.full)).code)
    await page.getByText(/is confirmed and now belongs to your account/).waitFor()
    await open('/en/office/phone/binding')
    await page.getByText(SECOND.full).waitFor()
    await page.setViewportSize(PHONE)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    expect(player.faults(REFUSED)).toEqual([])
  })
})

describe('the e-mail address of a player', () => {
  test('OFF-11, AUTH-10: is entered, allowed by the password, and proved by its link', async () => {
    const page = await open('/en/office/email/change')
    await page.getByLabel('New e-mail address').fill('anna@gmial.com')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Did you mean anna@gmail.com?' }).waitFor()
    await page.getByLabel('New e-mail address').fill(EMAIL)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This is not your current password.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(credentials.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText(`We have sent a code to ${EMAIL}`).waitFor()
    const { link } = await messageTo(EMAIL)
    await page.goto(link)
    await page.getByText('Your new e-mail address is confirmed.').waitFor()
    await open('/en/office/security')
    await page.getByText('4 of 4').or(page.getByText('3 of 4')).first().waitFor()
    expect(player.faults(REFUSED)).toEqual([])
  })

  test('OFF-11: a change is undone by the link to the former address', async () => {
    const page = await open('/en/office/email/change')
    await page.getByLabel('New e-mail address').fill('other@mail.example')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Get a code instead' }).click()
    await enterCodeTo(page, EMAIL)
    await page.getByRole('heading', { name: /Confirm .*other@mail\.example/ }).waitFor()
    await enterCodeTo(page, 'other@mail.example')
    await page.getByText(/is confirmed and now belongs to your account/).waitFor()
    const { link } = await messageTo(EMAIL)
    await page.goto(link)
    await hydrated(page)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Restore my address' }).click()
    await page.getByText('This address is yours again').waitFor()
    await open('/en/login')
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in')
    // What the page asked of its session at that moment may be refused.
    expect(player.faults([...REFUSED, /^answer 401: .*limit-service-api\/session/])).toEqual([])
  })
})

test('AUTH-15: a code by SMS signs in', async () => {
  const page = await open('/en/login')
  await page.getByRole('button', { name: 'Sign in with an SMS code' }).click()
  await page.getByLabel('Phone').fill('701')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText('Enter your full phone number first.').waitFor()
  await page.getByLabel('Phone').fill(SECOND.full)
  await page.getByRole('button', { name: 'Send the code' }).click()
  await page.getByText(/a code is on its way to it/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await codeLine(page).fill((await messageTo(SECOND.full)).code)
  await page.waitForURL(`${site.origin(BRAND)}/en`)
  await open('/en/office/security')
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Security')
  expect(player.faults(REFUSED)).toEqual([])
})
