import type { BrowserContextOptions, Locator, Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { visit } from '../visitor.ts'
import { axeViolations, type WatchedPage } from '../watched-page.ts'

const FIELDS = /\/api\/web\/registration\/v1\/fields\/full_reg/
const PHONE_CALLS = /\/user\/(?:getphonecountries|phonemasks|phonemetadata)/
const SUBMIT = /\/web-api\/registration(?:\?|$)/
const FORM = [
  { id: 'phone', type: 'phone', title: 'Mobile', required: true, autocomplete: 'tel', validation: { phone: {} } },
]

const { site, browser } = await sharedSite()

interface Given {
  /** The brand and its language; aurora takes dialling codes that are typed by hand. */
  readonly at?: string
  readonly options?: BrowserContextOptions
  /** What replaces the server. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

/** Opens one-click registration from Kazakhstan and goes to the full form, which asks for a phone alone. */
async function openForm({ at = 'aurora/en', options = {}, prepare }: Given = {}): Promise<WatchedPage> {
  const [brand = '', language] = at.split('/')
  const watched = await visit(browser, `${site.origin(brand)}/${language}/registration/fast_reg?country=kz`, options)
  const { page } = watched
  await page.route(FIELDS, (route) =>
    route.fulfill({ json: { data: { attributes: { fields: FORM }, relation_fields: {} } } }),
  )
  await prepare?.(page)
  await page
    .getByRole('tab')
    .nth(brand === 'aurora' ? 2 : 1)
    .click()
  await line(page).waitFor()
  return watched
}

const line = (page: Page) => page.locator('input[name="phone"]')
const trigger = (page: Page) => page.locator('main form [aria-haspopup="dialog"]')
/** What the closed list shows: `de +49`, by the picture of the flag and the code. */
const flagAndCode = async (page: Page) => {
  const source = await trigger(page).locator('img').getAttribute('src')
  return `${/-([a-z]{2})\.svg$/.exec(source ?? '')?.[1]} ${(await trigger(page).innerText()).trim()}`
}
const byCode = (page: Page) => page.getByRole('combobox', { name: 'Search by country code' })
const byName = (page: Page) => page.getByRole('combobox', { name: 'Search by country', exact: true })
const options = (page: Page) => page.getByRole('option')

const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement)
/** What the drawn entries of the open list say: they are drawn once the list has measured itself. */
const optionTexts = (page: Page) => options(page).allInnerTexts()

/** The line as a player sees it: `|` stands for the caret. */
const seen = (page: Page) =>
  line(page).evaluate((input: HTMLInputElement) => {
    const { value, selectionStart } = input
    return `${value.slice(0, selectionStart ?? 0)}|${value.slice(selectionStart ?? 0)}`
  })

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => document.execCommand('insertText', false, pasted), text)
}

/** Sends the form; gives the answers that it would have sent. */
async function submit(page: Page): Promise<unknown> {
  let fields: unknown
  await page.route(SUBMIT, async (route) => {
    const body = route.request().postDataJSON() as { fields?: unknown }
    if (!body.fields) return route.fallback()
    fields = body.fields
    return route.abort('internetdisconnected')
  })
  await page.locator('main form button[type="submit"]').click()
  // A brand may let the browser solve a captcha first.
  await expect.poll(() => fields, { timeout: 20_000 }).toBeDefined()
  return fields
}

describe('the list of dialling codes', () => {
  test('PHC-4, PHC-5, PHC-6: starts closed; opening puts the focus on an empty search', async () => {
    const { page, faults, close } = await openForm()
    await trigger(page).waitFor()
    expect(await trigger(page).getAttribute('aria-expanded')).toBe('false')
    expect(await byCode(page).count()).toBe(0)
    await trigger(page).click()
    await expect.poll(() => hasFocus(byCode(page))).toBe(true)
    await page.keyboard.type('49')
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(trigger(page))).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(byCode(page))).toBe(true)
    expect(await byCode(page).inputValue()).toBe('')
    await options(page).first().waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(faults()).toEqual([])
    await close()
  })

  test('PHC-12: takes digits, 3 at most, without a sign, behind a plus of its own, and shows xxx', async () => {
    const { page, close } = await openForm()
    await trigger(page).click()
    expect(await byCode(page).getAttribute('placeholder')).toBe('xxx')
    expect(await byCode(page).locator('..').innerText()).toBe('+')
    await page.keyboard.type('-+12345')
    expect(await byCode(page).inputValue()).toBe('123')
    await close()
  })

  test('PHC-10, PHC-13: is searched by code and by name with the keyboard alone', async () => {
    const { page, close } = await openForm()
    await trigger(page).click()
    await page.keyboard.type('49')
    await expect.poll(() => optionTexts(page)).toEqual([expect.stringMatching(/^Germany\s+\+49$/)])
    await page.keyboard.press('Enter')
    expect(await flagAndCode(page)).toBe('de +49')
    await expect.poll(() => hasFocus(line(page))).toBe(true)
    await trigger(page).click()
    await expect.poll(() => hasFocus(byCode(page))).toBe(true)
    await page.keyboard.type('kaza')
    expect(await byName(page).inputValue()).toBe('kaza')
    await expect.poll(() => optionTexts(page)).toEqual([expect.stringMatching(/^Kazakhstan/)])
    await page.keyboard.press('Enter')
    expect(await trigger(page).innerText()).toBe('+7')
    await page.keyboard.type('7012345678')
    expect(await submit(page)).toMatchObject({
      phone: { countryCode: 'kz', countryId: 126, fullPhone: '+77012345678', phoneCode: '+7', phoneNum: '7012345678' },
    })
    await close()
  })

  test('PHC-9, PHC-15: a code of no country gives the brand’s text, and leaves the country as it is', async () => {
    const { page, close } = await openForm({ at: 'nour/en' })
    const before = await trigger(page).innerText()
    await trigger(page).click()
    await page.keyboard.type('999')
    expect(await page.getByRole('dialog').last().innerText()).toContain('No country has this code')
    await line(page).click()
    expect(await byCode(page).count()).toBe(0)
    expect(await trigger(page).innerText()).toBe(before)
    await close()
  })

  test('PHC-7, PHC-8, PHC-14: where codes may be typed, one of no country is offered, and kept when the list is left', async () => {
    const { page, close } = await openForm()
    await trigger(page).click()
    await page.keyboard.type('999')
    await expect.poll(() => optionTexts(page)).toEqual([expect.stringMatching(/^Another country\s+\+999$/)])
    await line(page).click()
    expect(await trigger(page).innerText()).toBe('+999')
    await trigger(page).click()
    await page.keyboard.type('998')
    await line(page).click()
    expect(await flagAndCode(page)).toBe('uz +998')
    await close()
  })

  test('PHC-16: entries are at least 32 px high, and of many only those in sight are in the page', async () => {
    const { page, close } = await openForm()
    await trigger(page).click()
    const selected = page.getByRole('option', { selected: true })
    await selected.waitFor()
    expect((await selected.boundingBox())?.height).toBeGreaterThanOrEqual(32)
    const total = Number(await selected.getAttribute('aria-setsize'))
    expect(total).toBeGreaterThan(60)
    await expect.poll(() => options(page).count()).toBeLessThan(30)
    await page.keyboard.press('ArrowUp')
    const activeText = async () => {
      const active = await byCode(page).getAttribute('aria-activedescendant')
      return (await page.locator(`[id="${active}"]`).allInnerTexts()).join()
    }
    await expect.poll(activeText).toContain('Jordan')
    await close()
  })

  test('PHC-16: on touch they are 44 px high', async () => {
    const { page, close } = await openForm({
      options: { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
    })
    await trigger(page).tap()
    await page.getByRole('option', { selected: true }).waitFor()
    expect((await page.getByRole('option', { selected: true }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await byName(page).fill('uzb')
    await options(page).first().tap()
    expect(await flagAndCode(page)).toBe('uz +998')
    await close()
  })

  test('PHC-11: with one country there is nothing to open', async () => {
    const only = { countries: [{ id: 126, code: 'kz', phoneCode: '+7', name: 'Kazakhstan' }] }
    const { page, close } = await openForm({
      prepare: (page) => page.route(/getphonecountries/, (route) => route.fulfill({ json: only })),
    })
    await trigger(page).waitFor()
    expect(await trigger(page).isDisabled()).toBe(true)
    await close()
  })
})

describe('the number', () => {
  test('PHONE-14: is a line of the type tel, filled by browsers, from left to right in every language', async () => {
    const { page, faults, close } = await openForm({ at: 'nour/ar' })
    await trigger(page).waitFor()
    const attributes = await line(page).evaluate((input: HTMLInputElement) => [
      input.type,
      input.autocomplete,
      input.dir,
    ])
    expect(attributes).toEqual(['tel', 'tel', 'ltr'])
    const [code, number] = [await trigger(page).boundingBox(), await line(page).boundingBox()]
    expect(code?.x).toBeLessThan(number?.x ?? 0)
    expect(faults()).toEqual([])
    await close()
  })

  test('PHC-2: is shown in the groups of its mask while it is typed, and the caret stays with its digit', async () => {
    const { page, close } = await openForm()
    await trigger(page).waitFor()
    await line(page).pressSequentially('7012345678')
    expect(await seen(page)).toBe('701 234 5678|')
    for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowLeft')
    expect(await seen(page)).toBe('701 |234 5678')
    await page.keyboard.press('Backspace')
    expect(await seen(page)).toBe('70|2 345 678')
    await page.keyboard.type('9')
    expect(await seen(page)).toBe('709| 234 5678')
    await page.keyboard.press('Delete')
    expect(await seen(page)).toBe('709| 345 678')
    await paste(page, '-2 ')
    expect(await seen(page)).toBe('709 2|34 5678')
    await page.keyboard.type('x')
    expect(await seen(page)).toBe('709 2|34 5678')
    await close()
  })

  test('a pasted or filled-in number brings its country along', async () => {
    const { page, close } = await openForm()
    await trigger(page).waitFor()
    await line(page).focus()
    await paste(page, '+49 (151) 234-567-89')
    expect(await flagAndCode(page)).toBe('de +49')
    expect(await seen(page)).toBe('1512 3456789|')
    await line(page).fill('0077012345678')
    expect(await trigger(page).innerText()).toBe('+7')
    expect(await line(page).inputValue()).toBe('701 234 5678')
    await close()
  })

  test('PHONE-15, PHONE-19: another country cuts the number to its mask, or clears it', async () => {
    const { page, close } = await openForm()
    await trigger(page).waitFor()
    await line(page).pressSequentially('7012345678')
    const choose = async (name: string) => {
      await trigger(page).click()
      await byName(page).fill(name)
      await page.keyboard.press('Enter')
    }
    await choose('Uzbekistan')
    expect(await line(page).inputValue()).toBe('70 123 45 67')
    await line(page).fill('901234567')
    await choose('Kazakhstan')
    expect(await line(page).inputValue()).toBe('')
    expect(await line(page).getAttribute('placeholder')).toBe('Not a valid number for Kazakhstan')
    await close()
  })

  test('PHONE-5: the page judges it by the lengths of its country', async () => {
    const { page, close } = await openForm()
    await trigger(page).waitFor()
    await line(page).pressSequentially('701234')
    await page.locator('main form button[type="submit"]').click()
    await page.getByText('The number must have 10 digits.').first().waitFor()
    expect(await line(page).getAttribute('aria-invalid')).toBe('true')
    await close()
  })
})

describe('REG-39: countries and masks', () => {
  test('are asked for before the field is used', async () => {
    const asked: string[] = []
    const { page, close } = await openForm({
      prepare: async (page) => page.on('request', (request) => void asked.push(new URL(request.url()).pathname)),
    })
    await trigger(page).waitFor()
    expect(asked.filter((path) => PHONE_CALLS.test(path)).sort()).toEqual([
      '/web-api/api/user/phonemasks',
      '/web-api/api/user/phonemetadata',
      '/web-api/user/getphonecountries',
    ])
    await close()
  })

  test('what is typed before they come is read when they do, and the line keeps the focus', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { page, close } = await openForm({
      prepare: (page) => page.route(/getphonecountries/, (route) => released.then(() => route.continue())),
    })
    await line(page).pressSequentially('+7 701 234 56')
    release()
    await trigger(page).waitFor()
    expect(await line(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.press('End')
    await page.keyboard.type('78')
    expect(await line(page).inputValue()).toBe('701 234 5678')
    await close()
  })

  test('may fail: that is logged, and a plain line takes the number as it is typed', async () => {
    const { page, faults, close } = await openForm({
      prepare: (page) => page.route(PHONE_CALLS, (route) => route.fulfill({ status: 503, json: {} })),
    })
    await expect.poll(() => faults().some((fault) => fault.includes('phone.load_failed'))).toBe(true)
    expect(await trigger(page).count()).toBe(0)
    await line(page).fill('+7 701 234-56-78')
    expect(await submit(page)).toMatchObject({ phone: '+7 701 234-56-78' })
    await close()
  })
})
