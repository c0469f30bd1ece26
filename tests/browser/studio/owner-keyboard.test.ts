import type { Page } from 'playwright'
import { beforeAll, expect, onTestFailed, test } from 'vitest'
import { OWNER, ownerLink, STUDIO_ENV, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { rawAnswer } from '../visitor.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const { site, browser } = await ownSite({ env: STUDIO_ENV })

let page: Page
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  page = watched.page
  faults = watched.faults
})

/** The name of what has the focus, as a screen reader tells it. */
const focusedName = () =>
  page.evaluate(() => {
    const { activeElement: at } = document
    const labels = at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? [...(at.labels ?? [])] : []
    return (
      at?.getAttribute('aria-label') ??
      labels[0]?.innerText ??
      (at as HTMLElement | null)?.innerText ??
      ''
    ).trim()
  })

/** Presses Tab until something has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const isIt = (text: string) => (typeof name === 'string' ? text.split('\n')[0] === name : name.test(text))
  for (let step = 0; step < 80; step++) {
    if (isIt(await focusedName())) return
    await page.keyboard.press('Tab')
  }
  const shown = (await page.locator('body').innerText()).slice(0, 500)
  throw new Error(`Tab does not lead to ${name}; it is at "${await focusedName()}" on a page that says: ${shown}`)
}

async function fill(name: string, text: string): Promise<void> {
  await page.getByLabel(name).first().waitFor()
  await tabTo(name)
  await page.keyboard.type(text)
}

const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

let hasOwner = false
let tries = 0

/** Takes the studio by its owner's link; where an earlier try has done so, signs in. */
async function comeIn(): Promise<void> {
  await page.goto(hasOwner ? `${studioOrigin(site)}/sign-in` : ownerLink(site))
  if (!hasOwner) await fill('Your name', OWNER.name)
  await fill('E-mail address', OWNER.email)
  await fill('Password', OWNER.password)
  await page.keyboard.press('Enter')
  await heading('Brands')
  hasOwner = true
}

test('A11Y-3: an owner makes a brand in a language and a market that no other has, sees it live and finds a text, by keyboard alone', async () => {
  const name = tries++ === 0 ? 'Vento' : `Vento ${tries}`
  onTestFailed(async () => {
    await page.context().clearCookies()
    faults()
  })
  await comeIn()
  await page.getByText('aurora.localhost').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await tabTo('New brand')
  await page.keyboard.press('Enter')
  await heading('New brand')
  expect(await axeViolations(page)).toEqual([])
  await fill('Name', name)
  for (const [field, code] of [
    ['Language', 'sv'],
    ['Country', 'se'],
    ['Currency', 'SEK'],
  ] as const) {
    await fill(field, code)
    await page.keyboard.press('Enter')
  }
  await tabTo('Make the brand')
  await page.keyboard.press('Enter')
  await heading(`${name} is live`)
  expect((await rawAnswer(site, name.toLowerCase().replace(' ', '-'), '/sv')).body).toContain('<html lang="sv"')
  await tabTo('Open the site')
  const [live] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
  await live.waitForURL('**/sv')
  await live.getByRole('link', { name }).first().waitFor()
  expect(await live.title()).toContain(name)
  await live.close()
  await page.keyboard.press('Shift+Tab')
  await tabTo(`Edit ${name}`)
  await page.keyboard.press('Enter')
  await fill('Search keys and texts', 'site.menu_live')
  const text = page.getByRole('button', { name: /site\.menu_live/ }).first()
  await text.waitFor()
  await tabTo(/^site\.menu_live/)
  await page.keyboard.press('Enter')
  expect(faults()).toEqual([])
})
