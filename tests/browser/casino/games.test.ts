import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const NOTHING = /(€\s0\.00|0\.00\s€)/

const { site, browser } = await sharedSite()

/** Opens a game for fun on a phone, where nothing moves. */
async function openForFun(gameId: string, brand = 'velvet'): Promise<WatchedPage> {
  const watched = await visit(browser, `${site.origin(brand)}/en/casino/game/${gameId}`, {
    viewport: PHONE,
    reducedMotion: 'reduce',
  })
  await hydrated(watched.page)
  await watched.page.getByRole('button', { name: 'Play for fun' }).click()
  return watched
}

/** What is said of a round to those who do not see it. */
const said = (page: Page) => expect.poll(() => page.locator('section [role="status"]').first().textContent())
const play = (page: Page) => page.getByRole('button', { name: /^Play · / }).click()

describe('the lobby', () => {
  test.each(['velvet', 'aurora'])('%s lists games in rows, finds them by name, and leads to each', async (brand) => {
    const { page, close } = await visit(browser, `${site.origin(brand)}/en/casino`, { viewport: WIDE })
    await hydrated(page)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(
      expect.arrayContaining(['Slots', 'Tables', 'Quick games']),
    )
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('searchbox').fill('mines')
    await page.waitForURL(/text=mines/)
    await hydrated(page)
    await page.getByRole('main').getByRole('link', { name: 'Mines Livery', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Mines' }).waitFor()
    await close()
  })
})

describe('own games for fun', () => {
  test.each([
    ['harbour-lights', null],
    ['night-orchard', null],
    ['dice', null],
    ['plinko', null],
    ['fortune-wheel', /^×2.15/],
    ['roulette', /^Red/],
    ['baccarat', /^Banker/],
  ] as const)('%s is played in place: a round moves the play money, and the result is said', async (gameId, spot) => {
    const { page, close } = await openForFun(gameId)
    if (spot) await page.getByRole('button', { name: spot }).first().click()
    await play(page)
    await said(page).not.toBe('')
    const net = () => page.getByText('Result', { exact: true }).locator('..').textContent()
    // A round that pays just its stake moves nothing: another one is played.
    await expect
      .poll(
        async () => {
          const text = (await net()) ?? ''
          if (NOTHING.test(text)) await play(page)
          return text
        },
        { timeout: 20_000, interval: 1500 },
      )
      .not.toMatch(NOTHING)
    expect(await axeViolations(page)).toEqual([])
    await close()
  })

  test('CAS-8: an answer that is lost is asked for again under its name, and the round is played once', async () => {
    const { page, close } = await openForFun('dice')
    const asked: string[] = []
    const calls = '**/casino/play'
    await page.route(calls, (route) => {
      asked.push(String((route.request().postDataJSON() as { guid: string }).guid))
      return route.abort()
    })
    await play(page)
    await page.getByText('The answer was lost on the way.', { exact: false }).waitFor()
    expect(await page.getByRole('button', { name: /^Play · / }).count()).toBe(0)
    expect(await axeViolations(page)).toEqual([])
    await page.unroute(calls)
    const [again] = await Promise.all([
      page.waitForRequest(calls),
      page.getByRole('button', { name: 'Ask now' }).click(),
    ])
    asked.push(String((again.postDataJSON() as { guid: string }).guid))
    expect(new Set(asked).size).toBe(1)
    await page.getByRole('button', { name: /^Play · / }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await close()
  })

  test("a slot shows the brand's own pictures, and the engine's where a brand has none", async () => {
    const drawn = async (brand: string) => {
      const { page, faults, close } = await openForFun('night-orchard', brand)
      const felt = page.getByRole('region', { name: 'Slot' })
      await felt.waitFor()
      const pictures = await felt.locator('img').evaluateAll(async (all) => {
        await Promise.all(all.map((image) => (image as HTMLImageElement).decode()))
        return all.map((image) => new URL((image as HTMLImageElement).src).pathname.replace(/^\/brand\/[^/]+/, ''))
      })
      const ground = await felt.evaluate((element) => getComputedStyle(element).backgroundImage)
      const answer = { pictures: new Set(pictures), hasGround: ground.includes('/games/jewels/ground.svg') }
      expect(faults()).toEqual([])
      await close()
      return answer
    }
    const jewels = ['diamond', 'emerald', 'ruby', 'amethyst'].map((name) => `/games/jewels/${name}.svg`)
    expect(await drawn('velvet')).toEqual({ pictures: new Set(jewels), hasGround: true })
    expect(await drawn('aurora')).toEqual({ pictures: new Set(), hasGround: false })
  })

  test('a game is muted on this device, and stays so', async () => {
    const { page, close } = await openForFun('dice')
    await page.getByRole('button', { name: 'Mute' }).click()
    await page.getByRole('button', { name: 'Sound on' }).waitFor()
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Play for fun' }).click()
    await page.getByRole('button', { name: 'Sound on' }).waitFor()
    await close()
  })

  test('video poker keeps the cards that the player holds', async () => {
    const { page, close } = await openForFun('jacks-or-better')
    await play(page)
    const first = page.locator('ol button').first()
    await first.click()
    expect(await first.getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'Draw' }).click()
    await page.getByRole('button', { name: /^Play · / }).waitFor()
    await said(page).toMatch(/No win|: €/)
    await close()
  })

  test('blackjack is played to its end by the keyboard alone, and the result is said', async () => {
    const { page, close } = await openForFun('blackjack')
    const named = (name: RegExp) => page.getByRole('button', { name }).first()
    const press = async (name: RegExp) => {
      await named(name).focus()
      await page.keyboard.press('Enter')
    }
    await press(/^Box 1/)
    await press(/^Play · /)
    await expect
      .poll(
        async () => {
          if (await named(/^No insurance/).isVisible()) await press(/^No insurance/)
          else if (await named(/^Stand/).isVisible()) await press(/^Stand/)
          return named(/^Play · /).isVisible()
        },
        { timeout: 15_000, interval: 300 },
      )
      .toBe(true)
    await said(page).not.toBe('')
    expect(await axeViolations(page)).toEqual([])
    await close()
  })

  test('mines end at a mine or with the cash-out', async () => {
    const { page, close } = await openForFun('mines')
    await page.getByRole('button', { name: '1', exact: true }).click()
    await play(page)
    await page.getByRole('button', { name: 'Cell 13, closed' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Cell 13, (clear|the mine)/ }).count()).toBe(1)
    const out = page.getByRole('button', { name: /^Cash out/ })
    if (await out.isVisible()) await out.click()
    await page.getByRole('button', { name: /^Play · / }).waitFor()
    expect(await page.getByRole('button', { name: /, mine$|that was hit/ }).count()).toBe(1)
    await said(page).toMatch(/mine|Won/i)
    await close()
  })
})

describe('own games for money', () => {
  let player: WatchedPage
  beforeAll(async () => {
    player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, {
      viewport: WIDE,
      reducedMotion: 'reduce',
    })
    await registerByOneClick(player.page)
    const { page } = player
    await page.goto(`${site.origin('aurora')}/en/office/deposit?amount=5500`)
    await hydrated(page)
    await page.getByRole('button', { name: /^Deposit 5,500/ }).click()
    await page.waitForURL(/\/payment-page\//)
    await page.getByRole('button', { name: 'Pay with a test card', exact: true }).click()
    await page.waitForURL(/\/en\/office\/deposit\?payment=\d+$/)
    await hydrated(page)
    await page.getByText('Completed').waitFor()
  })
  afterAll(() => player?.close())

  test('CAS-14: time and result are shown while playing, an interrupted round waits, and the history proves each round', async () => {
    const { page } = player
    await page.goto(`${site.origin('aurora')}/en/casino/game/mines`)
    await hydrated(page)
    await page.getByRole('button', { name: 'Play for money' }).click()
    await page.getByText('Playing for').waitFor()
    await play(page)
    await page.getByRole('button', { name: /^Cash out/ }).waitFor()
    await page.reload()
    await hydrated(page)
    await page.getByRole('button', { name: 'Play for money' }).click()
    await page.getByRole('button', { name: 'Cell 1, closed' }).click()
    const out = page.getByRole('button', { name: /^Cash out/ })
    await page.getByRole('button', { name: /^Cell 1, (clear|the mine)/ }).waitFor()
    if (await out.isVisible()) await out.click()
    await page.getByRole('button', { name: /^Play · / }).waitFor()
    await page.getByText('Fair play').click()
    await page.getByRole('button', { name: 'Show the secret, take a new one' }).click()
    await page.getByText('Our secret', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Check your rounds' }).click()
    await page.getByRole('heading', { level: 1, name: 'Casino' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/en/office/casino')
    await hydrated(page)
    await page.getByRole('link', { name: 'Mines' }).click()
    const board = page.getByRole('main').getByRole('region', { name: 'Field of mines' })
    await board.getByRole('button', { name: /^Cell 1, (clear|the mine)/ }).waitFor()
    expect(await board.getByRole('button', { disabled: false }).count()).toBe(0)
    await page.getByRole('button', { name: 'Check this round here' }).click()
    await page.getByText('Checked in your browser', { exact: false }).waitFor()
    expect(await axeViolations(page)).toEqual([])
  })
})
