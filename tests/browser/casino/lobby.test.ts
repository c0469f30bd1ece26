import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LaunchedGame } from '#schemas'
import { type CatalogueSite, startCatalogueSite } from '#tools/bench/loads/catalogue-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, sharedBrowser } from '../watched-page.ts'

const GAMES = 1200
const PHONE = { viewport: { width: 390, height: 844 } }
const WIDE = { viewport: { width: 1440, height: 900 } }

const browser = await sharedBrowser()
let site: CatalogueSite
beforeAll(async () => {
  site = await startCatalogueSite(['velvet', 'aurora', 'nour'], GAMES)
})
afterAll(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()))
  await site?.stop()
})

const tiles = (page: Page) => page.locator('main li[aria-posinset]')
const places = async (page: Page) =>
  (await tiles(page).evaluateAll((items) =>
    items.map((item) => Number(item.getAttribute('aria-posinset'))),
  )) as number[]

describe('the lobby with a catalogue', () => {
  test('CAS-6: what is typed finds games without a press, and the address keeps it', async () => {
    const { page, close } = await visit(browser, `${site.origin('aurora')}/en/casino`, WIDE)
    await page.getByRole('searchbox', { name: 'Search games' }).pressSequentially('elan drag', { delay: 30 })
    await page.waitForURL(/text=elan\+drag/)
    await expect.poll(() => page.getByRole('status').filter({ hasText: 'game' }).textContent()).toMatch(/^\d+ games?$/)
    expect((await tiles(page).allTextContents()).every((text) => /Élan Dragon/.test(text))).toBe(true)
    expect(await page.getByRole('searchbox').evaluate((field) => document.activeElement === field)).toBe(true)
    await page.reload()
    await hydrated(page)
    expect(await page.getByRole('searchbox').inputValue()).toBe('elan drag')
    await page.getByRole('searchbox').fill('no such game')
    await page.getByText('No game fits').waitFor()
    await close()
  })

  test('CAS-6: chips, makers and orders narrow the games down', async () => {
    const { page, close } = await visit(browser, `${site.origin('velvet')}/en/casino`, WIDE)
    const chips = page.getByRole('navigation', { name: 'Kinds of games' })
    await chips.getByRole('link', { name: /^Live \d+$/ }).click()
    await page.waitForURL(/category=live/)
    expect(await chips.getByRole('link', { name: /^Live/ }).getAttribute('aria-current')).toBe('true')
    await chips.getByRole('link', { name: 'Jackpots' }).waitFor({ state: 'detached' })
    await chips.getByRole('link', { name: /^Providers \d+$/ }).click()
    await page
      .getByRole('list', { name: 'Providers' })
      .getByRole('link', { name: /Evolution/ })
      .click()
    await page.waitForURL(/provider=evolution/)
    expect((await tiles(page).allTextContents()).every((text) => text.includes('Evolution'))).toBe(true)
    await page.getByRole('combobox', { name: 'Order' }).selectOption('name')
    await page.waitForURL(/sort=name/)
    const names = async () =>
      (await tiles(page).locator('article a > span:nth-child(2)').allTextContents()).map((name) =>
        name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
      )
    await expect.poll(async () => (await names())[0]).toMatch(/^ancient/)
    const sorted = await names()
    expect(sorted).toEqual([...sorted].sort())
    expect(sorted.length).toBeGreaterThan(5)
    await close()
  })

  test('CAS-6: a page of more than a thousand games is scrolled to its end, and holds only those near the window', async () => {
    const { page, close } = await visit(browser, `${site.origin('aurora')}/en/casino?sort=name`, PHONE)
    const last = GAMES + 12
    await expect
      .poll(
        async () => {
          await page.mouse.wheel(0, 6000)
          return (await places(page)).at(-1) ?? 0
        },
        { timeout: 60_000, interval: 100 },
      )
      .toBe(last)
    const drawn = await places(page)
    expect(drawn.length).toBeLessThan(150)
    expect(drawn).toEqual(drawn.map((_, at) => (drawn[0] ?? 0) + at))
    await page.evaluate(() => window.scrollTo(0, 0))
    await expect.poll(async () => (await places(page))[0]).toBe(1)
    await close()
  })

  test.each(['velvet', 'aurora', 'nour'])('%s: lobby, games and makers are accessible', async (brand) => {
    const language = brand === 'nour' ? 'ar' : 'en'
    for (const query of ['', '?category=slots', '?view=providers']) {
      const { page, close } = await visit(browser, `${site.origin(brand)}/${language}/casino${query}`, PHONE)
      expect(await axeViolations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await close()
    }
  })

  test('live casino, slots, poker and other games have pages of their own, and the menu leads to them', async () => {
    const { page, close } = await visit(browser, `${site.origin('velvet')}/en`, WIDE)
    for (const [name, path, heading] of [
      ['Live casino', '/en/live-casino', 'Live casino'],
      ['Slots', '/en/slots', 'Slots'],
      ['Poker', '/en/poker', 'Video poker'],
      ['Games', '/en/games', 'Quick games and tables'],
    ] as const) {
      await page.getByRole('banner').getByRole('link', { name, exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await close()
  })
})

describe('games of providers', () => {
  test('CAS-7: a game is opened in a frame of its provider, and another one in its place without leaving the page', async () => {
    const { page, close } = await visit(browser, `${site.origin('velvet')}/en/casino/game/acme-game_4`, WIDE)
    await page.getByText('94.00 – 96.00 %').waitFor({ state: 'detached' })
    await page.getByText('96.00 %').waitFor()
    await page.getByRole('button', { name: 'Play for fun' }).click()
    const frame = page.frameLocator('main iframe')
    await frame.getByRole('heading', { name: 'game_4' }).waitFor()
    const [closed] = await Promise.all([
      page.waitForRequest((request) => request.url().endsWith('/casino/close')),
      (async () => {
        await page.getByRole('button', { name: 'Other games' }).click()
        await page.getByRole('searchbox', { name: 'Find another game' }).fill('wild fruits 1')
        await page.getByRole('button', { name: 'Switch to Wild Fruits 1', exact: true }).click()
      })(),
    ])
    expect(closed.method()).toBe('POST')
    await frame.getByRole('heading', { name: 'game_1', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/en/casino/game/acme-game_1')
    await page.getByRole('heading', { level: 1, name: 'Wild Fruits 1' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Leave game' }).click()
    await page.getByRole('button', { name: 'Play for fun' }).waitFor()
    await close()
  })

  test('CAS-7: the frame is sandboxed, and the page allows the origin of the provider alone', async () => {
    const { page, close } = await visit(browser, `${site.origin('aurora')}/en/casino/game/acme-game_4`, WIDE)
    const answer = await page.reload()
    await hydrated(page)
    expect(answer?.headers()['content-security-policy']).toMatch(/frame-src 'self' http:\/\/games\.localhost:\d+;/)
    await page.getByRole('button', { name: 'Play for fun' }).click()
    const frame = page.locator('main iframe')
    expect(await frame.getAttribute('sandbox')).toContain('allow-scripts')
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-modals')
    await close()
  })

  test('a provider that does not answer is named in plain words, and the game can be tried again', async () => {
    const watched = await visit(browser, `${site.origin('aurora')}/en/casino/game/acme-game_13`, WIDE)
    const { page } = watched
    await page.getByRole('button', { name: 'Play for fun' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('The provider of the game does not answer.')
    await page.getByRole('button', { name: 'Play for fun' }).waitFor()
    await page.context().close()
  })

  test('a game without a frame says so, and leads back to the lobby', async () => {
    const { page, close } = await visit(browser, `${site.origin('aurora')}/en/casino/game/acme-game_4`, PHONE)
    const [openedAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
    const launched: LaunchedGame = {
      ...{ sessionId: 'no-frame-session', gameId: 'acme-game_4', mode: 'fun', currency: 'EUR', exponent: 2, url: '' },
      ...{
        balanceMinor: 0,
        openedAt,
        expiresAt,
        skin: '',
        minimumMinor: 0,
        maximumMinor: 0,
        chipsMinor: [],
        roundMs: 0,
      },
      open: [],
    }
    await page.route('**/casino/launch', (route) => route.fulfill({ json: launched }))
    await page.getByRole('button', { name: 'Play for fun' }).click()
    await page.getByText('This game cannot be shown').waitFor()
    await page.getByRole('link', { name: 'Back to the lobby' }).click()
    await page.getByRole('heading', { level: 1, name: 'Casino' }).waitFor()
    await close()
  })

  test('CAS-14: a player for money sees balance, time and result over the frame', async () => {
    const { page, close } = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, WIDE)
    await registerByOneClick(page)
    await page.goto(`${site.origin('aurora')}/en/casino/game/acme-game_4`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Play for money' }).click()
    await page.frameLocator('main iframe').getByRole('heading', { name: 'game_4' }).waitFor()
    for (const label of ['Balance', 'Playing for', 'Result'])
      await page.getByText(label, { exact: true }).first().waitFor()
    await close()
  })
})

test('velvet shows the casino first: a game at the head, then rows', async () => {
  const { page, close } = await visit(browser, `${site.origin('velvet')}/en`, WIDE)
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(0, 3)).toEqual(['Velvet Nights', 'Slots', 'New games'])
  await close()
})
