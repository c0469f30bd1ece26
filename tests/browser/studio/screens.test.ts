import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ROUTES } from '../../../src/studio/app/main-routes.tsx'
import { DESK_KINDS, SEARCH_VIEWS } from '../../../src/studio/desk/desk-place.ts'
import { ownSite } from '../test-site.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const BRAND = 'aurora'
const EDITOR = `/brands/${BRAND}?language=en&document=`
const { site, browser } = await ownSite({ env: STUDIO_ENV })
const origin = studioOrigin(site)

let page: Page
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  page = watched.page
  faults = watched.faults
  await claimedOwner(site)
  await signInOwner(page, origin)
})

/** Lists of games that a preview was loading when it was left, and axe, which asks the frame for its own findings. */
const EXPECTED = [/request\.cancelled/, /^console: Failed to execute 'postMessage'/]

/** A screen: the route that it belongs to, its address, and what is there once it is drawn. */
const SCREENS: readonly (readonly [
  name: string,
  route: string,
  address: string,
  ready: (page: Page) => Promise<void>,
])[] = [
  ['brands', '/', '/', (at) => at.getByText('aurora.localhost').waitFor()],
  ['wizard', '/new', '/new', (at) => at.getByRole('button', { name: 'Make the brand' }).waitFor()],
  ['section', '/brands/:brand', `${EDITOR}config/header.json`, (at) => at.getByLabel('Max visible items').waitFor()],
  ['dictionary', '/brands/:brand', `${EDITOR}locales/en/site.json`, (at) => at.getByLabel('Filter').waitFor()],
  ['page of information', '/brands/:brand', `${EDITOR}pages/en/about.md`, (at) => at.locator('textarea').waitFor()],
  [
    'registration builder',
    '/brands/:brand',
    `${EDITOR}registration/full_reg.json`,
    (at) => at.getByRole('heading', { name: 'Try it' }).first().waitFor(),
  ],
  [
    'banner calendar',
    '/brands/:brand',
    `${EDITOR}config/banner-widgets.json`,
    (at) => at.getByRole('heading', { level: 2 }).first().waitFor(),
  ],
  [
    'palette',
    '/brands/:brand',
    `${EDITOR}theme.tokens.json&at=/palette/accent`,
    (at) => at.getByRole('textbox').nth(3).waitFor(),
  ],
  [
    'type scale',
    '/brands/:brand',
    `${EDITOR}theme.tokens.json&at=/text`,
    (at) => at.getByRole('heading', { level: 2 }).first().waitFor(),
  ],
  ['fonts', '/brands/:brand', `${EDITOR}theme.tokens.json&at=/font`, (at) => at.getByText('Upload Text').waitFor()],
  [
    'history',
    '/brands/:brand/history',
    `/brands/${BRAND}/history`,
    (at) => at.getByRole('heading', { level: 1 }).waitFor(),
  ],
  ...[...DESK_KINDS, ...SEARCH_VIEWS].map(
    (view) =>
      [
        `desk: ${view}`,
        '/brands/:brand/desk',
        `/brands/${BRAND}/desk?list=${view}`,
        (at: Page) => at.locator('[aria-current="page"], [aria-selected="true"]').first().waitFor(),
      ] as const,
  ),
  [
    'events',
    '/brands/:brand/events',
    `/brands/${BRAND}/events`,
    (at) => at.getByRole('heading', { level: 1 }).waitFor(),
  ],
  [
    'recordings',
    '/brands/:brand/recordings',
    `/brands/${BRAND}/recordings`,
    (at) => at.getByRole('heading', { level: 1 }).waitFor(),
  ],
  ['people', '/people', '/people', (at) => at.getByText('anna@operator.example').first().waitFor()],
  ['log', '/log', '/log', (at) => at.getByRole('heading', { level: 1 }).waitFor()],
  ['own account', '/you', '/you', (at) => at.getByRole('heading', { level: 1 }).waitFor()],
  ['not found', '*', '/no/such/screen', (at) => at.getByRole('heading', { level: 1 }).waitFor()],
]

/** Screens that other files open: those of guests need a link each, and a recording needs one. */
const ELSEWHERE = ['/sign-in', '/claim', '/forgotten', '/reset', '/join', '/brands/:brand/recordings/:session']

test('every screen of the studio is opened here or named as opened elsewhere', () => {
  const routes = ROUTES.flatMap(({ children = [] }) => children.map(({ path }) => path))
  const known = new Set([...SCREENS.map(([, route]) => route), ...ELSEWHERE])
  expect(routes.filter((route) => route !== undefined && !known.has(route))).toEqual([])
})

/** Whether everything that does not scroll by itself is within the width of the window. */
const widerThanWindow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

describe('A11Y-1: a screen of the studio is without a violation, wide and on a phone, in light and dark', () => {
  test.each(SCREENS)('%s', { timeout: 90_000 }, async (name, _route, address, ready) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(origin + address)
    await ready(page)
    expect(await axeViolations(page)).toEqual([])
    if (process.env.LIVERY_SHOTS)
      await page.screenshot({ path: `${process.env.LIVERY_SHOTS}/${name.replaceAll(/\W+/g, '-')}.png` })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await axeViolations(page)).toEqual([])
    expect(await widerThanWindow()).toBeLessThanOrEqual(0)
    if (process.env.LIVERY_SHOTS)
      await page.screenshot({ path: `${process.env.LIVERY_SHOTS}/${name.replaceAll(/\W+/g, '-')}-phone.png` })
    expect(faults([...EXPECTED, /answer 404: \/no\/such/])).toEqual([])
  })
})

test('a mail is shown as a player would get it', { timeout: 90_000 }, async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${origin}${EDITOR}locales/en/delivery.json`)
  const choice = page.getByLabel('Look at a mail')
  await choice.waitFor()
  const template = await choice.locator('option').nth(1).getAttribute('value')
  await choice.selectOption(template)
  await page.getByTitle('The mail').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(faults(EXPECTED)).toEqual([])
})
