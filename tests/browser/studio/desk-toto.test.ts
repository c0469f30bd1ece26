import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedChange } from '#schemas'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { PUSHED_FEED, type PushedFeed, pushedFeed } from '../pushed-feed.ts'
import { ownSite } from '../test-site.ts'
import { depositByTestCard, registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage, watchedPage } from '../watched-page.ts'

const WIDE = { width: 1440, height: 900 }
const HOUR_MS = 3_600_000
/** As many as a draw of cricket has. */
const EVENTS = 5
/** Draws are taken further every five seconds. */
const WITHIN = { timeout: 40_000, interval: 1000 }

const { site, browser } = await ownSite({
  env: { ...STUDIO_ENV, ...PUSHED_FEED },
  edit: ({ patch }) => {
    // A line costs ten euros, so that a tenth of a prize is seen; draws are made at the desk alone.
    patch('aurora', 'config/toto.json', { pools: { cricket: { unitMinor: 1000, isMadeByRule: false } } })
  },
})
const aurora = site.origin('aurora')

let feed: PushedFeed
let desk: WatchedPage
let player: WatchedPage

beforeAll(async () => {
  feed = pushedFeed(site)
  await claimedOwner(site)
  desk = await watchedPage(browser, { viewport: WIDE })
  await signInOwner(desk.page, studioOrigin(site))
  player = await visit(browser, `${aurora}/en/registration/fast_reg?country=de`, { viewport: WIDE })
  await registerByOneClick(player.page)
  await depositByTestCard(player.page, aurora, 40)
}, 180_000)
afterAll(async () => {
  feed?.stop()
  await Promise.all([desk?.close(), player?.close()])
})

/** Games of cricket that start in an hour, enough for a draw. @returns their names at the feed */
async function pushGames(series: string): Promise<string[]> {
  const games = Array.from({ length: EVENTS }, (_, place) => `${series}-${place + 1}`)
  const competition = { code: series, name: `${series} cup`, sportId: 66 }
  const startsAt = new Date(Date.now() + HOUR_MS).toISOString()
  const sides = (game: string) => ({ home: `Home ${game}`, away: `Guest ${game}` })
  await feed.push(games.map((game): FeedChange => ({ kind: 'game', game, competition, startsAt, ...sides(game) })))
  return games
}

const openDesk = (list: string) => desk.page.goto(`${studioOrigin(site)}/brands/aurora/desk?list=${list}`)

/** Presses a button beside the list, and says why. */
async function act(button: string, reason: string): Promise<void> {
  await desk.page.getByRole('button', { name: button, exact: true }).click()
  const box = desk.page.getByRole('dialog')
  await box.getByLabel('Why?').fill(reason)
  expect(await axeViolations(desk.page)).toEqual([])
  await box.getByRole('button', { name: button, exact: true }).click()
  await box.waitFor({ state: 'detached' })
}

/** Makes a draw of the next games at the desk, and opens it there. @returns its number */
async function makeDraw(): Promise<string> {
  const { page } = desk
  await openDesk('toto')
  await page.getByLabel('Type').selectOption({ label: 'Cricket' })
  await act('Make a draw', 'A list for the cup.')
  await page.getByRole('button', { name: /^Cricket, draw .*Open/ }).click()
  await page.getByRole('heading', { name: /^Cricket, draw \d+$/ }).waitFor()
  return new URL(page.url()).searchParams.get('item') ?? ''
}

/** Buys a line that has the home side as the winner of each game. */
async function buyLine(drawId: string): Promise<void> {
  const { page } = player
  await page.goto(`${aurora}/en/toto/draw/${drawId}`)
  await hydrated(page)
  for (const marks of await page.getByRole('group', { name: /^Marks for / }).all())
    await marks.getByRole('button').first().click()
  await page.getByRole('button', { name: 'Buy the ticket' }).click()
  await page.getByText('Your ticket is in the draw.').waitFor()
}

/** What the player reads of a draw and of the ticket in it. */
async function readDraw(drawId: string): Promise<string> {
  await player.page.goto(`${aurora}/en/toto/draw/${drawId}`)
  return plain(await player.page.getByRole('main').innerText())
}

/** As it is read: amounts have spaces that do not break. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u{a0}', ' ')
const balance = async () =>
  plain(await player.page.locator('header a[href$="/office/account"] bdi').first().textContent())

/** The states that a draw goes through at the desk. */
async function stateAtDesk(drawId: string, state: string): Promise<void> {
  const seen = async () => {
    await openDesk(`toto&item=${drawId}`)
    await desk.page.getByRole('heading', { name: 'Log of the draw' }).waitFor()
    return desk.page
      .locator('dt', { hasText: /^Status$/ })
      .locator('xpath=following-sibling::dd')
      .innerText()
  }
  await expect.poll(seen, WITHIN).toBe(state)
}

test('LOT-4: a result is entered at the desk and put right there, and the player reads both prizes and has their difference taken back', {
  timeout: 180_000,
}, async () => {
  const games = await pushGames('harbour')
  const drawId = await makeDraw()
  await buyLine(drawId)
  await expect.poll(balance).toBe('30.00 €')
  await feed.push([{ kind: 'live', game: games[0] ?? '' }])
  await stateAtDesk(drawId, 'In play')
  const score = { home: 120, away: 90 }
  await feed.push(games.slice(1).map((game): FeedChange => ({ kind: 'result', game, score })))
  await expect.poll(() => readDraw(drawId), WITHIN).toContain('4 of 5 games')
  await openDesk(`toto&item=${drawId}`)
  await desk.page.getByLabel('Result', { exact: true }).selectOption({ label: '1' })
  await act('Enter the result', 'The feed is silent.')
  await stateAtDesk(drawId, 'Paid')
  const first = await readDraw(drawId)
  expect(first).toContain('Won: 8.10 €')
  expect(await balance()).toBe('38.10 €')
  await openDesk(`toto&item=${drawId}`)
  await desk.page.getByLabel('Result', { exact: true }).selectOption({ label: '2' })
  await act('Enter the result', 'The umpire has put it right.')
  await expect.poll(() => readDraw(drawId), WITHIN).toContain('Won: 5.40 €')
  expect(await readDraw(drawId)).toContain('Corrected')
  expect(await balance()).toBe('35.40 €')
  await openDesk(`toto&item=${drawId}`)
  await desk.page.getByRole('cell', { name: 'Game 1: 2. The umpire has put it right.' }).waitFor()
  expect(await axeViolations(desk.page)).toEqual([])
  expect([...desk.faults(), ...player.faults()]).toEqual([])
})

test('LOT-4: a draw that is cancelled at the desk tells its players why, and gives every stake back', {
  timeout: 120_000,
}, async () => {
  await pushGames('quarry')
  const drawId = await makeDraw()
  const before = await balance()
  await buyLine(drawId)
  await expect.poll(balance).not.toBe(before)
  await act('Cancel the draw', 'The list was wrong.')
  await expect.poll(() => readDraw(drawId), WITHIN).toContain('Returned: 10.00 €')
  expect(await readDraw(drawId)).toContain('The list was wrong.')
  expect(await balance()).toBe(before)
  await player.page.goto(`${aurora}/en/office/toto?drawStatus=cancelled`)
  await player.page.getByText('Returned', { exact: true }).waitFor()
  expect(await axeViolations(player.page)).toEqual([])
  expect([...desk.faults(), ...player.faults()]).toEqual([])
})

test('LOT-5: a draw of lotto that is cancelled at the desk is refunded to its players', {
  timeout: 120_000,
}, async () => {
  const { page } = player
  await page.goto(`${aurora}/en/lotto`)
  await hydrated(page)
  const before = await balance()
  await page.getByRole('button', { name: 'Add a random line' }).click()
  await page.getByRole('button', { name: /^Buy for/ }).click()
  await page.getByText(/Good luck!$/).waitFor()
  await expect.poll(balance).not.toBe(before)
  await openDesk('draws')
  await desk.page
    .getByRole('button', { name: /1 ticket,/ })
    .first()
    .click()
  await act('Cancel it', 'The drum is broken.')
  await desk.page.getByText('Cancelled: The drum is broken.').waitFor()
  const tickets = async () => {
    await page.goto(`${aurora}/en/lotteries`)
    return page.locator('#tickets').innerText()
  }
  await expect.poll(tickets, WITHIN).toContain('Refunded')
  expect(await balance()).toBe(before)
  expect(await axeViolations(page)).toEqual([])
  expect([...desk.faults(), ...player.faults()]).toEqual([])
})
