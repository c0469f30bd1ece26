import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { visit } from '../visitor.ts'
import { axeViolations } from '../watched-page.ts'

const DAY_MS = 86_400_000

const directory = mkdtempSync(join(tmpdir(), 'livery-duels-'))
const { site, browser } = await ownSite({ env: { LIVERY_FEED: 'simulator', LIVERY_DATA: join(directory, 'data') } })
beforeAll(async () => {
  const file = join(directory, 'season.csv')
  writeFileSync(file, season())
  const env = { ...process.env, LIVERY_DATA: join(directory, 'data'), DATABASE_URL: '' }
  execFileSync(process.execPath, ['src/cli/bin.ts', 'feed', 'import', file, '--format', 'football-data'], { env })
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Two games that were played, and the third of the same season. */
function season(): string {
  const day = (days: number) =>
    new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).split('-').reverse().join('/')
  return [
    'Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HTR,B365H,B365D,B365A,B365>2.5,B365<2.5',
    `E0,${day(-3)},15:00,Northgate,Harbour,2,0,H,1,0,H,1.80,3.6,4.5,1.9,1.95`,
    `E0,${day(-2)},15:00,Harbour,Millbrook,1,1,D,0,0,D,1.80,3.6,4.5,1.9,1.95`,
    `E0,${day(2)},15:00,Northgate,Millbrook,,,,,,,1.80,3.6,4.5,1.9,1.95`,
  ].join('\n')
}

test('SPORT-14, FEED-13: a duel is built of two teams of players, and its price goes into the coupon', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/duels`)
  await page.getByRole('heading', { level: 1, name: 'Duels of players' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: /^Add .* to Team 1$/ }).count()).toBeGreaterThan(20)
  const build = page.getByRole('button', { name: 'Show the prices' })
  expect(await build.isEnabled()).toBe(false)
  // Who scores often enough that the duel is not as good as decided.
  await page
    .getByRole('button', { name: /^Add .* to Team 1$/ })
    .nth(9)
    .click()
  await page
    .getByRole('button', { name: /^Add .* to Team 1$/ })
    .nth(8)
    .click()
  await page
    .getByRole('button', { name: /^Add .* to Team 2$/ })
    .nth(19)
    .click()
  await page
    .getByRole('button', { name: /^Add .* to Team 2$/ })
    .nth(18)
    .click()
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(4)
  expect(await axeViolations(page)).toEqual([])
  await build.click()
  const prices = page.getByRole('region', { name: 'Markets' }).getByRole('button', { name: /W1/ })
  await prices.first().click()
  await page.getByRole('region', { name: 'Coupon' }).getByText('Who scores more').first().waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('FEED-16: the statistics of a game have its line-ups and its stadium', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/line`)
  await page.locator('[data-game] a', { hasNotText: 'Northgate' }).first().click()
  await page.getByRole('tab', { name: 'Statistics', exact: true }).click()
  await page.getByRole('tab', { name: 'Line-ups' }).click()
  await page.getByText(/, capacity: \d/).waitFor()
  expect(await page.getByRole('table').count()).toBe(2)
  expect(await page.getByRole('table').first().getByRole('row').count()).toBeGreaterThan(17)
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})

test('FEED-16: the table of a championship is that of the season so far', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/search?text=Millbrook`)
  // The simulator has clubs whose names begin alike, such as Northgate Hoops: both names have to match as a whole.
  const side = (name: string) => page.getByText(name, { exact: true })
  const game = page
    .locator('[data-game]')
    .filter({ has: side('Northgate') })
    .filter({ has: side('Millbrook') })
  await game.getByRole('link').first().click()
  await page.getByRole('tab', { name: 'Statistics', exact: true }).click()
  await page.getByRole('tab', { name: 'Table' }).click()
  const rows = page.getByRole('table').getByRole('row')
  await expect.poll(() => rows.count()).toBe(4)
  const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '))
  expect(texts[1]).toMatch(/^1 Northgate 1 1 0 0 2.*3$/)
  expect(texts[2]).toMatch(/^2 Millbrook 1 0 1 0 1.*1$/)
  expect(texts[3]).toMatch(/^3 Harbour 2 0 1 1 1.*1$/)
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})
