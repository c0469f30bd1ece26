import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 850 }

const { site, browser } = await sharedSite()
let player: WatchedPage
beforeAll(async () => {
  player = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, { viewport: WIDE })
  await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(language = 'en', viewport = WIDE): Promise<Page> {
  await player.page.setViewportSize(viewport)
  await player.page.goto(`${site.origin('aurora')}/${language}/office/responsible`)
  await hydrated(player.page)
  return player.page
}

const part = (page: Page, name: string) => page.getByRole('region', { name })

describe('limits and breaks', () => {
  test('RG-3, RG-10: a limit is set by any amount, and a raise of it waits beside it', async () => {
    const page = await open()
    const form = part(page, 'Set a limit')
    await form.getByRole('button', { name: 'Set the limit' }).click()
    expect(await form.getByRole('alert').textContent()).toBe('Enter a number above zero.')
    await form.getByLabel('What to limit').selectOption('loss')
    await form.getByLabel('For how long it counts').selectOption('week')
    await form.getByLabel('Amount').fill('37,50')
    await form.getByRole('button', { name: 'Set the limit' }).click()
    const mine = part(page, 'Your limits').getByRole('listitem')
    await expect.poll(() => mine.count()).toBe(1)
    expect(await mine.textContent()).toContain('37.50')
    await form.getByLabel('Amount').fill('80')
    await form.getByRole('button', { name: 'Set the limit' }).click()
    await mine.getByText('until then your limit stays').waitFor()
    expect(await mine.getByRole('button', { name: 'Confirm' }).count()).toBe(0)
    await mine.getByRole('button', { name: 'Keep my limit' }).click()
    await mine.getByRole('button', { name: 'Remove' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(player.faults()).toEqual([])
  })

  test('limits are one press away from the home page and from the deposit', async () => {
    const { page } = player
    await page.setViewportSize(WIDE)
    for (const place of ['/en', '/en/office/deposit?amount=20']) {
      await page.goto(site.origin('aurora') + place)
      await hydrated(page)
      const way = place === '/en' ? page.locator('footer') : page.getByRole('main')
      await way
        .getByRole('link', { name: /Limits and breaks|Set a limit/ })
        .first()
        .click()
      await part(page, 'Set a limit').waitFor()
    }
    expect(player.faults()).toEqual([])
  })

  test('RG-4, RG-18: the self-test is judged by its scale, offers what fits, and asks for every answer', async () => {
    const page = await open()
    const test = part(page, 'Self-test')
    await test.getByRole('button', { name: 'Start the test' }).click()
    await test.getByRole('button', { name: 'See the result' }).click()
    expect(await test.getByRole('alert').textContent()).toBe('Answer every question.')
    for (const question of await test.getByRole('group').all()) await question.getByLabel('Sometimes').check()
    expect(await axeViolations(page)).toEqual([])
    await test.getByRole('button', { name: 'See the result' }).click()
    await test.getByText('Your answers show a high risk.', { exact: false }).waitFor()
    expect(await test.getByRole('link').first().textContent()).toBe('Talk to somebody')
    expect(player.faults()).toEqual([])
  })

  test('OFF-13: on a phone, in the dark and from right to left nothing is cut, and help can be called', async () => {
    const page = await open('ar', PHONE)
    await page.emulateMedia({ colorScheme: 'dark' })
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
    expect(isCut).toBe(false)
    expect(await page.locator('a[href^="https://www.gamblingtherapy.org"]').count()).toBe(1)
    expect(await axeViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: null })
  })

  test('RG-5, RG-11: a break is taken once the player is sure, signs them out, and stands when they come back', async () => {
    const page = await open()
    const form = part(page, 'Take a break')
    await form.getByLabel('How long').selectOption({ label: '7 days' })
    await form.getByRole('button', { name: 'Take the break' }).click()
    const sure = page.getByRole('dialog', { name: 'Begin a break of 7 days?' })
    await sure.getByRole('button', { name: 'Cancel' }).click()
    await sure.waitFor({ state: 'hidden' })
    await form.getByRole('button', { name: 'Take the break' }).click()
    await sure.getByRole('button', { name: 'Take the break' }).click()
    await page.waitForURL((url) => !url.pathname.includes('/office/'))
    await hydrated(page)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    expect(player.faults()).toEqual([])
  })
})
