import type { Page } from 'playwright'
import { PNG } from 'pngjs'
import { beforeAll, expect, test } from 'vitest'
import { editStudioDraft } from '#calls/studio/studio-draft.calls.ts'
import { comparePicture, listPictures } from '#calls/studio/studio-life.calls.ts'
import type { BrandPicture, BrandPictureList } from '#schemas'
import {
  claimedOwner,
  STUDIO_ENV,
  type StudioCaller,
  signInOwner,
  studioOrigin,
} from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { axeViolations, watchedPage } from '../watched-page.ts'

const BRAND = 'velvet'
const RULES = { path: 'locales/en/site.json', pointer: '/site.menu_results' } as const
const WITHIN_MS = 600_000

const { site, browser } = await ownSite({ env: STUDIO_ENV })

let owner: StudioCaller
let page: Page
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  page = watched.page
  faults = watched.faults
  owner = await claimedOwner(site)
  await signInOwner(page, studioOrigin(site))
})

const STATES = { from: 'live', to: 'draft' } as const
const pagesOf = async (language: string) =>
  (await owner.send<BrandPictureList>(listPictures, BRAND, { query: { ...STATES, language } })).pages
const edit = (edits: readonly { path: string; pointer: string; value: string | boolean }[]) =>
  owner.send(editStudioDraft, BRAND, { body: { edits, editor: 'anna01' } })

test('OPS-10: the pages that an edit changes, and no others, are shown before and after, with what changed marked', {
  timeout: WITHIN_MS,
}, async () => {
  // The title of one page of information, which only that page shows.
  await edit([{ path: 'pages/en/about.md', pointer: '', value: '# We are somebody else\n\nAnd that is all.\n' }])
  expect((await pagesOf('en')).map(({ path }) => path)).toEqual(['/en/information/about'])
  expect(await pagesOf('de')).toEqual([])
  await edit([{ ...RULES, value: 'All that has ended' }])
  const paths = (await pagesOf('en')).map(({ path }) => path)
  expect(paths).toContain('/en')
  expect(paths).toContain('/en/results')
  const query = { ...STATES, path: '/en/information/about', width: '390', scheme: 'light' } as const
  const pictures = await owner.send<BrandPicture>(comparePicture, BRAND, { query })
  expect(pictures.share).toBeGreaterThan(0.001)
  expect(pictures.share).toBeLessThan(0.9)
  expect(PNG.sync.read(Buffer.from(pictures.before.split(',')[1] ?? '', 'base64')).width).toBe(390)
  const elsewhere = { ...query, path: '/en/information/rules' } as const
  const menuAlone = await owner.send<BrandPicture>(comparePicture, BRAND, { query: elsewhere })
  expect(menuAlone.share).toBeLessThan(0.05)
})

test('OPS-10: the history shows them to who compares two states', { timeout: WITHIN_MS }, async () => {
  await page.goto(`${studioOrigin(site)}/brands/${BRAND}/history`)
  await page.getByRole('button', { name: 'Compare as pictures' }).click()
  await page.getByText(/^\d+ pages that a guest can open differ/).waitFor({ timeout: 300_000 })
  await page.getByLabel('Width of the page').selectOption('390')
  await page.getByText('/en/information/about').click()
  for (const side of ['Before', 'After', 'What changed'])
    await page.getByRole('img', { name: `/en/information/about: ${side}` }).waitFor({ timeout: 300_000 })
  expect(await axeViolations(page)).toEqual([])
  if (process.env.LIVERY_SHOTS)
    await page.screenshot({ path: `${process.env.LIVERY_SHOTS}/pictures.png`, fullPage: true })
  expect(faults()).toEqual([])
})
