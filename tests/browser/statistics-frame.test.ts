import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { rawAnswer } from './visitor.ts'

/** A page of somebody else with the snippet of the guide. */
function startHost(host: string, markup: () => string) {
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>News</title>${markup()}</html>`)
  })
  return new Promise<{ readonly origin: string; readonly stop: () => void }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ origin: `http://${host}:${port}`, stop: () => server.close() })
    })
  })
}

let markup = ''
const friend = await startHost('127.0.0.1', () => markup)
const stranger = await startHost('localhost', () => markup)
const { site, browser } = await ownSite({
  edit: (brands) => brands.patch('aurora', 'config/iframe.json', { statisticsOrigins: [friend.origin] }),
  env: { LIVERY_FEED: 'simulator:speed=60' },
})
afterAll(() => {
  friend.stop()
  stranger.stop()
})

/** A championship with results, once the simulator has some. */
async function someRating(): Promise<string> {
  let path = ''
  const found = async () => {
    const { body } = await rawAnswer(site, 'aurora', '/web-api/statistics/Overview')
    const { items = [] } = JSON.parse(body) as { items?: { sportId: number; champId: number }[] }
    path = items[0] ? `rating/${items[0].sportId}/${items[0].champId}` : ''
    return path
  }
  await expect.poll(found, { timeout: 60_000, interval: 1000 }).not.toBe('')
  return path
}

const snippet = (path: string, theme = 'dark') =>
  `<div data-livery-statistics="${path}" data-theme="${theme}"></div>
   <script type="module" src="${site.origin('aurora')}/statistics-widget.js"></script>`

test('WID-8, WID-11: a site that is named shows statistics in a frame of its theme, as high as they are, and needs no script for them', async () => {
  const rating = await someRating()
  markup = snippet(`/en/statisticpopup/${rating}`)
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(friend.origin)
  const element = await page.waitForSelector('iframe')
  const frame = await element.contentFrame()
  await frame?.waitForSelector('table')
  await expect.poll(async () => (await element.boundingBox())?.height ?? 0).toBeGreaterThan(280)
  const inner = await frame?.evaluate(() => ({
    scheme: document.documentElement.dataset.scheme,
    scripts: document.scripts.length,
    cookies: document.cookie,
    overflow: document.documentElement.scrollHeight - window.innerHeight,
  }))
  expect([inner?.scheme, inner?.scripts, inner?.cookies]).toEqual(['dark', 1, ''])
  await expect
    .poll(() => frame?.evaluate(() => document.documentElement.scrollHeight - window.innerHeight))
    .toBeLessThanOrEqual(1)

  const still = await browser.newPage({ javaScriptEnabled: false })
  await still.goto(`${site.origin('aurora')}/en/statisticpopup/${rating}`)
  expect(await still.locator('table tbody tr').count()).toBeGreaterThan(0)
})

test('SEC-10: a site that is not named gets no statistics, neither with the script nor with a frame of its own', async () => {
  const rating = await someRating()
  for (const own of [
    snippet(`/en/statisticpopup/${rating}`),
    `<iframe src="${site.origin('aurora')}/en/statisticpopup/${rating}"></iframe>`,
  ]) {
    markup = own
    const page = await browser.newPage()
    await page.goto(stranger.origin)
    const element = await page.waitForSelector('iframe')
    await page.waitForTimeout(1500)
    const frame = await element.contentFrame()
    expect(await frame?.locator('table').count()).toBe(0)
  }
})

test('the loader frames nothing but statistics of its own brand', async () => {
  markup = snippet('https://evil.example/en/statisticpopup/rating/1/all') + snippet('/en/office/account')
  const page = await browser.newPage()
  await page.goto(friend.origin)
  await page.waitForTimeout(1000)
  expect(await page.locator('iframe').count()).toBe(0)
})

test('WID-7: a frame is 280 px high at least, and otherwise as high as its page says', async () => {
  markup = snippet('/en/statisticpopup/horse/1')
  const page = await browser.newPage()
  const says = (heightPx: number) =>
    `<script>parent.postMessage({source:'livery.statistics',kind:'height',heightPx:${heightPx}},'*')</script>`
  for (const [told, px] of [
    [100, 280],
    [640, 640],
  ] as const) {
    await page.route('**/en/statisticpopup/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: says(told) }),
    )
    await page.goto(friend.origin)
    const element = await page.waitForSelector('iframe')
    await expect.poll(async () => (await element.boundingBox())?.height, { timeout: 5000 }).toBe(px)
    await page.waitForTimeout(300)
    expect((await element.boundingBox())?.height).toBe(px)
  }
})

test('WID-8: all that a frame loads comes to 40 kB at most', async () => {
  const rating = await someRating()
  const page = await browser.newPage()
  const bodies: Promise<Buffer>[] = []
  page.on('response', (response) => bodies.push(response.body().catch(() => Buffer.alloc(0))))
  await page.goto(`${site.origin('aurora')}/en/statisticpopup/${rating}`, { waitUntil: 'networkidle' })
  const sizes = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(40_000)
})
