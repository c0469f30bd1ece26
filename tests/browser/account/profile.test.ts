import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { type Credentials, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 850 }

const { site, browser } = await sharedSite()
let player: WatchedPage
let credentials: Credentials
beforeAll(async () => {
  player = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`, { viewport: WIDE })
  credentials = await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(place: string, language = 'en', viewport = WIDE): Promise<Page> {
  await player.page.setViewportSize(viewport)
  await player.page.goto(`${site.origin('nour')}/${language}/office/${place}`)
  await hydrated(player.page)
  return player.page
}

async function expectSound(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([])
  expect(player.faults()).toEqual([])
}

describe('the settings of a player', () => {
  test('OFF-12, STORE-1: size of text, colours and time zone are kept, and every page follows', async () => {
    const page = await open('settings/account')
    const size = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    const before = await size()
    await page.getByRole('radio', { name: 'Largest' }).check()
    await page.getByText('Your setting is saved.').first().waitFor()
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await expectSound(page)
    await page.context().clearCookies({ name: 'scheme' })
    await expect
      .poll(async () => {
        await open('settings')
        return page.getByText('Asia/Tokyo · Dark · Largest').count()
      })
      .toBe(1)
    expect(await size()).not.toBe(before)
    expect(await page.evaluate(() => document.documentElement.dataset.scheme)).toBe('dark')
    await open('settings/account')
    await page.getByRole('radio', { name: 'Normal' }).check()
    await page.getByText('Your setting is saved.').first().waitFor()
    expect(await size()).toBe(before)
  })

  test('ACC-19: sports are found, hidden all at once or one by one, and stay hidden', async () => {
    const page = await open('settings/disallowed-sports')
    await page.getByLabel('Search sports').fill('cyber')
    await page.getByRole('button', { name: 'Hide all' }).click()
    await page.getByLabel('Search sports').fill('no such sport')
    await page.getByText('No sport found').waitFor()
    await page.getByLabel('Search sports').fill('')
    await page.getByLabel('Golf', { exact: true }).check()
    await page.getByRole('tab', { name: /Live/ }).click()
    await page.getByLabel('Darts', { exact: true }).check()
    await expectSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your choice is saved.').waitFor()
    await open('settings/disallowed-sports')
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(4)
    await open('settings')
    expect(await page.getByText('Hidden pre-match: 4, live: 1').count()).toBe(1)
  })

  test('OFF-12: nothing can be asked for by a way that does not reach the player', async () => {
    const page = await open('settings/mailing')
    expect(await page.getByRole('checkbox', { disabled: true }).count()).toBe(4)
    await expectSound(page)
  })
})

describe('the profile', () => {
  test('OFF-2, OFF-22: it is judged while it is filled in, saved, and what is answered once is closed', async () => {
    const page = await open('account/edit')
    await page.getByLabel('First name').fill('R2-D2')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByLabel('First name').fill('Anna')
    await page.getByLabel('Last name').fill('Keller')
    await page.getByLabel('Month').selectOption({ label: 'May' })
    await page.getByLabel('Day').fill('17')
    await page.getByLabel('Year').fill('1990')
    await page.getByLabel('Address').fill('Quay 1')
    await expectSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL(/office\/account$/)
    for (const fact of ['Anna', 'Keller', 'Quay 1']) await page.getByText(fact, { exact: true }).waitFor()
    await open('account/edit')
    await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Anna')
    expect(await page.getByLabel('Day').isDisabled()).toBe(true)
  })

  test('OFF-16: a player is told what is missing, and completes it with a document of their choice', async () => {
    const page = await open('account')
    await expectSound(page)
    await page.getByRole('link', { name: 'Complete your details' }).click()
    await page.getByLabel('Document', { exact: true }).selectOption({ label: 'Identity card' })
    await page.getByRole('textbox', { name: 'Document number' }).fill('L01X00T47')
    await page.getByRole('group', { name: 'Valid until' }).getByRole('textbox').first().click()
    await page.keyboard.type('01082031')
    await expectSound(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your details are complete.').waitFor()
    expect(await page.getByText('Something is missing').count()).toBe(0)
  })
})

describe('the inbox and the support', () => {
  test('OFF-7, OFF-20: a message is counted in the menu until it is opened, and can be deleted', async () => {
    const page = await open('messages')
    await page.getByText('No messages').waitFor()
    await changePassword(page)
    await open('messages')
    const entry = page.getByRole('navigation', { name: 'Account menu' }).getByRole('link', { name: /Messages/ })
    await expect.poll(() => entry.textContent()).toBe('Messages1')
    await page.getByText('Your password was changed').click()
    await page.getByText(/reset your password immediately/).waitFor()
    await expect.poll(() => entry.textContent()).toBe('Messages')
    await expectSound(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No messages').waitFor()
    expect(player.faults()).toEqual([])
  })

  test('OFF-27: an empty message is not sent; a written one is in the conversation, also later', async () => {
    const page = await open('support')
    await page.getByRole('button', { name: 'Send' }).click()
    expect(await page.getByRole('alert').textContent()).toBe('Write a message first.')
    await page.getByLabel('Your message').fill('Where is my deposit?')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('listitem').filter({ hasText: 'Where is my deposit?' }).waitFor()
    expect(await page.getByLabel('Your message').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Create a PIN' }).click()
    await page.getByText(/^\d{6}$/).waitFor()
    await expectSound(page)
    await open('support')
    expect(await page.getByText('Where is my deposit?').count()).toBe(1)
    expect(await page.getByText(/^\d{6}$/).count()).toBe(0)
  })

  test('OFF-27, OFF-28: messages of a consultant have the colour of the name; out of hours nothing can be written', async () => {
    const page = await open('support')
    const sentAt = '2026-03-01T12:00:00.000Z'
    const line = { author: 'consultant', text: 'Good morning!', sentAt }
    const messages = [
      { ...line, id: 1, name: 'Anna' },
      { ...line, id: 2, name: 'Nobody' },
    ]
    let presence: object = { isOpen: true }
    await page.route('**/web-api/officeapi/support', (route) => route.fulfill({ json: { ...presence, messages } }))
    await page.getByLabel('Your message').fill('Hello?')
    await page.getByRole('button', { name: 'Send' }).click()
    const lines = page.getByRole('listitem').filter({ hasText: 'Good morning!' })
    await expect.poll(() => lines.count()).toBe(2)
    expect(await lines.first().locator('rect').getAttribute('fill')).toBe('#2a6fdb')
    expect(await lines.last().locator('rect').count()).toBe(0)
    presence = { isOpen: false, opensAt: '2026-03-02T09:00:00.000Z' }
    await page.getByText('Support is closed now').waitFor()
    expect(await page.getByLabel('Your message').count()).toBe(0)
    await expectSound(page)
    await page.unrouteAll()
  })

  test('in Arabic on a phone nothing is cut off, and the pages are accessible', async () => {
    for (const place of ['support', 'messages', 'settings/account', 'settings/disallowed-sports', 'account/edit']) {
      const page = await open(place, 'ar', PHONE)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      await expectSound(page)
    }
  })
})

/** Changes the password as its screen does; the player stays signed in. */
async function changePassword(page: Page): Promise<void> {
  await open('change-password')
  await page
    .getByLabel(/password/i)
    .first()
    .fill(credentials.password)
  for (const field of await page.locator('input[autocomplete="new-password"]').all())
    await field.fill('quiet harbour lantern 42')
  await page.locator('main form button[type="submit"]').click()
  await page
    .getByText(/has been changed|is changed|changed/i)
    .first()
    .waitFor()
}
