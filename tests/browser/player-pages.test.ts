import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange, RowPlayer } from '#schemas'
import { PUSHED_FEED, type PushedFeed, pushedFeed } from './pushed-feed.ts'
import { ownSite } from './test-site.ts'
import { visit } from './visitor.ts'
import { axeViolations } from './watched-page.ts'

const HOUR_MS = 3_600_000
const CRICKET = 66

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('aurora', 'config/iframe.json', { broadcastFrameOrigins: ['https://player.example'] })
  },
  env: PUSHED_FEED,
})
let feed: PushedFeed
beforeAll(async () => {
  feed = pushedFeed(site)
  await feed.push([...season(), ...cricket()])
})
afterAll(() => feed?.stop())

const competition = { code: 'cup', name: 'Continental Cup', sportId: 1 }
const appears = (game: string, hours: number, more: Partial<FeedChange> = {}) =>
  ({
    ...{ kind: 'game', game, competition, season: '2026', home: 'Northgate', away: 'Harbour' },
    ...{ startsAt: new Date(Date.now() + hours * HOUR_MS).toISOString(), ...more },
  }) as FeedChange
const nine: RowPlayer = { code: 'n9', name: 'A. Marsh', number: 9, position: 'forward', isStarting: true }

/** A game that is over, and the next. */
function season(): FeedChange[] {
  const outcomes = ['1.80', '3.60', '4.50'].map((odds, place) => ({ typeId: place + 1, odds }))
  const lineUp = (game: string): FeedChange => ({ kind: 'line_up', game, isConfirmed: true, home: [nine], away: [] })
  const goal = { kind: 'goal', player: 'n9', periodNumber: 1, seconds: 700 } as const
  return [
    ...[appears('past', -3), lineUp('past')],
    { kind: 'result', game: 'past', score: { home: 1, away: 0 }, events: [goal] },
    ...[appears('next', 3), lineUp('next')],
    { kind: 'market', game: 'next', typeId: 1, outcomes },
  ]
}

function cricket(): FeedChange[] {
  const told = { competition: { code: 'overs', name: 'Overs League', sportId: CRICKET }, home: 'Lions', away: 'Eagles' }
  const framed = { channel: 'Boundary', frameUrl: 'https://player.example/embed/1' }
  const foreign = { channel: 'Elsewhere', frameUrl: 'https://elsewhere.example/embed/1' }
  const page = { channel: 'Pitch TV', pageUrl: 'https://pitch.example/1', languages: ['en'] }
  return [
    appears('overs', 1, told as Partial<FeedChange>),
    { kind: 'line_up', game: 'overs', isConfirmed: false, home: [{ ...nine, code: 'l1', name: 'B. Lane' }], away: [] },
    { kind: 'broadcasts', game: 'overs', broadcasts: [framed, foreign, page] },
  ]
}

test('SPORT-9, FEED-16: a line-up links to its players, a player to the team, and the team shows its players and its table', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/line`)
  await page.locator('[data-game] a', { hasText: 'Northgate' }).first().click()
  await page.getByRole('tab', { name: 'Statistics', exact: true }).click()
  await page.getByRole('tab', { name: 'Line-ups' }).click()
  await page.getByRole('link', { name: 'A. Marsh' }).click()
  await page.getByRole('heading', { level: 1, name: 'A. Marsh' }).waitFor()
  expect(page.url()).toMatch(/\/en\/player\/\d+-a-marsh$/)
  await page.getByText('Goal, minute 12').waitFor({ state: 'attached' })
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('region', { name: 'A. Marsh' }).getByRole('link', { name: 'Northgate' }).click()
  await page.getByRole('tab', { name: 'Players' }).click()
  await page.getByRole('link', { name: 'A. Marsh' }).waitFor()
  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByRole('row', { name: /1 Northgate 1 1 0 0/ }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${site.origin('aurora')}/en/champions`)
  await page.getByRole('link', { name: 'Continental Cup' }).first().click()
  await page.getByRole('tab', { name: 'Table' }).click()
  await page.getByRole('row', { name: /2 Harbour 1 0 0 1/ }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('SPORT-9, SEC-1: broadcasts of cricket lead to their game, where a frame of an allowed origin alone is opened', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/en/cricket`)
  await page
    .context()
    .route('https://player.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>The player</h1>' }),
    )
  await page.getByRole('link', { name: 'Broadcasts' }).click()
  await page.getByRole('heading', { level: 1, name: 'Broadcasts' }).waitFor()
  await page.getByRole('link', { name: /Pitch TV.*opens in a new tab/ }).waitFor()
  expect(await page.getByText('Elsewhere').count()).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: /Watch here.*Boundary/ }).click()
  await page.getByRole('button', { name: /Watch here.*Boundary/ }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'The player' }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('SPORT-9: a player of cricket has the address of the section', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('velvet')}/en/cricket`)
  await page.getByRole('link', { name: /Lions/ }).first().click()
  await page.getByRole('tab', { name: 'Statistics', exact: true }).click()
  await page.getByRole('tab', { name: 'Line-ups' }).click()
  await page.getByRole('link', { name: 'B. Lane' }).click()
  await page.getByText('Expected to start').waitFor()
  expect(page.url()).toMatch(/\/en\/cricket\/player\/\d+-b-lane$/)
  expect(faults()).toEqual([])
  await close()
})

test('SPORT-8: news of champions is listed, read, and shown at its championship', async () => {
  const { page, faults, close } = await visit(browser, `${site.origin('aurora')}/de/champions/news`)
  expect(await page.getByRole('article').count()).toBe(2)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'So wird der Continental Cup gespielt' }).click()
  await page.getByRole('heading', { level: 2, name: 'Gut zu wissen' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.goto(`${site.origin('aurora')}/de/champions`)
  await page.getByRole('link', { name: 'Continental Cup' }).first().click()
  await page.getByRole('link', { name: 'So wird der Continental Cup gespielt' }).waitFor()
  expect(faults()).toEqual([])
  await close()
})
