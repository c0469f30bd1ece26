import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'
import { rawAnswer } from './visitor.ts'

/** A page of somebody else, with the snippet of the guide and a diary of what it hears. */
function startHost(host: string, markup: () => string) {
  const server = createServer((_request, reply) => {
    reply.setHeader('content-type', 'text/html; charset=utf-8')
    reply.end(`<!doctype html><html lang="en"><title>Portal</title>
      <script>
        window.heardKeys = {}; window.statuses = []
        addEventListener('livery:change', ({ detail }) => { heardKeys[detail.key] = detail.value })
        addEventListener('livery:status', ({ detail }) => { statuses.push(detail.status) })
      </script>${markup()}</html>`)
  })
  return new Promise<{ readonly origin: string; readonly stop: () => void }>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      resolve({ origin: `http://${host}:${port}`, stop: () => server.close() })
    })
  })
}

const BRAND = 'aurora'
let markup = ''
const portal = await startHost('127.0.0.1', () => markup)
const stranger = await startHost('127.0.0.1', () => markup)
const { site, browser } = await ownSite({
  edit: (brands) => brands.patch(BRAND, 'config/application.json', { hostOrigins: [portal.origin] }),
})
afterAll(() => {
  portal.stop()
  stranger.stop()
})

const snippet = (path: string) =>
  `<div id="site" data-livery-site="${path}" style="height:800px"></div>
   <script type="module" src="${site.origin(BRAND)}/site-frame.js"></script>`

const shared = (page: Page) =>
  page.evaluate(() => (window as unknown as { heardKeys: Record<string, unknown> }).heardKeys)
const statuses = (page: Page) => page.evaluate(() => (window as unknown as { statuses: string[] }).statuses)
const set = (page: Page, key: string, value: unknown) =>
  page.evaluate((detail) => document.querySelector('#site')?.dispatchEvent(new CustomEvent('livery:set', { detail })), {
    key,
    value,
  })

/** Opens the portal and waits until both windows know each other. */
async function openPortal(path: string, viewport = { width: 390, height: 900 }): Promise<readonly [Page, Frame]> {
  markup = snippet(path)
  const page = await browser.newPage({ viewport })
  await page.goto(portal.origin)
  const frame = await (await page.waitForSelector('iframe')).contentFrame()
  if (!frame) throw new Error('there is no frame')
  await expect.poll(() => statuses(page), { timeout: 20_000 }).toEqual(['handshaked'])
  return [page, frame]
}

test('XWIN-1, XWIN-3: a site around the brand hears where the visitor is and what the page shows, in a frame of its own', async () => {
  const [page, frame] = await openPortal('/en')
  await expect.poll(() => shared(page)).toMatchObject({ routePath: '/en', isMicrofrontModalOpen: false })
  const facts = await shared(page)
  expect(facts).toMatchObject({ areBottomActionsVisible: true, isBetsHistoryTypeFilterVisible: false })
  expect([typeof facts.isConsultantAvailable, typeof facts.canInstallWebApp]).toEqual(['boolean', 'boolean'])
  const places = frame.getByRole('navigation', { name: 'Main places' }).or(frame.locator('nav[data-bottom-actions]'))
  await places.getByRole('link').nth(1).click()
  await expect.poll(async () => (await shared(page)).routePath).not.toBe('/en')
  expect(await frame.evaluate(() => location.pathname + location.search)).toBe((await shared(page)).routePath)
})

test('XWIN-2, XWIN-3: what the site around sets is done on the page: parts hidden, another page, colours of dialogs', async () => {
  const [page, frame] = await openPortal('/en')
  expect(await frame.getByRole('banner').isVisible()).toBe(true)
  await set(page, 'isHeaderHidden', true)
  await expect.poll(() => frame.getByRole('banner').count()).toBe(0)
  await set(page, 'isBottomNavigationHidden', true)
  await expect.poll(() => frame.locator('nav[data-bottom-actions]').isVisible()).toBe(false)
  await expect.poll(async () => (await shared(page)).areBottomActionsVisible).toBe(false)
  await set(page, 'isHeaderHidden', false)
  await frame.getByRole('banner').waitFor()
  await set(page, 'routePath', '/en/registration')
  await frame.waitForURL(/\/en\/registration/)
  await set(page, 'overlayTheme', 'dark')
  await expect.poll(() => frame.evaluate(() => document.documentElement.dataset.overlayTheme)).toBe('dark')
  const schemeOfDialogs = () =>
    frame.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      const { colorScheme } = getComputedStyle(dialog)
      dialog.remove()
      return colorScheme
    })
  expect(await schemeOfDialogs()).toBe('dark')
  await set(page, 'overlayTheme', 'light')
  await expect.poll(schemeOfDialogs).toBe('light')
  // An address that leads out of the site is no path of it.
  await set(page, 'routePath', '//elsewhere.example/')
  await page.waitForTimeout(500)
  expect(new URL(frame.url()).origin).toBe(site.origin(BRAND))
})

test('XWIN-1: a frame that is loaded again is greeted again, and hears what was set before', async () => {
  const [page, frame] = await openPortal('/en')
  await set(page, 'isHeaderHidden', true)
  await expect.poll(() => frame.getByRole('banner').count()).toBe(0)
  await frame.evaluate(() => location.reload()).catch(() => undefined)
  await expect.poll(() => statuses(page), { timeout: 20_000 }).toEqual(['handshaked', 'init', 'handshaked'])
  await expect.poll(() => frame.getByRole('banner').count()).toBe(0)
})

test('XWIN-4: every message has an id of 21 characters, and goes to the origin of the other window alone', async () => {
  markup = `<script>
      window.heard = []
      addEventListener('message', ({ data, origin }) => heard.push([data.kind, String(data.id).length, origin]))
    </script>${snippet('/en')}`
  const page = await browser.newPage()
  await page.goto(portal.origin)
  await expect.poll(() => statuses(page), { timeout: 20_000 }).toEqual(['handshaked'])
  const heard = await page.evaluate(() => (window as unknown as { heard: [string, number, string][] }).heard)
  expect(heard.length).toBeGreaterThan(1)
  for (const [, length, from] of heard) expect([length, from]).toEqual([21, site.origin(BRAND)])
})

test('SEC-1, XWIN-1: a site that is not named gets no frame, no link, and no word of a page', async () => {
  markup = `<script>window.heard = []; addEventListener('message', ({ data }) => heard.push(data.kind))</script>${snippet('/en')}`
  const page = await browser.newPage()
  await page.goto(stranger.origin)
  await page.waitForSelector('iframe')
  await page.waitForTimeout(3000)
  expect(await statuses(page)).toEqual([])
  expect(await page.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([])
  const frame = page.frames().find((one) => one !== page.mainFrame())
  expect(
    await frame
      ?.getByRole('banner')
      .count()
      .catch(() => 0),
  ).toBe(0)
})

test('SEC-1: only what is asked for a frame may be framed, by the sites that are named, and without a player', async () => {
  const alone = await rawAnswer(site, BRAND, '/en', { 'sec-fetch-dest': 'document' })
  expect(alone.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(alone.headers['x-frame-options']).toBe('DENY')
  const framed = await rawAnswer(site, BRAND, '/en', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'cross-site' })
  expect(framed.headers['content-security-policy']).toContain(`frame-ancestors ${portal.origin};`)
  expect(framed.headers['x-frame-options']).toBeUndefined()
  const other = await rawAnswer(site, 'velvet', '/en', { 'sec-fetch-dest': 'iframe' })
  expect(other.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
