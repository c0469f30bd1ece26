import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { rawAnswer, visit } from '../visitor.ts'
import { axeViolations, hydrated } from '../watched-page.ts'

const PASSWORD = 'a sentence of my own'
const LAPSED = { code: 'phone.confirmation_expired', params: { label: 'Mobile number' } }
const EXPECTED_REFUSAL = [/^answer 422: \/web-api\/sms-auth\/check-code$/, /Failed to load resource/]

const { site, browser } = await sharedSite()

interface Message {
  readonly kind: string
  readonly recipient: string
  readonly body: string
}

/** The latest code that a phone got, as the development outbox shows it. */
async function codeFor(brand: string, phone: string): Promise<string> {
  const { body } = await rawAnswer(site, brand, '/outbox?format=json')
  const message = (JSON.parse(body) as Message[]).find(({ recipient }) => recipient === phone)
  return /\b\d{6}\b/.exec(message?.body ?? '')?.[0] ?? ''
}

const number = (page: Page) => page.locator('input[name="phone"]')
const code = (page: Page) => page.getByLabel('Code from the message')
const send = (page: Page) => page.getByRole('button', { name: /^(Create account|Register by phone)$/ }).click()
const confirmed = (page: Page) => page.getByText('is confirmed.')

/** Types the code of the message, once the page has said that it is on its way. */
async function enterCode(page: Page, brand: string, phone: string): Promise<void> {
  await code(page).waitFor()
  await code(page).fill(await codeFor(brand, phone))
}

async function fillTheRest(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Month').selectOption('05')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('1990')
  await page.getByLabel(/I have read/).check()
}

describe.each([
  ['aurora', '7012345678', '+77012345678'],
  ['nour', '501234567', '+971501234567'],
])('%s', (brand, typed, phone) => {
  test('REG-2, REG-12, REG-13, REG-14, RULE-17, AUTH-1: a phone is confirmed by its code, registers, and signs in', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en/registration/phone_reg`)
    await page.getByRole('button', { name: 'Send the code' }).click()
    await page.getByText('Enter your full phone number first.').waitFor()
    await number(page).fill(typed)
    await fillTheRest(page)
    expect(await number(page).getAttribute('aria-invalid')).toBeNull()
    await send(page)
    await code(page).waitFor()
    await page.getByText('One more step').waitFor()
    await expect.poll(() => code(page).evaluate((input) => document.activeElement === input)).toBe(true)
    await page.getByRole('button', { name: 'Change something first' }).click()
    await page.getByText('Confirm the number with the code first.').first().waitFor()
    expect(await number(page).getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => number(page).evaluate((input) => document.activeElement === input)).toBe(true)
    expect(await page.getByRole('button', { name: /^Another code in 0:\d\d$/ }).getAttribute('aria-disabled')).toBe(
      'true',
    )
    expect(await axeViolations(page)).toEqual([])

    const right = await codeFor(brand, phone)
    expect(right).toMatch(/^\d{6}$/)
    await code(page).fill(right === '000000' ? '111111' : '000000')
    await page.getByText('The code is wrong. Attempts left: 4.').waitFor()
    expect(await code(page).inputValue()).toBe('')
    await code(page).fill(right)
    await confirmed(page).waitFor()
    expect(await code(page).count()).toBe(0)
    expect(await number(page).getAttribute('aria-invalid')).toBeNull()
    expect(await axeViolations(page)).toEqual([])

    await send(page)
    if (brand === 'aurora') await page.getByRole('dialog', { name: 'Your account is ready' }).waitFor()
    else await page.waitForURL((url) => !url.pathname.includes('registration'))
    await page.goto(`${site.origin(brand)}/en/office/account`)
    await hydrated(page)
    expect(await page.getByRole('main').textContent()).toContain(phone)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await page.goto(`${site.origin(brand)}/en/login`)
    await hydrated(page)
    await page.getByLabel('E-mail, phone or account number').fill(phone)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.includes('login'))
    expect(faults(EXPECTED_REFUSAL)).toEqual([])
    await close()
  })
})

test('REG-12: another number is confirmed again', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/phone_reg`)
  await number(page).fill('7012345600')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await enterCode(page, 'aurora', '+77012345600')
  await confirmed(page).waitFor()
  await number(page).fill('7012345601')
  await page.getByRole('button', { name: 'Send the code' }).waitFor()
  expect(await confirmed(page).count()).toBe(0)
  await fillTheRest(page)
  await send(page)
  await page.getByText('One more step').waitFor()
  await code(page).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('REG-14: a form that lacks the confirmation alone asks for the code and is sent once it is right', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/phone_reg`)
  await number(page).fill('7012345604')
  await fillTheRest(page)
  await send(page)
  await code(page).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await enterCode(page, 'aurora', '+77012345604')
  await page.getByRole('dialog', { name: 'Your account is ready' }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('REG-14: an expired confirmation is reported and asked for again, and no answer is lost', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/phone_reg`)
  await number(page).fill('7012345605')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await enterCode(page, 'aurora', '+77012345605')
  await confirmed(page).waitFor()
  await fillTheRest(page)
  // An hour passes for the server.
  const answer = { code: 'registration.invalid', validation_errors: { phone: LAPSED } }
  await page.route(/\/web-api\/registration(?:\?|$)/, (route) => {
    const body = route.request().postDataJSON() as { fields?: unknown }
    if (!body.fields) return route.continue()
    return route.fulfill({ status: 422, json: answer })
  })
  await send(page)
  await page.getByRole('alert').filter({ hasText: 'has expired' }).waitFor()
  expect(await confirmed(page).count()).toBe(0)
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
  expect(await page.getByLabel('Year').inputValue()).toBe('1990')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByText('One more step').waitFor()
  expect(faults([/^answer 422: \/web-api\/registration$/, /Failed to load resource/])).toEqual([])
  await close()
})

test('a code that is tried too often is void, and the page says how to continue', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/registration/phone_reg`)
  await number(page).fill('7012345602')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await code(page).waitFor()
  const right = await codeFor('aurora', '+77012345602')
  for (let left = 4; left > 0; left--) {
    await code(page).fill(right === '000000' ? '111111' : '000000')
    await page.getByText(`Attempts left: ${left}.`).waitFor()
  }
  await code(page).fill(right === '000000' ? '111111' : '000000')
  await page.getByText(/Too many wrong codes/).waitFor()
  expect(await code(page).count()).toBe(0)
  const again = page.getByRole('button', { name: /^Another code in/ })
  expect(await again.evaluate((button) => document.activeElement === button)).toBe(true)
  await number(page).fill('7012345603')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await code(page).waitFor()
  expect(faults([...EXPECTED_REFUSAL, /^answer 429: \/web-api\/sms-auth\/check-code$/])).toEqual([])
  await close()
})
