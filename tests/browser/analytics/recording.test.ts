import { gunzipSync } from 'node:zlib'
import type { Page, Request } from 'playwright'
import { expect, test } from 'vitest'
import type { AnalyticsBatch, RecordingSegment } from '#schemas'
import { claimedOwner, STUDIO_ENV, signInOwner, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { axeViolations, hydrated, watchedPage } from '../watched-page.ts'

const ADDRESS = '/analytics-api/vision.json'
const CANARY = 'Quillfeather'

const { site, browser } = await ownSite({
  env: STUDIO_ENV,
  edit: (brands) => {
    brands.patch('aurora', 'config/third-party.json', { isRecordingAllowed: true })
    brands.patch('velvet', 'config/third-party.json', { isRecordingAllowed: true })
    brands.patch('fairmile', 'config/third-party.json', {
      ...{ isRecordingAllowed: true, recordingShows: ['footer', 'information'] },
    })
    brands.patch('nour', 'config/third-party.json', { isRecordingAllowed: true, recordingConsentLevels: [2] })
  },
})

const isOfRecording = (request: Request) =>
  new URL(request.url()).pathname === ADDRESS || /watch-page|page-recording|send\.worker/.test(request.url())

/** What a page sends to the recordings of the server, from now on: a worker's requests are those of the context. */
function watch(page: Page) {
  const asked: Request[] = []
  page.context().on('request', (request) => {
    if (isOfRecording(request)) asked.push(request)
  })
  const sent = () => asked.filter((request) => request.method() === 'POST')
  return { asked, sent }
}

function segmentOf(request: Request): RecordingSegment {
  const body = request.postDataBuffer() ?? Buffer.alloc(0)
  const isZipped = request.headers()['content-type'] === 'fatman/gzip'
  return JSON.parse((isZipped ? gunzipSync(body) : body).toString('utf8')) as RecordingSegment
}

async function newVisitor(brand: string) {
  const watched = await watchedPage(browser, { viewport: { width: 1280, height: 800 } })
  const seen = watch(watched.page)
  await watched.page.goto(`${site.origin(brand)}/en`)
  await hydrated(watched.page)
  return { ...watched, ...seen }
}

test('ANA-21, REC-1, REC-12: nothing is loaded or sent before the consent; then a whole picture goes, masked, and withdrawal ends it', async () => {
  const { page, asked, sent, faults, close } = await newVisitor('aurora')
  const accept = page.getByRole('button', { name: 'Accept all' })
  await accept.waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.map((request) => request.url())).toEqual([])
  await accept.click()
  const session = () => page.evaluate(() => JSON.parse(localStorage.getItem('userConfig.analyticsVisit') ?? '{}'))
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(await session()).toMatchObject({ id: sent()[0]?.headers()['x-sess-id'], isRecording: true })
  expect(asked[0]?.url()).toMatch(/page-recording|vision\.json/)
  const [first] = sent().map(segmentOf)
  expect(first?.events.slice(0, 2).map(({ type }) => type)).toEqual([4, 2])
  expect(JSON.stringify(first)).not.toMatch(/Aurora|Accept all/)
  const headers = sent()[0]?.headers() ?? {}
  expect(headers['x-sess-id']).toMatch(/^[\da-f-]{36}$/)
  expect(headers['x-referer']).toBe('/home')
  expect(headers['x-user-id']).toBeUndefined()
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /cookie/i })
    .click()
  await page.getByRole('button', { name: 'Only necessary' }).click()
  await page.waitForTimeout(100)
  const before = asked.length
  await page.mouse.move(200, 200)
  await page.waitForTimeout(4000)
  expect(asked.length).toBe(before)
  expect(faults()).toEqual([])
  await close()
})

test('REC-6, REC-10, REC-12: what a visitor types and is shown is in nothing that is sent, and another page begins with a picture', async () => {
  const { page, sent, close } = await newVisitor('velvet')
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBeGreaterThan(0)
  await page.evaluate((word) => {
    const place = document.createElement('div')
    for (const [tag, attribute] of [
      ['p', 'title'],
      ['input', 'placeholder'],
      ['input', 'value'],
      ['span', 'aria-label'],
      ['span', 'data-user'],
      ['span', 'id'],
      ['span', 'class'],
    ] as const) {
      const element = document.createElement(tag)
      element.setAttribute(attribute, word)
      if (tag !== 'input') element.textContent = `${word} 12.50`
      place.append(element)
    }
    const link = document.createElement('a')
    link.href = `/en/x?token=${word}`
    place.append(link)
    document.body.append(place)
    document.title = word
  }, CANARY)
  await page.getByPlaceholder(CANARY).fill(`${CANARY} typed`)
  await page.keyboard.press('Tab')
  await page.getByRole('contentinfo').getByRole('link').first().click()
  await expect
    .poll(() => sent().filter((request) => segmentOf(request).events.some(({ type }) => type === 2)).length, {
      timeout: 20_000,
    })
    .toBeGreaterThan(1)
  const texts = sent().map((request) => JSON.stringify([segmentOf(request), request.headers(), request.url()]))
  const core = Buffer.from(CANARY).toString('base64').slice(0, -3)
  expect(texts.filter((text) => text.includes(CANARY) || text.includes(core))).toEqual([])
  expect(texts.some((text) => text.includes('▒▒▒▒'))).toBe(true)
  await close()
})

test('REC-12: a brand lets the texts of named parts be seen, and nothing that is private within them or beside them', async () => {
  const { page, sent, close } = await newVisitor('fairmile')
  const accept = page.getByRole('button', { name: 'Accept all' })
  await accept.click()
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBeGreaterThan(0)
  const link = page.getByRole('contentinfo').getByRole('navigation').getByRole('link').first()
  const shown = (await link.textContent()) ?? ''
  await page.evaluate((word) => {
    const nav = document.querySelector('[data-recording="footer"]')
    const inside = document.createElement('p')
    inside.dataset.recording = 'mask'
    inside.textContent = word
    const typed = document.createElement('input')
    nav?.append(inside, typed)
    const beside = document.createElement('p')
    beside.textContent = word
    nav?.parentElement?.append(beside)
    typed.value = word
    typed.dispatchEvent(new Event('input', { bubbles: true }))
  }, CANARY)
  await link.click()
  const texts = () => sent().map((request) => JSON.stringify(segmentOf(request)))
  await expect.poll(() => texts().filter((text) => text.includes(shown)).length, { timeout: 20_000 }).toBeGreaterThan(0)
  await page.waitForTimeout(4000)
  expect(shown.length).toBeGreaterThan(3)
  expect(texts().filter((text) => text.includes(CANARY))).toEqual([])
  await close()
})

test('REC-11: the support watches the visit in the studio, in a frame that runs nothing, beside the steps of its machines', async () => {
  const { page: visitor, sent, close } = await newVisitor('aurora')
  await visitor.getByRole('button', { name: 'Accept all' }).click()
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBeGreaterThan(0)
  await visitor.mouse.move(300, 300)
  await visitor.mouse.wheel(0, 400)
  await expect.poll(() => sent().length, { timeout: 20_000 }).toBeGreaterThan(2)
  await close()
  const { page, faults, close: leave } = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  await claimedOwner(site)
  await signInOwner(page, studioOrigin(site))
  await page.goto(`${studioOrigin(site)}/brands/aurora/desk`)
  await page.getByRole('link', { name: 'Recordings' }).click()
  await page
    .getByRole('link', { name: /^Watch the recording/ })
    .first()
    .click()
  const picture = page.locator('iframe[sandbox=""]').last()
  await picture.waitFor()
  expect(await picture.getAttribute('sandbox')).toBe('')
  const timeline = page.getByRole('region', { name: 'What happened' })
  await timeline.getByText('home').first().waitFor()
  await timeline.getByLabel('Steps of machines alone').check()
  await timeline
    .getByText(/cookieConsent|appUpdate|appInstall|notificationQueue/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(() => page.frames().some((frame) => frame.url().includes('/recording-picture/'))).toBe(true)
  // A picture takes the place of the one before while the recording plays.
  const drawn = async () => {
    const pictures = page.frames().filter((one) => one.url().includes('/recording-picture/'))
    const counts = pictures.map((one) => one.locator('body *').count())
    return Math.max(0, ...(await Promise.all(counts)))
  }
  await expect.poll(drawn, { timeout: 20_000 }).toBeGreaterThan(20)
  expect(faults()).toEqual([])
  // The checker speaks to frames by their origin, which this one lacks: the browser says so, and it is no fault of the page.
  expect(await axeViolations(page)).toEqual([])
  await leave()
})

test('ANA-21, REC-1: a visitor whose consent is none of those that the brand records under is not recorded', async () => {
  const { page, asked, close } = await newVisitor('nour')
  const counted = page.waitForRequest(/analytics-api\/event\.json/)
  await page.getByRole('button', { name: 'Accept all' }).click()
  const { u } = (await counted).postDataJSON() as AnalyticsBatch
  await page.waitForLoadState('networkidle')
  expect(asked.map((request) => request.url())).toEqual([])
  const [visitor, visit] = await page.evaluate(() =>
    ['Visitor', 'Visit'].map((name) => JSON.parse(localStorage.getItem(`userConfig.analytics${name}`) ?? 'null')),
  )
  expect([visitor, visit]).toEqual([u.visitor, { id: u.visit, activeAtMs: expect.any(Number), isRecording: false }])
  await close()
})
