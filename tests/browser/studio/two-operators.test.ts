import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { inviteToStudio } from '#calls/studio/studio-access.calls.ts'
import { getStudioDocument } from '#calls/studio/studio-draft.calls.ts'
import type { StudioDocumentAnswer, StudioInvitationAnswer } from '#schemas'
import {
  claimedOwner,
  STUDIO_ENV,
  type StudioCaller,
  signInOwner,
  studioOrigin,
} from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { axeViolations, type WatchedPage, watchedPage } from '../watched-page.ts'

const { site, browser } = await ownSite({ env: STUDIO_ENV })
const BRAND = 'velvet'
const HEADER = 'config/header.json'
/** Lists of games that a preview was loading when it changed, axe, which asks the frame for its own findings, and rounds that were held. */
const EXPECTED = [/request\.cancelled/, /^console: Failed to execute 'postMessage'/]

let owner: StudioCaller
let anna: WatchedPage
let ben: WatchedPage
beforeAll(async () => {
  owner = await claimedOwner(site)
  const body = { email: 'ben@operator.example', grants: [{ role: 'editor', scope: BRAND }] }
  const { link } = await owner.send<StudioInvitationAnswer>(inviteToStudio, null, { body })
  anna = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  ben = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  await signInOwner(anna.page, studioOrigin(site))
  await ben.page.goto(link)
  await ben.page.getByLabel('Name').fill('Ben Okafor')
  await ben.page.getByLabel('Password', { exact: true }).fill('eleven grey herons wade')
  await ben.page.getByRole('button', { name: 'Join' }).click()
  await ben.page.getByRole('heading', { level: 1, name: 'Brands' }).waitFor()
})

const open = async (path: string) => {
  for (const { page } of [anna, ben])
    await page.goto(`${studioOrigin(site)}/brands/${BRAND}?document=${path}&language=en`)
}
const items = ({ page }: WatchedPage) => page.getByLabel('Max visible items', { exact: true })
const indent = ({ page }: WatchedPage) => page.getByLabel('Indent', { exact: true })
const saved = ({ page }: WatchedPage) => page.getByText('Saved in the draft').waitFor()
const own = async (path: string) =>
  (await owner.send<StudioDocumentAnswer>(getStudioDocument, BRAND, { query: { path } })).own as Record<string, unknown>

/** Lets a window hear nothing of the others. @returns lets it hear again */
async function deafened(page: Page): Promise<() => Promise<void>> {
  const rounds = '**/studio-api/draft/**'
  let hear = () => {}
  const heard = new Promise<void>((done) => {
    hear = done
  })
  await page.route(rounds, async (route) => {
    await heard
    await route.continue().catch(() => {})
  })
  return async () => {
    hear()
    await page.unroute(rounds)
  }
}

test('OPS-18: two operators in one draft see which field the other is in, in forms, texts and pages', async () => {
  await open(HEADER)
  await items(anna).focus()
  await ben.page.getByText('Anna Lind is here').waitFor()
  await indent(ben).focus()
  await anna.page.getByText('Ben Okafor is here').waitFor()
  // Edits of one's own take nobody off the screen.
  await items(anna).fill('4')
  await saved(anna)
  expect(await anna.page.getByText('Ben Okafor is here').count()).toBe(1)
  await open('locales/en/site.json')
  for (const { page } of [anna, ben]) await page.getByLabel('Filter').fill('menu_live')
  await anna.page.getByLabel('Text of site.menu_live', { exact: true }).focus()
  await ben.page.getByText('Anna Lind is here').waitFor()
  await open('pages/en/about.md')
  await ben.page.getByLabel('Text of the page').focus()
  await anna.page.getByText('Ben Okafor is here').waitFor()
  expect(anna.faults(EXPECTED)).toEqual([])
  expect(ben.faults(EXPECTED)).toEqual([])
})

test('OPS-18: different keys of one section that are written at the same time are both there', async () => {
  await open(HEADER)
  await Promise.all([items(anna).waitFor(), indent(ben).waitFor()])
  await Promise.all([items(anna).fill('5'), indent(ben).fill('44')])
  await Promise.all([saved(anna), saved(ben)])
  expect(await own(HEADER)).toMatchObject({ maxVisibleItems: 5, indentPx: 44 })
  await expect.poll(() => indent(anna).inputValue()).toBe('44')
  await expect.poll(() => items(ben).inputValue()).toBe('5')
  for (const { page } of [anna, ben]) expect(await page.getByRole('button', { name: 'Write it again' }).count()).toBe(0)
  expect(anna.faults(EXPECTED)).toEqual([])
  expect(ben.faults(EXPECTED)).toEqual([])
})

test('OPS-18: the same key: the later one counts, both hear of it, and what was lost is written again by one press', async () => {
  await open(HEADER)
  await Promise.all([items(anna).waitFor(), items(ben).waitFor()])
  const hear = await deafened(ben.page)
  await items(anna).fill('6')
  await saved(anna)
  await items(ben).fill('7')
  await saved(ben)
  await hear()
  await ben.page
    .getByText('Anna Lind wrote “6” at Max visible items at the same time. What you wrote counts.')
    .waitFor()
  await anna.page.getByText('Ben Okafor has replaced what you wrote at Max visible items, which was “6”.').waitFor()
  await expect.poll(() => items(anna).inputValue()).toBe('7')
  expect(await own(HEADER)).toMatchObject({ maxVisibleItems: 7 })
  expect(await axeViolations(ben.page)).toEqual([])
  await anna.page.getByRole('button', { name: 'Leave it' }).click()
  await ben.page.getByRole('button', { name: 'Write it again' }).click()
  await saved(ben)
  await expect.poll(() => items(anna).inputValue()).toBe('6')
  expect(await own(HEADER)).toMatchObject({ maxVisibleItems: 6 })
  for (const { page } of [anna, ben]) expect(await page.getByRole('button', { name: 'Write it again' }).count()).toBe(0)
  expect(anna.faults(EXPECTED)).toEqual([])
  expect(ben.faults(EXPECTED)).toEqual([])
})
