import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { withoutCaptchaAnswers } from '#machines/captcha/captcha.rules.ts'
import type { Answers } from '#schemas'
import { ownSite } from '../test-site.ts'
import { registerByOneClick } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage, watchedPage } from '../watched-page.ts'

const PASSWORD = 'a sentence of my own'
const TAX_NUMBER = 'Taxpayer number (INN)'
/** What the form of one brand asks of players who choose this country, wherever they are. */
const TAXED = { order: 20, by: 'chosen', countries: ['at'], fields: { inn: { order: 105 } } }
/** Where each brand takes a new player; one that names a screen which this build has not takes them home (REG-40). */
const LANDING = { aurora: '/en', velvet: '/en/office/account', nour: '/en' } as const
const EXPECTED_REFUSAL = [/^answer 40[13]: \/web-api\/account\/login$/, /Failed to load resource/]

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'registration/full_reg.json', { variants: { taxed: TAXED } })
    // The mail of a registration and the one that is asked for again count together; tests ask for it at once.
    brands.patch('aurora', 'config/auth.json', {
      rateLimits: { code_sending: { account: { short: { attempts: 2 } } } },
    })
  },
})

async function visit(brand: string, path: string, options = {}): Promise<WatchedPage> {
  const watched = await watchedPage(browser, options)
  await watched.page.goto(site.origin(brand) + path)
  await hydrated(watched.page)
  await watched.page.getByRole('button', { name: 'Only necessary' }).click()
  return watched
}

async function fillFullForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password again').fill(PASSWORD)
  await page.getByLabel('First name').fill('Анна-Мария')
  await page.getByLabel('Last name').fill("O'Neil")
  await page.getByLabel('Month').selectOption('05')
  await page.getByLabel('Day').fill('17')
  await page.getByLabel('Year').fill('1990')
  const documentType = page.getByRole('combobox', { name: 'Document', exact: true })
  if (await documentType.isVisible()) await documentType.selectOption('passport')
  await page.getByLabel(/I have read/).check()
}

/** Whether a brand greets a player whose account a link has opened (`isModalShown`). */
const GREETS = { aurora: true, velvet: true, nour: false } as const

/** Reads the greeting and continues. @returns the number of the account */
async function greetedAs(page: Page): Promise<string> {
  const welcome = page.getByRole('status').filter({ hasText: 'You are signed in' })
  await welcome.waitFor()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your account is ready')
  expect(await welcome.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  const number = /\d{8}/.exec((await welcome.textContent()) ?? '')?.[0]
  await page.getByRole('button', { name: 'Continue' }).click()
  expect(number).toBeDefined()
  return number ?? ''
}

interface Message {
  readonly recipient: string
  readonly body: string
}

async function mailTo(brand: string, recipient: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${site.port}/outbox?format=json`, {
    headers: { host: `${brand}.localhost` },
  }).catch(() => null)
  const messages = answer?.ok ? ((await answer.json()) as Message[]) : await outboxInBrowser(brand)
  return messages.find((message) => message.recipient === recipient)?.body ?? ''
}

async function outboxInBrowser(brand: string): Promise<Message[]> {
  const { page, close } = await watchedPage(browser)
  await page.goto(`${site.origin(brand)}/outbox?format=json`)
  const messages = JSON.parse((await page.textContent('body')) ?? '[]') as Message[]
  await close()
  return messages
}

/** Each brand in the long suite; in the quick one only the one that is written from right to left. */
const BRANDS = process.env.LIVERY_LONG === undefined ? (['nour'] as const) : (['aurora', 'velvet', 'nour'] as const)

describe.each(BRANDS)('%s', (brand) => {
  // A repeated try registers somebody else: the first one has used up its e-mail address.
  let tries = 0
  test('REG-5, REG-6, REG-27, REG-40, AUTH-10: registration by e-mail, activation by the mailed link, the account page, sign-out', async () => {
    tries += 1
    const email = `anna.${brand}.${tries}@mail.example`
    const { page, faults, close } = await visit(brand, '/en/registration/full_reg')
    await fillFullForm(page, email)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Code from the e-mail').waitFor()
    expect(await page.getByRole('button', { name: /^Another code in [01]:\d\d$/ }).isDisabled()).toBe(true)
    const link = /http:\S+activation\?token=\S+/.exec(await mailTo(brand, email))?.[0] ?? ''
    expect(link).toContain(site.origin(brand))
    await page.goto(link)
    const number = GREETS[brand] ? await greetedAs(page) : email
    await page.waitForURL(site.origin(brand) + LANDING[brand])
    await page.goto(`${site.origin(brand)}/en/office/account`)
    await hydrated(page)
    expect(await page.getByRole('main').textContent()).toContain(email)
    expect(await page.getByRole('main').textContent()).toContain(number)
    expect(await axeViolations(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('user_token=')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    // A question about the session that was under way at sign-out is answered after its end.
    expect(faults([/^answer 401: .*\/limit-service-api\/session/, /^console: .*status of 401/])).toEqual([])
    await close()
  })

  test('ROLE-2, AUTH-19, SEC-8: a guest is sent to sign-in and comes back; a wrong password says so and keeps the login', async () => {
    const email = `return.${brand}@mail.example`
    const { page, faults, close } = await visit(brand, '/en/registration/full_reg')
    await fillFullForm(page, email)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Code from the e-mail').waitFor()
    const code = /\b\d{6}\b/.exec(await mailTo(brand, email))?.[0] ?? ''
    await page.getByLabel('Code from the e-mail').fill(code)
    await page.getByRole('button', { name: 'Activate', exact: true }).click()
    await page.getByRole('link', { name: 'Account' }).first().waitFor()
    await page.goto(`${site.origin(brand)}/en/office/account`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await page.goto(`${site.origin(brand)}/en/office/account`)
    await page.waitForURL(/\/en\/login\?/)
    await hydrated(page)
    await page.getByLabel('E-mail, phone or account number').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor()
    expect(await page.getByLabel('E-mail, phone or account number').inputValue()).toBe(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${site.origin(brand)}/en/office/account`)
    expect(faults(EXPECTED_REFUSAL)).toEqual([])
    await close()
  })

  test('REQUIRED-1, A11Y-2: an empty form names each field, and the focus goes to the first', async () => {
    const { page, faults, close } = await visit(brand, '/en/registration/full_reg')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Fill in “E-mail”.').first().waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')
    expect(await page.locator('[aria-invalid="true"]').count()).toBeGreaterThanOrEqual(6)
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })
})

test('REG-19, REG-20, REG-21: the document type, its series and the other placeholder appear for some countries only', async () => {
  const cis = await visit('aurora', '/en/registration/full_reg')
  expect(await cis.page.getByRole('combobox', { name: 'Document', exact: true }).isVisible()).toBe(true)
  expect(await cis.page.getByLabel('Document series').isVisible()).toBe(true)
  const elsewhere = await visit('velvet', '/en/registration/full_reg')
  expect(await elsewhere.page.getByLabel('Document series').count()).toBe(0)
  const placeholder = ({ page }: WatchedPage) =>
    page.getByRole('textbox', { name: 'Document number' }).getAttribute('placeholder')
  expect(await placeholder(cis)).not.toBe(await placeholder(elsewhere))
  expect([...cis.faults(), ...elsewhere.faults()]).toEqual([])
  await Promise.all([cis.close(), elsewhere.close()])
})

test('a brand may ask by the chosen country: answers stay, and the form is never taken away', async () => {
  const { page, faults, close } = await visit('aurora', '/en/registration/full_reg')
  await fillFullForm(page, 'country@mail.example')
  const country = page.getByRole('combobox', { name: 'Country', exact: true })
  const taxNumber = page.getByRole('textbox', { name: TAX_NUMBER })
  const choose = async (name: string) => {
    await country.click()
    await country.fill(name)
    await country.press('Enter')
  }
  expect(await taxNumber.count()).toBe(0)
  await page.evaluate(() => {
    const form = document.querySelector('main form')
    Object.assign(window, { isFormKept: () => form?.isConnected === true })
  })
  await choose('Austria')
  await taxNumber.waitFor()
  await taxNumber.fill('500100732259')
  expect(await page.getByLabel('E-mail').first().inputValue()).toBe('country@mail.example')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
  await choose('Germany')
  await expect.poll(() => taxNumber.count(), { timeout: 20_000 }).toBe(0)
  await choose('Austria')
  await taxNumber.waitFor()
  expect(await taxNumber.inputValue()).toBe('500100732259')
  expect(await page.evaluate('isFormKept()')).toBe(true)
  await page.waitForTimeout(900)
  await page.reload()
  await hydrated(page)
  await expect.poll(() => taxNumber.inputValue(), { timeout: 20_000 }).toBe('500100732259')
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

test('REG-16: a form that asks for something else by now says so and is shown as it is now, with every answer', async () => {
  const { page, faults, close } = await visit('aurora', '/en/registration/full_reg')
  await fillFullForm(page, 'changed@mail.example')
  const pattern = /\/web-api\/registration(?:\?|$)/
  let isRefused = false
  await page.route(pattern, (route) => {
    const body = route.request().postDataJSON() as { fields?: Answers }
    if (!body.fields || isRefused) return route.continue()
    isRefused = true
    const fields = { shoe_size: { code: 'required', params: { label: 'Shoe size' } } }
    return route.fulfill({ status: 422, json: { code: 'registration.invalid', validation_errors: fields } })
  })
  const submit = page.getByRole('button', { name: 'Create account' })
  await submit.click()
  await page.getByRole('alert').filter({ hasText: 'has changed in the meantime' }).waitFor()
  await page.getByRole('button', { name: 'Show the current form' }).click()
  await expect.poll(() => page.getByRole('alert').filter({ hasText: 'meanwhile' }).count()).toBe(0)
  expect(await page.getByLabel('E-mail').first().inputValue()).toBe('changed@mail.example')
  await submit.click()
  await page.getByLabel('Code from the e-mail').waitFor()
  expect(faults([/^answer 422: \/web-api\/registration$/, /Failed to load resource/])).toEqual([])
  await close()
})

test('REG-27: neither a key nor a press by mistake takes away the only copy of a password', async () => {
  const { page, faults, close } = await visit('aurora', '/en/registration/fast_reg')
  await registerByOneClick(page)
  const dialog = page.getByRole('dialog', { name: 'Your account is ready' })
  const warning = dialog.getByRole('alert')
  await page.keyboard.press('Escape')
  expect(await warning.count()).toBe(0)
  await dialog.getByRole('button', { name: 'Close' }).click()
  expect(await warning.textContent()).toContain('has not been copied or saved yet')
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save to a file' }).click()
  await saved
  await warning.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(site.origin('aurora') + LANDING.aurora)
  expect(faults()).toEqual([])
  await close()
})

test('typed answers survive a reload, secrets do not', async () => {
  const { page, faults, close } = await visit('aurora', '/en/registration/full_reg')
  await fillFullForm(page, 'draft@mail.example')
  await page.waitForTimeout(900)
  await page.reload()
  await hydrated(page)
  await expect.poll(() => page.getByLabel('E-mail').first().inputValue()).toBe('draft@mail.example')
  expect(await page.getByLabel('First name').inputValue()).toBe('Анна-Мария')
  expect(await page.getByLabel('Year').inputValue()).toBe('1990')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  expect(faults()).toEqual([])
  await close()
})

test('EMAIL-7: a misspelt provider is suggested, and one press accepts it', async () => {
  const { page, faults, close } = await visit('aurora', '/en/registration/full_reg')
  await page.getByLabel('E-mail').first().fill('anna@gmial.com')
  await page.getByLabel('Password', { exact: true }).focus()
  await page.getByRole('button', { name: /anna@gmail\.com/ }).click()
  expect(await page.getByLabel('E-mail').first().inputValue()).toBe('anna@gmail.com')
  expect(faults()).toEqual([])
  await close()
})

test('an answer that was lost on its way is had by pressing again, and no second account is made', async () => {
  const email = 'twice@mail.example'
  const { page, close } = await visit('aurora', '/en/registration/full_reg')
  const bodies: { fields?: Answers; requestKey?: string }[] = []
  const userIds: unknown[] = []
  await page.route(/\/web-api\/registration(?:\?|$)/, async (route) => {
    const body = route.request().postDataJSON() as (typeof bodies)[number]
    if (!body.fields) return route.continue()
    // Playwright's own requests do not know the names below .localhost.
    const { host, pathname, search } = new URL(route.request().url())
    const headers = { ...route.request().headers(), host }
    const answer = await route.fetch({ url: `http://127.0.0.1:${site.port}${pathname}${search}`, headers })
    bodies.push(body)
    userIds.push(((await answer.json()) as { userId?: number }).userId)
    return bodies.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer })
  })
  await fillFullForm(page, email)
  const submit = page.getByRole('button', { name: 'Create account' })
  await submit.click()
  await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(1)
  await page.getByRole('alert').first().waitFor()
  await submit.click()
  await page.getByLabel('Code from the e-mail').waitFor()
  const [first, again] = bodies.map(({ fields, requestKey }) => ({
    fields: withoutCaptchaAnswers(fields ?? {}),
    requestKey,
  }))
  expect(again).toEqual(first)
  expect(bodies[0]?.requestKey).toMatch(/^[0-9a-f]{32}$/)
  expect(userIds[0]).toEqual(expect.any(Number))
  expect(userIds[1]).toBe(userIds[0])
  await close()
})

test('a server that restarts keeps accounts and sessions', async () => {
  const { page, faults, close } = await visit('aurora', '/en/registration/fast_reg')
  await page.getByLabel(/minimum age/).check()
  await page.getByLabel(/I have read/).check()
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your account is ready' })
  await dialog.waitFor()
  const number = (await dialog.locator('dd').first().textContent()) ?? ''
  const password = (await dialog.locator('dd').nth(1).textContent()) ?? ''
  expect(number).toMatch(/^\d{8,}$/)
  await site.restart()
  await page.goto(`${site.origin('aurora')}/en/office/account`)
  await hydrated(page)
  expect(await page.getByRole('main').textContent()).toContain(number)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await page.goto(`${site.origin('aurora')}/en/login`)
  await hydrated(page)
  await page.getByLabel('E-mail, phone or account number').fill(number)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('login'))
  expect(faults()).toEqual([])
  await close()
})

test('AUTH-10: a mailed link that has lost its force leads to the code of a newer mail, and after that to the sign-in', async () => {
  const email = `late.${Date.now()}@mail.example`
  const mails = async () =>
    (await outboxInBrowser('aurora')).flatMap((one) => (one.recipient === email ? one.body : []))
  const linkIn = (mail = '') => /http:\S+activation\?token=\S+/.exec(mail)?.[0] ?? ''
  const asking = await visit('aurora', '/en/registration/full_reg')
  await fillFullForm(asking.page, email)
  await asking.page.clock.install()
  await asking.page.getByRole('button', { name: 'Create account' }).click()
  await asking.page.getByLabel('Code from the e-mail').waitFor()
  const [first] = await mails()
  const again = asking.page.getByRole('button', { name: 'Resend the e-mail' })
  // The wait is over a minute after the server's answer, which the page hears of a moment later.
  await expect
    .poll(async () => {
      await asking.page.clock.runFor(31_000)
      return again.count()
    })
    .toBe(1)
  await again.click()
  await expect.poll(async () => (await mails()).length).toBe(2)
  const newer = (await mails()).find((mail) => mail !== first) ?? ''
  await asking.close()
  // The link is opened where the mail is read: on another device, whose clock is its own.
  const { page, close } = await watchedPage(browser)
  await page.goto(linkIn(first))
  await page.getByRole('alert').filter({ hasText: 'expired' }).waitFor()
  await page.getByRole('button', { name: 'Resend the e-mail' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Code from the e-mail').fill(/\b\d{6}\b/.exec(newer)?.[0] ?? '')
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => !url.pathname.includes('activation'))
  const guest = await watchedPage(browser)
  await guest.page.goto(linkIn(newer))
  await guest.page.getByText('Have you already used this link?').waitFor()
  expect(await axeViolations(guest.page)).toEqual([])
  await guest.page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await guest.page.getByLabel('E-mail, phone or account number').waitFor()
  await guest.close()
  await close()
})
