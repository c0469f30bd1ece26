import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page, Route } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBearerBalance } from '#calls/money.calls.ts'
import type { AssetChunk } from '#calls/page.ts'
import { getServiceToken, refreshServiceToken } from '#calls/token.calls.ts'
import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import { sharedSite } from '../test-site.ts'
import { registerByOneClick, visit } from '../visitor.ts'
import { hydrated, type WatchedPage } from '../watched-page.ts'

const BRAND = 'nour'
const TABS = 5
const CALLS = 20
const REFUSED = [/^answer 401: \/web-api\/account-api\//, /Failed to load resource/]

const { site, browser } = await sharedSite()
let player: WatchedPage
let context: BrowserContext
beforeAll(async () => {
  player = await visit(browser, `${site.origin(BRAND)}/en/registration/fast_reg`)
  await registerByOneClick(player.page)
  context = player.page.context()
})
afterAll(() => player?.close())

async function openTab(page?: Page): Promise<Page> {
  const tab = page ?? (await context.newPage())
  await tab.goto(`${site.origin(BRAND)}/en/office`)
  await hydrated(tab)
  return tab
}

/** The page's own code of calls, as it is built. */
function pageCallFile(): string {
  const manifest = fileURLToPath(new URL('../../../dist/client/.vite/manifest.json', import.meta.url))
  const chunks = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, AssetChunk>
  return `/${chunks['src/client/app/page-call.ts']?.file}`
}

/** Begins calls for bearers in a tab, all at once; what became of them is in `window.ends` later. */
async function begin(tab: Page, calls: number): Promise<void> {
  const call = JSON.stringify(getBearerBalance)
  await tab.evaluate(`(async () => {
    const { player, language } = JSON.parse(document.getElementById('livery-page').textContent).state.visitor
    const { createPageCall } = await import('${pageCallFile()}')
    window.calls ??= createPageCall({ language, brandId: '${BRAND}', userId: player.userId })
    const asked = Array.from({ length: ${calls} }, () => window.calls(${call}, {}))
    Promise.all(asked.map((end) => end.then(() => 'answered', ({ code }) => code))).then((ends) => {
      window.ends = ends
      sessionStorage.setItem('ends', JSON.stringify(ends))
    })
    window.ends = null
  })()`)
}

async function endsOf(tab: Page): Promise<readonly string[]> {
  const ends = await tab.waitForFunction(() => (window as { ends?: unknown }).ends)
  return (await ends.jsonValue()) as string[]
}

/** Counts the requests of all tabs to a path. */
function counted({ path }: { readonly path: string }): () => number {
  let count = 0
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1
  })
  return () => count
}

const kept = (tab: Page, name: string) => tab.evaluate((key) => localStorage.getItem(key), preferenceKey(name))
const userToken = async () => (await context.cookies()).find(({ name }) => name === 'user_token')

test('TOKEN-T7, TOK-14: five tabs with a hundred calls fetch one token, and refresh it once when it is refused', async () => {
  const [fetches, refreshes, answered] = [getServiceToken, refreshServiceToken, getBearerBalance].map(counted)
  const tabs = await Promise.all(Array.from({ length: TABS }, (_, index) => openTab(index ? undefined : player.page)))
  const all = Array.from({ length: TABS * CALLS }, () => 'answered')

  await Promise.all(tabs.map((tab) => begin(tab, CALLS)))
  expect((await Promise.all(tabs.map(endsOf))).flat()).toEqual(all)
  expect([fetches?.(), refreshes?.(), answered?.()]).toEqual([1, 0, TABS * CALLS])

  const { token } = JSON.parse((await kept(player.page, 'serviceToken')) ?? '{}') as { token: string }
  await context.route(`**${getBearerBalance.path}`, async (route) => {
    const isFormer = route.request().headers().authorization === `Bearer ${token}`
    await (isFormer ? route.fulfill({ status: 401, json: { message: 'Who are you?' } }) : route.continue())
  })
  await Promise.all(tabs.map((tab) => begin(tab, CALLS)))
  expect((await Promise.all(tabs.map(endsOf))).flat()).toEqual(all)
  expect([fetches?.(), refreshes?.()]).toEqual([1, 1])
  await context.unroute(`**${getBearerBalance.path}`)

  const cookie = await userToken()
  const [, claims = ''] = cookie?.value.split('.') ?? []
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
  expect(cookie).toMatchObject({ path: '/', sameSite: 'Lax', secure: true, expires: exp })
  await Promise.all(tabs.slice(1).map((tab) => tab.close()))
  expect(player.faults(REFUSED)).toEqual([])
})

test('TOKEN-T4: a token that comes while the player signs out is dropped, here and in the other tab', async () => {
  const [tab, other] = [await openTab(player.page), await openTab()]
  const held: Route[] = []
  await context.route(`**${refreshServiceToken.path}`, (route) => void held.push(route))
  await context.route(`**${getBearerBalance.path}`, (route) => route.fulfill({ status: 401, json: { message: 'No' } }))
  await begin(tab, 2)
  await expect.poll(() => held.length).toBe(1)
  expect(await kept(tab, 'serviceToken')).not.toBeNull()

  const bearers = counted(getBearerBalance)
  await tab.getByRole('button', { name: 'Sign out' }).first().click()
  await tab.waitForURL(`${site.origin(BRAND)}/en`)
  const attributes = { userToken: 'late.late.late', expireDate: new Date(Date.now() + 900_000).toISOString() }
  // The page has already given the call up, or was closed.
  await held[0]?.fulfill({ json: { data: { attributes } } }).catch(() => undefined)
  expect(await tab.evaluate(() => sessionStorage.getItem('ends'))).toBe('["request.cancelled","request.cancelled"]')
  await other.waitForURL((url) => !url.pathname.startsWith('/en/office'))
  for (const page of [tab, other]) expect(await kept(page, 'serviceToken')).toBeNull()
  expect([bearers(), await userToken()]).toEqual([0, undefined])
  expect(player.faults(REFUSED)).toEqual([])
})
