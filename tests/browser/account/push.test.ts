import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { ownSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { axeViolations, hydrated, type WatchedPage } from '../watched-page.ts'

/** A push service of this machine: browsers' own are not asked by tests. */
const service: Server = createServer((request, answer) => request.resume().on('end', () => answer.writeHead(201).end()))
await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
afterAll(() => void service.close())

const { site, browser } = await ownSite({ env: { LIVERY_PUSH_SERVICE: endpoint } })

/** Gives a page the push messages that a browser without a window and without a push service does not have: a permission that is asked
 *  for, and a subscription with true keys, which is there after a reload. */
function pushBrowser({ service, answer }: { service: string; answer: NotificationPermission }): void {
  interface Kept {
    readonly key: string
    readonly p256dh: string
    readonly auth: string
  }
  const bytes = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)).buffer
  const text = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
  const subscription = (kept: Kept) => ({
    endpoint: `${service}/device`,
    options: { applicationServerKey: bytes(kept.key) },
    getKey: (name: 'p256dh' | 'auth') => bytes(kept[name]),
    unsubscribe: async () => localStorage.removeItem('test.push') === undefined,
  })
  const known = () => {
    const kept = localStorage.getItem('test.push')
    return kept === null ? null : subscription(JSON.parse(kept) as Kept)
  }
  Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem('test.permission') ?? 'default' })
  Notification.requestPermission = async () => {
    localStorage.setItem('test.permission', answer)
    return answer
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => known(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
        'deriveBits',
      ])
      const kept: Kept = {
        key: text(applicationServerKey.slice().buffer),
        p256dh: text(await crypto.subtle.exportKey('raw', publicKey)),
        auth: text(crypto.getRandomValues(new Uint8Array(16)).buffer),
      }
      localStorage.setItem('test.push', JSON.stringify(kept))
      return subscription(kept)
    },
  })
}

async function newPlayer(brand: string, answer: NotificationPermission): Promise<WatchedPage> {
  const player = await visit(browser, `${site.origin(brand)}/en/registration/fast_reg`, { serviceWorkers: 'allow' })
  await registerByOneClick(player.page)
  await player.page.addInitScript(pushBrowser, { service: endpoint, answer })
  return player
}

async function openMailing(page: Page, brand: string, language = 'en'): Promise<void> {
  await page.goto(`${site.origin(brand)}/${language}/office/settings/mailing`)
  await hydrated(page)
}

test('APP-5: a player turns messages on for this device, chooses what to hear of, and turns them off', async () => {
  const player = await newPlayer('aurora', 'granted')
  const { page, faults, close } = player
  await openMailing(page, 'aurora')
  const panel = page.getByRole('region', { name: 'Messages on this device' })
  await panel.getByRole('button', { name: 'Turn on', exact: true }).click()
  await panel.getByText('This device takes messages.').waitFor()
  const bets = panel.getByLabel('Bets that are settled')
  const quiet = panel.getByLabel('Silent from 22:00 to 08:00')
  expect(await bets.isChecked()).toBe(true)
  expect(await quiet.isChecked()).toBe(true)
  expect(await axeViolations(page)).toEqual([])
  // The second is chosen while the first is being saved.
  let saved = 0
  await page.route('**/web-api/user/push/choice', async (route) => {
    await page.waitForTimeout(500)
    await route.continue()
  })
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/push/choice')) saved += 1
  })
  await bets.uncheck()
  await quiet.uncheck()
  await expect.poll(() => saved).toBe(2)
  await page.unroute('**/web-api/user/push/choice')

  // Another load asks the server: the device is there, and so is the choice.
  await openMailing(page, 'aurora')
  await panel.getByText('This device takes messages.').waitFor()
  expect(await bets.isChecked()).toBe(false)
  expect(await quiet.isChecked()).toBe(false)
  expect(await panel.getByLabel('Answers of the support').isChecked()).toBe(true)

  await panel.getByRole('button', { name: 'Turn off on this device' }).click()
  await panel.getByRole('button', { name: 'Turn on', exact: true }).waitFor()
  await openMailing(page, 'aurora')
  await panel.getByRole('button', { name: 'Turn on', exact: true }).waitFor()
  expect(faults()).toEqual([])
  await close()
})

test('APP-5: who refuses the browser’s question reads how to change that, from right to left as well', async () => {
  const player = await newPlayer('nour', 'denied')
  const { page, faults, close } = player
  await page.setViewportSize({ width: 390, height: 844 })
  await openMailing(page, 'nour', 'ar')
  const panel = page.locator('section').filter({ hasText: 'الإشعارات على هذا الجهاز' })
  await page.getByRole('button', { name: 'تشغيل', exact: true }).click()
  await page.getByText('متصفحك يحظر', { exact: false }).waitFor()
  expect(await panel.getByRole('button').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  expect(faults()).toEqual([])
  await close()
})
