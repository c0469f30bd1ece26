import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1280, height: 850 }
const PDF = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n%%EOF') }

const { site, browser } = await sharedSite()
let player: WatchedPage
beforeAll(async () => {
  player = await visit(browser, `${site.origin('nour')}/en/registration/fast_reg`, { viewport: WIDE })
  await registerByOneClick(player.page)
})
afterAll(() => player?.close())

async function open(path: string, viewport = WIDE): Promise<Page> {
  await player.page.setViewportSize(viewport)
  await player.page.goto(`${site.origin('nour')}/en${path}`)
  await hydrated(player.page)
  return player.page
}

const cornerOf = (page: Page) => page.getByRole('button', { name: /Chat with support/ })
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Support', exact: true })

describe('CFG-15: the consultant of version 3', () => {
  test('OFF-27: the talk opens over a page, takes lines and files, and gives the focus back at Escape', async () => {
    const page = await open('/office/messages')
    await cornerOf(page).click()
    const panel = panelOf(page)
    const field = panel.getByLabel('Your message')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('Where is my deposit?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByRole('listitem').getByText('Where is my deposit?').waitFor()
    await panel.locator('input[type=file]').setInputFiles(PDF)
    const link = panel.getByRole('link', { name: /receipt\.pdf/ })
    await link.waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(download.suggestedFilename()).toBe('receipt.pdf')
    expect(await axeViolations(page)).toEqual([])
    await field.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(await cornerOf(page).evaluate((element) => element === document.activeElement)).toBe(true)
    expect(player.faults()).toEqual([])
  })

  test('a file of another type is refused with the reason, and what was typed stays', async () => {
    const page = await open('')
    await cornerOf(page).click()
    const panel = panelOf(page)
    await panel.getByLabel('Your message').fill('Here it is')
    await panel.locator('input[type=file]').setInputFiles({ ...PDF, buffer: Buffer.from('<svg/>') })
    await panel.getByText('Use a picture (JPEG, PNG, WebP) or a PDF.').waitFor()
    expect(await panel.getByLabel('Your message').inputValue()).toBe('Here it is')
    await panel.getByRole('button', { name: 'Close' }).click()
    await panel.waitFor({ state: 'detached' })
    await cornerOf(page).click()
    expect(await panel.getByLabel('Your message').inputValue()).toBe('Here it is')
  })

  test('who types is named; an answer is counted on the button until the talk is open', async () => {
    const page = await open('')
    const answer = { id: 9, author: 'consultant', name: 'Anna', text: 'Good morning!', sentAt: '2026-03-01T12:00:00Z' }
    const counts = { data: { id: '1', type: 'left-menu', attributes: { counts: { office_support: 2 } } } }
    await page.route('**/web-api/getLeftMenuData', (route) => route.fulfill({ json: counts }))
    await page.route('**/web-api/officeapi/support', (route) =>
      route.fulfill({ json: { isOpen: true, messages: [answer], typing: { name: 'Anna' } } }),
    )
    await open('')
    await page.getByRole('button', { name: 'Chat with support. New replies: 2' }).click()
    await panelOf(page).getByText('Anna is typing…').waitFor()
    expect(await cornerOf(page).getAttribute('aria-label')).toBe('Chat with support')
    await page.unrouteAll()
  })

  test('on a phone neither button nor panel covers the navigation at the lower edge', async () => {
    const page = await open('', PHONE)
    const navigation = page.locator('nav').last()
    const edge = (await navigation.boundingBox())?.y ?? 0
    const button = await cornerOf(page).boundingBox()
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(edge)
    await cornerOf(page).click()
    // It rises for a moment.
    const end = async () => {
      const box = await panelOf(page).boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0)
    }
    await expect.poll(end).toBeLessThanOrEqual(edge)
    expect(await axeViolations(page)).toEqual([])
  })

  test('the page of the office that has the talk has no button besides', async () => {
    const page = await open('/office/support')
    await page.getByLabel('Your message').waitFor()
    await page.waitForTimeout(1500)
    expect(await cornerOf(page).count()).toBe(0)
  })
})

test('CFG-15: with version 2 the talk is on the page of the office alone', async () => {
  const other = await visit(browser, `${site.origin('aurora')}/en/registration/fast_reg`, { viewport: WIDE })
  try {
    await registerByOneClick(other.page)
    await other.page.goto(`${site.origin('aurora')}/en/office/support`)
    await hydrated(other.page)
    await other.page.getByLabel('Your message').waitFor()
    await other.page.goto(`${site.origin('aurora')}/en`)
    await hydrated(other.page)
    await other.page.waitForTimeout(1500)
    expect(await cornerOf(other.page).count()).toBe(0)
  } finally {
    await other.close()
  }
})
