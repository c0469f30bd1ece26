import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { ownSite } from './test-site.ts'
import { rawAnswer, visit } from './visitor.ts'
import { axeViolations } from './watched-page.ts'

const DAY_MS = 86_400_000
/** More than one step of a list. */
const GAMES = 60

const directory = mkdtempSync(join(tmpdir(), 'livery-sections-'))
const { site, browser } = await ownSite({ env: { LIVERY_DATA: join(directory, 'data'), LIVERY_FEED: 'simulator' } })
beforeAll(async () => {
  const file = join(directory, 'games.csv')
  writeFileSync(file, season())
  const env = { ...process.env, LIVERY_DATA: join(directory, 'data'), DATABASE_URL: '' }
  execFileSync(process.execPath, ['src/cli/bin.ts', 'feed', 'import', file, '--format', 'football-data'], { env })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Games of the days to come in one championship. */
function season(): string {
  const rows = Array.from({ length: GAMES }, (_, index) => {
    const day = new Date(Date.now() + (index + 2) * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/')
    return `SP1,${day},15:00,Northgate ${index},Harbour ${index},,,,,,,1.80,3.6,4.5,1.9,1.95`
  })
  return [
    'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A,B365>2.5,B365<2.5',
    ...rows,
  ].join('\n')
}

test('SPORT-12: each shipped brand has a page of politics, and a link to it', async () => {
  for (const brand of ['aurora', 'nour', 'velvet']) {
    expect((await rawAnswer(site, brand, '/en/politics')).status, brand).toBe(200)
    expect((await rawAnswer(site, brand, '/en/line')).body, brand).toContain('href="/en/politics"')
  }
})

test('SPORT-1, LAYOUT-2: live games are side by side, in the address and at the next visit', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en/multi-live`)
  const picker = page.getByRole('region', { name: 'Choose live games' })
  const choices = picker.locator('button[aria-pressed]')
  const cards = page.locator('article[data-game]')
  // The second is pressed while the first is on its way: neither is lost.
  await page.route('**/LiveFeed/**', async (route) => {
    await setTimeout(1000)
    await route.continue()
  })
  await choices.nth(0).click()
  await choices.nth(1).click()
  await expect.poll(() => cards.count()).toBe(2)
  const games = new URL(page.url()).searchParams.get('games')?.split(',').map(Number)
  expect(games).toHaveLength(2)
  const kept = await page.evaluate((key) => localStorage.getItem(key), preferenceKey('multiLive'))
  expect(JSON.parse(kept ?? '')).toEqual(games)
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${site.origin('nour')}/en/multi-live`)
  await expect.poll(() => cards.count()).toBe(2)
  await cards
    .first()
    .getByRole('button', { name: /Remove/ })
    .click()
  await expect.poll(() => cards.count()).toBe(1)
  expect(faults()).toEqual([])
  await close()
})

test('SPORT-12, LAYOUT-7: a section loads its next games when the end of its list comes into sight', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('nour')}/en/section/laliga`)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('LaLiga')
  expect(new URL(page.url()).search).toBe('')
  const last = page.getByText(`Northgate ${GAMES - 1}`, { exact: true })
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 5000)
        return last.count()
      },
      { timeout: 20_000 },
    )
    .toBe(1)
  expect(new URL(page.url()).searchParams.get('page')).toBe('2')
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})
