import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { getBearerBalance } from '#calls/money.calls.ts'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { hydrated, type WatchedPage } from '../watched-page.ts'

const BALANCE = /\/web-api\/user\/balance/
const ISOLATE = '\u2066'
const FIRST_STRONG = '\u2068'
const END = '\u2069'

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('nour', 'config/global.json', {
      amountTemplatesByCurrency: { USD: '{c}{v}' },
      // A brand may choose the digits of its language.
      languages: { ar: { locale: 'ar-EG' } },
    })
  },
})

/** A player of Nour on the page in a language. */
async function player(language: string): Promise<WatchedPage> {
  const watched = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`)
  await registerByOneClick(watched.page)
  await watched.page.goto(`${site.origin('nour')}/${language}`)
  await hydrated(watched.page)
  return watched
}

const ACCOUNTS = [
  { id: 1, iso: 'USDT', balanceMinor: 123456789, money: 123.46, isActive: true },
  { id: 2, iso: 'BTC', balanceMinor: 1, money: 0, isActive: false },
  { id: 3, iso: 'USD', balanceMinor: -1205, money: -12.05, isActive: false },
  { id: 4, iso: 'KWD', balanceMinor: 1234567, money: 1234.57, isActive: false },
].map((account) => ({
  ...account,
  idBonus: null,
  type: 'cash',
  name: account.iso,
  symbol: account.iso,
  currencyId: 1,
  amountOfUnplacedBets: 0,
  points: 0,
  isBonusAccount: false,
  isPointsTypeBalance: false,
}))

/** Goes to the account inside the document, so that the browser asks for the balances and gets the given ones. */
async function balancesOnPage(page: Page): Promise<Record<string, string>> {
  await page.route(BALANCE, (route) => route.fulfill({ json: { accounts: ACCOUNTS } }))
  await page.locator('header a[href$="/office/account"]').click()
  await page.waitForURL(/office\/account/)
  const amounts = page.getByRole('main').locator('li bdi')
  await expect.poll(() => amounts.count()).toBe(ACCOUNTS.length)
  const texts = await amounts.allTextContents()
  return Object.fromEntries(ACCOUNTS.map(({ iso }, index) => [iso, texts[index] ?? '']))
}

describe('CFG-20, CFG-21', () => {
  test('in English: every place of the currency, eight of a crypto currency, a template for one currency only', async () => {
    const { page, faults, close } = await player('en')
    const shown = await balancesOnPage(page)
    expect(shown.BTC).toBe('0.00000001\u00a0₿')
    expect(shown.USD).toBe('$-12.05')
    expect(shown.KWD).toMatch(/^1,234\.567\u00a0/)
    expect(shown.USDT).toMatch(/^[\d,]+\.\d+\u00a0\S+$/)
    expect(faults()).toEqual([])
    await close()
  })

  test('in Arabic: Arabic digits, amounts isolated and left to right inside the page from right to left', async () => {
    const { page, faults, close } = await player('ar')
    const shown = await balancesOnPage(page)
    for (const text of Object.values(shown)) {
      expect(text.startsWith(ISOLATE) && text.endsWith(END)).toBe(true)
      expect(text).toMatch(/[\u0660-\u0669]/)
      expect(text).not.toMatch(/[0-9]/)
    }
    const digits = (text: string) => text.replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    expect(digits(shown.BTC ?? '')).toBe(`${ISOLATE}${ISOLATE}0\u066b00000001${END}\u00a0${FIRST_STRONG}₿${END}${END}`)
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    const order = await page.evaluate(() => {
      const amount = [...document.querySelectorAll('main li bdi')].find((each) => each.textContent?.includes('₿'))
      const node = amount?.firstChild as Text
      const place = (index: number) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        return range.getBoundingClientRect().left
      }
      const text = node.data
      const first = text.search(/[\u0660-\u0669]/)
      return { digits: place(first), last: place(text.lastIndexOf('\u0661')), symbol: place(text.indexOf('₿')) }
    })
    expect(order.digits).toBeLessThan(order.last)
    expect(order.last).toBeLessThan(order.symbol)
    expect(faults()).toEqual([])
    await close()
  })
})

test.each([
  { language: 'en', zero: /^0\.0+\u00a0\S+$/ },
  { language: 'ar', zero: /[\u0660]\u066b\u0660+/ },
])(
  'the header shows the balance in $language, the same from the server and in the page',
  async ({ language, zero }) => {
    const { page, faults, close } = await player(language)
    const balance = page.locator('header a[href$="/office/account"] bdi')
    expect(await balance.textContent()).toMatch(zero)
    const html = await page.evaluate(async () => (await fetch(location.href)).text())
    expect(html).toContain(`>${await balance.textContent()}</bdi>`)
    await page.locator('header a[href$="/office/account"]').click()
    await page.waitForURL(/office\/account/)
    expect(await page.getByRole('main').locator('li bdi').first().textContent()).toBe(await balance.textContent())
    expect(faults()).toEqual([])
    await close()
  },
)

test('ACC-22: the balance is read again when the page is seen again, and not while it is hidden', async () => {
  const { page, faults, close } = await player('en')
  const balance = page.locator('header a[href$="/office/account"] bdi')
  expect(await balance.textContent()).toMatch(/^0\.0+\u00a0/)
  let readings = 0
  await page.route(`**${getBearerBalance.path}`, async (route) => {
    readings += 1
    await route.fulfill({ json: { accounts: ACCOUNTS } })
  })
  const turn = (state: 'visible' | 'hidden') =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  // What keeps the page up to date comes after the page itself.
  await expect
    .poll(async () => {
      await turn('visible')
      return balance.textContent()
    })
    .toMatch(/^123\.45/)
  await page.waitForLoadState('networkidle')
  const before = readings
  await turn('hidden')
  await page.waitForTimeout(300)
  expect(readings).toBe(before)
  expect(faults()).toEqual([])
  await close()
})
