import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { ownSite } from './test-site.ts'

/** What the content-delivery host was asked for. */
const asked: string[] = []
let isDown = false
/** Files that the host has no more, such as those of an older build that it has dropped. */
let dropped: RegExp | null = null

/** A host that passes on what the site of Aurora answers, as content delivery networks do. */
const delivery: Server = createServer((incoming, answer) => {
  if (isDown) return void answer.socket?.destroy()
  asked.push(incoming.url ?? '')
  if (dropped?.test(incoming.url ?? '')) return void answer.writeHead(404, { 'access-control-allow-origin': '*' }).end()
  const headers = { ...incoming.headers, host: `aurora.localhost:${site.port}` }
  const passed = ask({ host: '127.0.0.1', port: site.port, path: incoming.url, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
  })
  passed.on('error', () => answer.destroy())
  passed.end()
})
await new Promise<void>((done) => delivery.listen(0, '127.0.0.1', done))
const contentHost = `http://content.localhost:${(delivery.address() as AddressInfo).port}`
afterAll(() => {
  delivery.closeAllConnections()
  delivery.close()
})

const { site, browser } = await ownSite({
  edit: (brands) => brands.patch('aurora', 'config/modules.json', { contentHost }),
})

/** Opens the home page as a visitor whose browser adds nothing to its requests, since other origins are asked only for what a page may
 *  send them, and says which files came from the site itself. */
async function openHome() {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const own: string[] = []
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/Service Worker/.test(message.text()))
      faults.push(message.text())
  })
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === site.origin('aurora')) own.push(pathname)
  })
  await page.goto(`${site.origin('aurora')}/en`)
  return { page, faults: () => faults, own }
}

test('I18N-9: scripts, styles, faces, pictures and texts come from the content-delivery host, pages and calls from the site', async () => {
  const { page, faults, own } = await openHome()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const kinds = [
    /^\/assets\/.*\.js$/,
    /^\/assets\/.*\.css$/,
    /\.woff2$/,
    /^\/theme\//,
    /^\/brand\/.*\.svg$/,
    /^\/genfiles\/web-app-v2\//,
  ]
  for (const kind of kinds)
    expect(
      asked.some((path) => kind.test(path)),
      String(kind),
    ).toBe(true)
  expect(own.filter((path) => /^\/(?:assets|theme|genfiles)\//.test(path))).toEqual([])
  // Browsers take sprites from a page's own host alone.
  expect(own.filter((path) => path.startsWith('/brand/')).every((path) => path.endsWith('/icons.svg'))).toBe(true)
  expect(faults()).toEqual([])
})

test('I18N-9: a page works from the site’s own host while that host does not answer', async () => {
  isDown = true
  const { page } = await openHome()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await expect
    .poll(() =>
      page
        .locator('header img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).not.toBe('')
  expect(
    await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) => links.every((link) => (link as HTMLLinkElement).sheet !== null)),
  ).toBe(true)
  isDown = false
})

test('I18N-9: code that the host has dropped while a page is open ends in a message, and the next load takes it from the site', async () => {
  dropped = /\/assets\/PageScreen-.*\.js$/
  const { page, own } = await openHome()
  await page.getByRole('button', { name: 'Accept all' }).click()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contacts' }).first().click()
  await page.getByText('The site was renewed while this page was open, or the connection was lost.').waitFor()
  expect(own.filter((path) => path.startsWith('/assets/'))).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor()
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true')
  expect(own.some((path) => /^\/assets\/PageScreen-/.test(path))).toBe(true)
  dropped = null
})

test('I18N-9: a page whose first code the host does not have starts from the site by itself', async () => {
  dropped = /\/assets\/HomeScreen-.*\.js$/
  const { page, own } = await openHome()
  await page.waitForFunction(() => document.documentElement.dataset.ready === 'true')
  expect(own.some((path) => /^\/assets\/HomeScreen-/.test(path))).toBe(true)
  dropped = null
})
