import type { Page } from 'playwright'
import { afterAll, describe, expect, test } from 'vitest'
import { frameOf, startPartner } from '../partner-site.ts'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visibleLinks, visit } from '../visitor.ts'
import { axeViolations, hydrated, watchedPage } from '../watched-page.ts'

const partner = await startPartner('127.0.0.1')
const stranger = await startPartner('stranger.localhost')
const { site, browser } = await ownSite({
  edit: (brands) => {
    for (const form of ['full_reg', 'fast_reg'])
      brands.patch('velvet', `registration/${form}.json`, { fields: { partner_account: { order: 125 } } })
    brands.patch('aurora', 'config/registration.json', {
      opensAs: 'popup',
      defaultType: 'full_reg',
      afterRegistration: 'stay',
      widgetOrigins: [partner.origin, 'https://partner.example'],
    })
    brands.patch('velvet', 'config/registration.json', {
      afterRegistration: 'account',
      types: { fast_reg: { order: 20, isAvailable: true, titleKey: 'site.registration_fast' } },
    })
    brands.patch('nour', 'config/registration.json', {
      afterRegistration: 'return_url',
      fieldsCall: 'old',
      additionalConfig: { isLoginSavingNotificationVisible: false, showBackButton: false },
    })
    brands.patch('nour', 'config/global.json', { countries: { sa: { isRegistrationAllowed: false } } })
  },
})
afterAll(() => {
  partner.stop()
  stranger.stop()
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Registration' })

describe('the popup', () => {
  test('REG-4: links to the registration open it over the page; back closes it, and a reload shows it again with what was typed', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en`)
    await page.evaluate(() => Object.assign(window, { mark: 'here' }))
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
    await dialogOf(page).getByLabel('First name').fill('Anna')
    expect(new URL(page.url()).search).toBe('?modal=REGISTRATION')
    expect(await page.evaluate(() => Reflect.get(window, 'mark'))).toBe('here')
    expect(await axeViolations(page)).toEqual([])
    await page.waitForTimeout(900)
    await page.goBack()
    await dialogOf(page).waitFor({ state: 'detached' })
    expect(page.url()).toBe(`${site.origin('aurora')}/en`)
    await page.goForward()
    await dialogOf(page).waitFor()
    await page.reload()
    await dialogOf(page).getByLabel('First name').waitFor()
    await expect.poll(() => dialogOf(page).getByLabel('First name').inputValue()).toBe('Anna')
    await dialogOf(page).getByRole('button', { name: 'Close' }).click()
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.url()).toBe(`${site.origin('aurora')}/en`)
    expect(faults()).toEqual([])
    await close()
  })

  test('REG-4, REG-30: an address opens it by its name, with the type that it names; closing it leaves the page', async () => {
    const origin = site.origin('aurora')
    const { page, faults, close } = await visit(browser, `${origin}/en?modal=REGISTRATION&type=fast_reg`)
    await dialogOf(page)
      .getByLabel(/minimum age/)
      .waitFor()
    const ringed = () => page.evaluate(() => document.querySelector(':focus-visible')?.scrollHeight ?? 0)
    // Nothing of the size of the form is ringed; a keyboard user sees where the focus is.
    expect(await ringed()).toBeLessThan(100)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.querySelector('dialog :focus-visible') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url()).toBe(`${origin}/en`)
    await page.goto(`${origin}/en?modal=TRUSTLY_REGISTRATION_MODAL_START`)
    await dialogOf(page).waitFor()
    await page.goto(`${origin}/en?modal=REGISTRATION_DONE`)
    await hydrated(page)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(faults()).toEqual([])
    await close()
  })

  test('REG-2, REG-40: every type can be chosen in it; a new player stays on the page, signed in', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/information/about`)
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
    await dialogOf(page).getByRole('tab', { name: 'In one click' }).click()
    await registerByOneClick(page)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Account/ })
      .waitFor()
    expect(page.url()).toBe(`${site.origin('aurora')}/en/information/about`)
    expect(faults()).toEqual([])
    await close()
  })
})

describe('the widget', () => {
  const widget = (type = '') => `${site.origin('aurora')}/en/registration${type}?isWidget=true`

  test('REG-4: in a frame of a site that the brand allows it is the form alone, and tells its height to that site', async () => {
    const { page, faults, close } = await watchedPage(browser)
    await page.goto(partner.around(widget()))
    const frame = await frameOf(page)
    await frame.getByLabel('First name').waitFor()
    expect(await frame.getByRole('banner').count()).toBe(0)
    expect(await frame.getByRole('contentinfo').count()).toBe(0)
    expect(await frame.getByText('Only necessary').count()).toBe(0)
    const heard = () =>
      page.evaluate(() => (Reflect.get(window, 'heard') as { heightPx: number; origin: string }[]).at(-1))
    await expect.poll(async () => (await heard())?.heightPx ?? 0).toBeGreaterThan(600)
    expect(await heard()).toMatchObject({ source: 'livery.registration', origin: site.origin('aurora') })
    await expect.poll(() => frame.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0)
    expect(await frame.getByRole('link', { name: 'Sign in' }).getAttribute('target')).toBe('_blank')
    expect(faults()).toEqual([])
    await close()
  })

  test('REG-4, REG-27: a registration in it makes the account and signs nobody in; number and password sign in on the site', async () => {
    const { page, faults, close } = await watchedPage(browser)
    await page.goto(partner.around(widget('/fast_reg')))
    const frame = await frameOf(page)
    await frame.getByLabel(/minimum age/).check()
    await frame.getByLabel(/I have read/).check()
    await frame.getByRole('button', { name: 'Create account' }).click()
    const dialog = frame.getByRole('dialog', { name: 'Your account is ready' })
    await dialog.waitFor()
    const [number = '', password = ''] = await dialog.locator('dd').allTextContents()
    const kinds = await page.evaluate(() =>
      (Reflect.get(window, 'heard') as object[]).map((message) => JSON.stringify(message)),
    )
    expect(kinds.filter((message) => message.includes('"registered"'))).toHaveLength(1)
    expect(kinds.join()).not.toContain(number)
    const cookies = await page.context().cookies(site.origin('aurora'))
    expect(cookies.filter(({ name }) => name === '__Host-sid')).toEqual([])
    await page.goto(`${site.origin('aurora')}/en/login`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Only necessary' }).click()
    await page.getByLabel('E-mail, phone or account number').fill(number)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await page
      .getByRole('banner')
      .getByRole('link', { name: /Account/ })
      .waitFor()
    expect(faults()).toEqual([])
    await close()
  })

  test('SEC-1: a site that the brand does not name gets nothing to frame, and neither does anybody of the other pages', async () => {
    const { page, close } = await watchedPage(browser)
    for (const address of [
      stranger.around(widget()),
      partner.around(`${site.origin('aurora')}/en/login?isWidget=true`),
    ]) {
      await page.goto(address)
      const frame = await (await page.waitForSelector('iframe')).contentFrame()
      await expect.poll(() => frame?.url()).toBe('chrome-error://chromewebdata/')
    }
    await close()
  })
})

describe('after the registration', () => {
  test('REG-26, REG-27: number and password can be copied, and kept as a file', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/registration/fast_reg`)
    const { number, password } = await registerByOneClick(page)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save to a file' }).click()
    const file = await (await download).createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of file) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    expect((await download).suggestedFilename()).toBe(`velvet-${number}.txt`)
    expect(text).toContain(number)
    expect(text).toContain(password)
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('REG-40: a brand that leads to the account leads there, however the dialog is left', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/registration/fast_reg`)
    await registerByOneClick(page)
    const leave = page.getByRole('dialog').getByRole('button', { name: 'Close' })
    await leave.click()
    await page.getByText('Close again to go on without it.').waitFor()
    await leave.click()
    await page.waitForURL(`${site.origin('velvet')}/en/office/account`)
    expect(faults()).toEqual([])
    await close()
  })

  test('REG-26, REG-35, REG-40: a brand that leads back leads to where the link was pressed; nobody is reminded where it is switched off', async () => {
    const origin = site.origin('nour')
    const { page, faults, close } = await visit(browser, `${origin}/en/information/about`)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
    await page.getByRole('tab', { name: 'In one step' }).click()
    await page.getByLabel(/minimum age/).waitFor()
    expect(asked).toContain('/web-api/registration/fields')
    expect(await page.getByRole('button', { name: 'Back' }).count()).toBe(0)
    await registerByOneClick(page)
    expect(await page.getByRole('button', { name: 'Save to a file' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${origin}/en/information/about`)
    expect(faults()).toEqual([])
    await close()
  })

  test('REG-29: where nobody may register, no link of any page leads to the registration', async () => {
    const { page, close } = await watchedPage(browser)
    for (const path of ['/en', '/en/login', '/en/information/how-to-bet', '/en/information/about']) {
      await page.goto(`${site.origin('nour')}${path}?country=sa`)
      await hydrated(page)
      const links = await visibleLinks(page, 'body')
      expect(links.length).toBeGreaterThan(5)
      expect(links.filter((href) => href.includes('/registration'))).toEqual([])
    }
    await close()
  })

  test('codes of an address are kept until the registration, and fill its form', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en?partner=7040901`)
    await page.getByRole('banner').getByRole('link', { name: 'Register' }).click()
    await page.getByRole('textbox', { name: 'Partner’s account number' }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Partner’s account number' }).inputValue()).toBe('7040901')
    await page.goto(`${site.origin('velvet')}/en/registration/fast_reg?bonus=casino`)
    await hydrated(page)
    expect(await page.getByRole('textbox', { name: 'Partner’s account number' }).inputValue()).toBe('7040901')
    await registerByOneClick(page)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('7040901')
    expect(faults()).toEqual([])
    await close()
  })
})
