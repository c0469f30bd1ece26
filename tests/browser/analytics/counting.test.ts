import type { Page, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import { rateVital, type VitalName } from '#machines/analytics/vital.rules.ts'
import type { AnalyticsBatch } from '#schemas'
import { ownSite } from '../test-site.ts'
import { registerByOneClick } from '../visitor.ts'
import { hydrated, watchedPage } from '../watched-page.ts'

const ADDRESS = '/analytics-api/event.json'

const { site, browser } = await ownSite({
  edit: (brands) => {
    brands.patch('nour', 'config/third-party.json', { isAnalyticsOn: false })
    brands.patch('nour', 'config/seo.json', { counters: { watch: 'https://counter.example/watch/1' } })
    brands.patch('velvet', 'config/registration.json', { types: { fast_reg: { isAvailable: true } } })
  },
})

const isBatch = (request: Request) => new URL(request.url()).pathname === ADDRESS
const isOfAnalytics = (request: Request) => isBatch(request) || /\/counting-[^/]+\.js/.test(request.url())

function eventsOf(request: Request) {
  const { ev, u } = request.postDataJSON() as AnalyticsBatch
  return { events: Array.isArray(ev) ? ev : [ev], visitor: u.visitor, visit: u.visit }
}

/** Everything that the page asks of analytics, from now on. */
function watch(page: Page) {
  const asked: Request[] = []
  page.on('request', (request) => {
    if (isOfAnalytics(request)) asked.push(request)
  })
  return {
    asked,
    numbers: () => asked.filter(isBatch).flatMap((request) => eventsOf(request).events.map(({ e }) => e)),
  }
}

/** A visitor who is asked about cookies, with everything that is sent by events. */
async function newVisitor(brand: string) {
  const watched = await watchedPage(browser)
  const seen = watch(watched.page)
  await watched.page.goto(`${site.origin(brand)}/en`)
  await hydrated(watched.page)
  return { ...watched, ...seen }
}

describe('what a visitor does is counted', () => {
  test('STORE-6, ANA-8: nothing is loaded or sent before the visitor agrees, and then visitor, visit and page are; the name of the visitor stays', async () => {
    const { page, asked, faults, close } = await newVisitor('aurora')
    const accept = page.getByRole('button', { name: 'Accept all' })
    await accept.waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked.map((request) => request.url())).toEqual([])
    const sent = page.waitForRequest(isBatch)
    await accept.click()
    const { events, visitor } = eventsOf(await sent)
    // How the page feels is known little by little.
    expect(events.map(({ e }) => e).filter((number) => number !== 20)).toEqual([3, 1, 10])
    const shown = events.find(({ e }) => e === 10)
    expect(shown?.s1).toBe('home')
    expect(shown?.i1).toBeGreaterThan(0)
    await page.reload()
    await hydrated(page)
    const again = eventsOf(await page.waitForRequest(isBatch))
    expect(again.visitor).toBe(visitor)
    expect(again.events.map(({ e }) => e).filter((number) => number !== 20)).toEqual([10])
    expect(faults()).toEqual([])
    await close()
  })

  test('STORE-6: a visitor who wants necessary cookies alone is not counted, nor is anybody where the brand counts nothing', async () => {
    for (const [brand, answer] of [
      ['aurora', 'Only necessary'],
      ['nour', 'Accept all'],
    ] as const) {
      const { page, asked, close } = await newVisitor(brand)
      await page.getByRole('button', { name: answer }).click()
      await page.goto(`${site.origin(brand)}/en/information/about`)
      await hydrated(page)
      await page.waitForLoadState('networkidle')
      expect(asked.map((request) => request.url())).toEqual([])
      await close()
    }
  })

  test('ANA-22: a registration is counted by its number, with the visit, under the name that the browser has kept', async () => {
    const { page, close } = await newVisitor('velvet')
    await page.getByRole('button', { name: 'Accept all' }).click()
    await page.waitForResponse((answer) => isBatch(answer.request()))
    const batches: Request[] = []
    page.on('request', (request) => {
      if (isBatch(request)) batches.push(request)
    })
    // What counts is slower than the visitor: what happens meanwhile is counted all the same.
    const registered = Promise.withResolvers<void>()
    await page.route(/\/counting-[^/]+\.js/, async (route) => {
      await registered.promise
      await route.continue()
    })
    await page.goto(`${site.origin('velvet')}/en/registration/fast_reg`)
    await hydrated(page)
    await registerByOneClick(page)
    registered.resolve()
    const found = () => batches.flatMap((request) => eventsOf(request).events).map(({ e }) => e)
    await expect.poll(found, { timeout: 15_000 }).toContain(1000)
    expect(new Set(batches.map((request) => eventsOf(request).visitor)).size).toBe(1)
    await close()
  })

  test('ANA-31: steps of machines and presses on marked elements are counted after the consent, and nothing that is typed', async () => {
    const { page, asked, numbers, close } = await newVisitor('aurora')
    await page.getByRole('button', { name: 'Accept all' }).click()
    await page.waitForResponse((answer) => isBatch(answer.request()))
    // The question of cookies was a machine before the consent: of that nothing is counted.
    expect(numbers()).not.toContain(12370)
    const footer = page.getByRole('contentinfo')
    await footer.getByRole('button', { name: /cookie/i }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Search', exact: true }).first().click()
    await page.getByRole('searchbox').first().fill('quillfeather')
    await page.keyboard.press('Tab')
    await expect.poll(numbers, { timeout: 15_000 }).toEqual(expect.arrayContaining([12370, 13020]))
    expect(asked.map((request) => request.postData() ?? '').join()).not.toContain('quillfeather')
    await close()
  })

  test('ANA-30: how the page feels is sent by measure, each with its rating, INP and FID among them', async () => {
    const { page, asked, close } = await newVisitor('aurora')
    await page.getByRole('button', { name: 'Accept all' }).click()
    await page.waitForResponse((answer) => isBatch(answer.request()))
    await page.keyboard.press('Tab')
    await page.waitForTimeout(500)
    // As a browser does when another tab is shown.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    const measures = () => asked.filter(isBatch).flatMap((one) => eventsOf(one).events.filter(({ e }) => e === 20))
    const names = () => [...new Set(measures().map(({ s1 }) => s1))].sort()
    await expect.poll(names, { timeout: 20_000 }).toEqual(['CLS', 'FCP', 'FID', 'INP', 'LCP', 'TTFB'])
    for (const { s1, s2, s3, f1 = 0 } of measures()) expect([s2, s3]).toEqual([rateVital(s1 as VitalName, f1), 'home'])
    await close()
  })

  test('ANA-4, ANA-9: later events have the time that the answer tells, and a broken name of a visitor is replaced and kept', async () => {
    const { page, close } = await newVisitor('aurora')
    const key = 'userConfig.analyticsVisitor'
    await page.evaluate((name) => localStorage.setItem(name, JSON.stringify('me')), key)
    const aheadMs = 3_600_000
    await page.route(`**${ADDRESS}`, (route) =>
      route.fulfill({ json: { ts: Date.now() + aheadMs, kept: 1, dropped: {} } }),
    )
    const sent = page.waitForResponse((answer) => isBatch(answer.request()))
    await page.getByRole('button', { name: 'Accept all' }).click()
    const { visitor } = eventsOf((await sent).request())
    expect(visitor).toMatch(/^[0-9a-f]{8}-/)
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBe(JSON.stringify(visitor))
    const next = page.waitForRequest(isBatch)
    await page.getByRole('navigation').getByRole('link', { name: 'Live', exact: true }).first().click()
    const ahead = eventsOf(await next).events.map(({ ts }) => ts - Date.now())
    expect(Math.min(...ahead)).toBeGreaterThan(aheadMs - 60_000)
    await close()
  })

  test('ANA-7, ANA-19: an outage loses nothing and disturbs nobody: the batch is sent again when it is over', async () => {
    const { page, faults, close } = await newVisitor('aurora')
    await page.route(`**${ADDRESS}`, (route) => route.abort('internetdisconnected'))
    const failed = page.waitForEvent('requestfailed', isBatch)
    await page.getByRole('button', { name: 'Accept all' }).click()
    const lost = eventsOf(await failed).events
    await page.unroute(`**${ADDRESS}`)
    const answered = await page.waitForResponse((answer) => isBatch(answer.request()) && answer.ok(), {
      timeout: 30_000,
    })
    expect(eventsOf(answered.request()).events.slice(0, lost.length)).toEqual(lost)
    expect(await answered.json()).toMatchObject({ dropped: {} })
    expect(faults().filter((fault) => !/ERR_INTERNET_DISCONNECTED/.test(fault))).toEqual([])
    await close()
  })
})

test('a visitor who withdraws the consent is counted no more, and the names of visitor and visit are forgotten', async () => {
  const { page, asked, close } = await newVisitor('aurora')
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.waitForResponse((answer) => isBatch(answer.request()))
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('analytics')))
  expect(await kept()).toHaveLength(2)
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /cookie/i })
    .click()
  await page.getByRole('button', { name: 'Only necessary' }).click()
  await expect.poll(kept).toEqual([])
  const before = asked.length
  await page.goto(`${site.origin('aurora')}/en/information/about`)
  await hydrated(page)
  await page.waitForLoadState('networkidle')
  expect(asked.length).toBe(before)
  await close()
})

test('SEO-13: counters of others are pictures, and load after consent to marketing alone', async () => {
  const { page, close } = await watchedPage(browser)
  const counted: Request[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === 'counter.example') counted.push(request)
  })
  await page.goto(`${site.origin('nour')}/en`)
  await hydrated(page)
  const accept = page.getByRole('button', { name: 'Accept all' })
  await accept.waitFor()
  await page.waitForLoadState('networkidle')
  expect(counted).toEqual([])
  const asked = page.waitForRequest('https://counter.example/watch/1')
  await accept.click()
  expect((await asked).resourceType()).toBe('image')
  await close()
})
