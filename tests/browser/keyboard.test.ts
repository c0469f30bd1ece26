import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { sharedSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { hydrated } from './watched-page.ts'

const MOST_STOPS = 120

const { site, browser } = await sharedSite()

interface FocusStop {
  readonly id: string
  readonly name: string
  readonly href: string
  readonly text: string
  readonly type: string
  readonly isVisible: boolean
}

/** What has the focus, and whether that can be seen: an outline or a shadow on it or on the frame that stands for it. */
async function focusStop(page: Page): Promise<FocusStop> {
  return page.evaluate(() => {
    const active = document.activeElement as HTMLElement
    const isMarked = (element: Element | null, pseudo?: string) => {
      if (!element) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo)
      return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
    }
    const frames = [active, active.parentElement, active.closest('label'), active.nextElementSibling]
    const box = active.getBoundingClientRect()
    return {
      id: active.id,
      name: active.getAttribute('name') ?? '',
      href: active.getAttribute('href') ?? '',
      text: (active.getAttribute('aria-label') ?? active.textContent ?? '').trim(),
      type: active.getAttribute('type') ?? '',
      isVisible: box.width > 0 && box.height > 0 && frames.some((frame) => isMarked(frame)),
    }
  })
}

/** Presses Tab until the focus is on what is looked for, and holds on the way that every stop can be seen. */
async function tabTo(page: Page, isWanted: (stop: FocusStop) => boolean, what: string): Promise<FocusStop> {
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await focusStop(page)
    if (stop.href !== '' || stop.name !== '' || stop.type !== '') expect(stop).toMatchObject({ isVisible: true })
    if (isWanted(stop)) return stop
  }
  throw new Error(`the keyboard does not reach ${what}`)
}

const toField = (page: Page, name: string) => tabTo(page, (stop) => stop.name === name, `the field ${name}`)
const toText = (page: Page, text: RegExp) => tabTo(page, (stop) => text.test(stop.text), String(text))

describe.each(['aurora', 'nour'])('%s', (brand) => {
  test('A11Y-3: the first stop is the skip link, which leads past the header', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`)
    await page.keyboard.press('Tab')
    const stop = await focusStop(page)
    expect(stop).toMatchObject({ href: '#main', isVisible: true })
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    expect(faults()).toEqual([])
    await close()
  })

  test('A11Y-3, UI-10, UI-11: the menus of language and appearance open, close and choose by keys, and give the focus back', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en/information/about`)
    const open = page.locator('[popover]:popover-open')
    await toText(page, /Language/)
    await page.keyboard.press('Enter')
    await expect.poll(() => open.count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('[popover]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await expect.poll(() => open.count()).toBe(0)
    expect((await focusStop(page)).text).toMatch(/Language/)
    await toText(page, /^Appearance/)
    await page.keyboard.press('Space')
    await expect.poll(() => open.count()).toBe(1)
    await toText(page, /^Dark$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('html').getAttribute('data-scheme')).toBe('dark')
    await expect.poll(() => open.count()).toBe(0)
    expect((await focusStop(page)).text).toMatch(/^Appearance/)
    await page.keyboard.press('Shift+Tab')
    expect((await focusStop(page)).text).toMatch(/Language/)
    await page.keyboard.press('Enter')
    await tabTo(page, (stop) => stop.href === '/ar/information/about', 'Arabic')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${site.origin(brand)}/ar/information/about`)
    expect(faults()).toEqual([])
    await close()
  })

  test('A11Y-3: on a phone the menu opens by keys and gives the focus back', async () => {
    const { page, faults, close } = await visit(browser, `${site.origin(brand)}/en`, {
      viewport: { width: 390, height: 800 },
    })
    await toText(page, /^Menu$/)
    await page.keyboard.press('Enter')
    const open = page.locator('[popover]:popover-open')
    await expect.poll(() => open.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => open.count()).toBe(0)
    expect((await focusStop(page)).text).toBe('Menu')
    expect(faults()).toEqual([])
    await close()
  })
})

/** Types into the full form by keys alone, in the order of its fields. */
async function typeFullForm(page: Page, email: string, password: string): Promise<void> {
  const answers: readonly (readonly [string, string])[] = [
    ['email', email],
    ['password', password],
    ['password_again', password],
    ['name', 'Anna'],
    ['surname', 'Smith'],
  ]
  for (const [name, text] of answers) {
    await toField(page, name)
    await page.keyboard.type(text)
  }
  const date: Readonly<Record<string, string>> = { day: '17', month: '05', year: '1990' }
  for (let part = 0; part < 3; part += 1) {
    const { name } = await tabTo(page, (stop) => stop.name.startsWith('birthday'), 'the birthday')
    const text = date[name.replace('birthday-', '')] ?? ''
    if (name === 'birthday-month')
      for (let month = 0; month < Number(text); month += 1) await page.keyboard.press('ArrowDown')
    else await page.keyboard.type(text)
  }
  if ((await page.locator('[name="document_type_id"]').count()) > 0) {
    await toField(page, 'document_type_id')
    await page.keyboard.press('ArrowDown')
  }
  await toField(page, 'agree-policy')
  await page.keyboard.press('Space')
}

test.each([
  { brand: 'velvet', language: 'en', direction: 'ltr' },
  { brand: 'aurora', language: 'ar', direction: 'rtl' },
])(
  'A11Y-3: registration, its dialog, and sign-in by keyboard alone in $brand ($direction)',
  async ({ brand, language, direction }) => {
    const origin = site.origin(brand)
    const email = `keys.${brand}@mail.example`
    const password = 'a sentence of my own'
    const { page, faults, close } = await visit(browser, `${origin}/${language}/registration/full_reg`)
    expect(await page.locator('html').getAttribute('dir')).toBe(direction)
    await typeFullForm(page, email, password)
    await tabTo(page, (stop) => stop.type === 'submit', 'the submit button')
    await page.keyboard.press('Enter')
    const dialog = page.locator('dialog[open]')
    await dialog.waitFor()
    const isInside = () =>
      page.evaluate(
        () => document.activeElement?.closest('dialog[open]') !== null || document.activeElement === document.body,
      )
    const stops = new Set<string>()
    for (let press = 0; press < 15; press += 1) {
      await page.keyboard.press('Tab')
      expect(await isInside()).toBe(true)
      const stop = await focusStop(page)
      stops.add(stop.text || stop.id)
    }
    expect(stops.size).toBeGreaterThanOrEqual(3)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
    expect(await dialog.count()).toBe(1)
    await tabTo(
      page,
      (stop) => stop.type === 'button' && stop.text === (language === 'en' ? 'Close' : 'إغلاق'),
      'Close',
    )
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.count()).toBe(0)
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('submit')

    await page.goto(`${origin}/${language}/login`)
    await hydrated(page)
    await tabTo(page, ({ id }) => id.endsWith('-login'), 'the login')
    await page.keyboard.type(email)
    await tabTo(page, ({ id }) => id.endsWith('-password'), 'the password')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('input[autocomplete="one-time-code"]').count()).toBe(1)
    expect(faults([/^answer 403: \/web-api\/account\/login$/, /Failed to load resource/])).toEqual([])
    await close()
  },
)
