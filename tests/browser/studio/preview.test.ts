import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from 'playwright'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { editStudioDraft, getStudioCatalogue, getStudioDocument } from '#calls/studio/studio-draft.calls.ts'
import type { StudioCatalogueAnswer, StudioDocumentAnswer, StudioDraftAnswer, StudioEdit } from '#schemas'
import { claimedOwner, STUDIO_ENV, type StudioCaller, studioOrigin } from '#tools/bench/loads/studio-caller.ts'
import { ownSite } from '../test-site.ts'
import { watchedPage } from '../watched-page.ts'

const BRAND = 'velvet'
/** Lists of games that a page was loading when it was left. */
const LEFT = [/request\.cancelled/]
const MENU = { path: 'locales/en/brand.json', pointer: '/site.menu_live' } as const

const { site, browser } = await ownSite({ env: STUDIO_ENV })

let owner: StudioCaller
let page: Page
let preview = ''
let faults: (expected?: readonly RegExp[]) => string[]
beforeAll(async () => {
  const watched = await watchedPage(browser, { viewport: { width: 1440, height: 900 } })
  page = watched.page
  faults = watched.faults
  owner = await claimedOwner(site)
  preview = (await owner.send<StudioCatalogueAnswer>(getStudioCatalogue, BRAND)).preview
})

/** A page of the studio with nothing but the preview in a frame, and what the frame has said. */
async function framedPreview(address: string, path = '/en'): Promise<Frame> {
  await page.goto(address)
  await page.evaluate((src) => {
    const said: object[] = []
    Object.assign(window, { said })
    addEventListener('message', (event) => said.push({ ...event.data, origin: event.origin }))
    const frame = Object.assign(document.createElement('iframe'), { src, width: 1280, height: 800 })
    document.body.replaceChildren(frame)
  }, preview + path)
  await expect.poll(() => page.frames().length).toBe(2)
  return page.frames()[1] as Frame
}

/** A site of somebody else on this machine. @returns its address */
async function strangersSite(): Promise<string> {
  const server = createServer((_request, answer) =>
    answer.setHeader('content-type', 'text/html').end('<title>x</title>'),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

interface Said {
  readonly type: string
  readonly origin: string
  readonly hash?: string
  readonly path?: string
  readonly texts?: readonly { readonly key: string }[]
  readonly places?: readonly { readonly path: string; readonly pointer: string }[]
  readonly fields?: readonly string[]
  readonly tokens?: readonly string[]
  readonly count?: number
}

const said = (type: string): Promise<Said[]> =>
  page.evaluate((wanted) => (window as unknown as { said: Said[] }).said.filter((one) => one.type === wanted), type)
const post = (message: object): Promise<void> =>
  page.evaluate(
    ([sent, target]) =>
      (document.querySelector('iframe') as HTMLIFrameElement).contentWindow?.postMessage(sent, target as string),
    [message, preview] as const,
  )
const isReady = () =>
  expect.poll(async () => (await said('livery.preview.ready')).length, { timeout: 20_000 }).toBeGreaterThan(0)
const edit = (...edits: StudioEdit[]) =>
  owner.send<StudioDraftAnswer>(editStudioDraft, BRAND, { body: { edits, editor: 'anna01' } })
const show = async (...edits: StudioEdit[]) =>
  post({ type: 'livery.preview.draft', preview: (await edit(...edits)).preview })

test('OPS-17: a page of the draft takes texts, colours and menus from the studio around it, without a reload', async () => {
  const frame = await framedPreview(`${studioOrigin(site)}/sign-in`)
  await isReady()
  await frame.evaluate(() => Reflect.set(window, 'isSamePage', true))
  await show({ ...MENU, value: 'In play now' })
  await frame.getByRole('link', { name: 'In play now' }).first().waitFor()
  const accent = () =>
    frame.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--space-5').trim())
  expect(await accent()).toBe('24px')
  await show({ path: 'theme.tokens.json', pointer: '/space/5/$value/value', value: 28 })
  await expect.poll(accent).toBe('28px')
  expect(await frame.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  expect((await said('livery.preview.applied')).at(-1)?.origin).toBe(preview)
  expect(faults(LEFT)).toEqual([])
})

test('OPS-17: in inspect mode a press tells the key of a text and follows no link', async () => {
  const frame = await framedPreview(`${studioOrigin(site)}/sign-in`)
  await isReady()
  await post({ type: 'livery.preview.inspect', isOn: true })
  const link = frame.getByRole('link', { name: 'In play now' }).first()
  await link.hover()
  expect(await frame.locator('[data-inspected]').evaluate((marked) => getComputedStyle(marked).outlineStyle)).toBe(
    'solid',
  )
  await link.click()
  await expect
    .poll(async () => (await said('livery.preview.picked'))[0]?.texts?.map(({ key }) => key))
    .toContain('site.menu_live')
  expect(new URL(frame.url()).pathname).toBe('/en')
  await post({ type: 'livery.preview.inspect', isOn: false })
  await link.click()
  await expect.poll(async () => (await said('livery.preview.moved')).at(-1)?.path).toContain('/en/live')
})

test('OPS-17: a press leads to the entry and the tokens that made it, and each leads back', async () => {
  const frame = await framedPreview(`${studioOrigin(site)}/sign-in`)
  await isReady()
  const pressed = async (press: (frame: Frame) => Promise<void>): Promise<Said> => {
    const before = (await said('livery.preview.picked')).length
    await post({ type: 'livery.preview.inspect', isOn: true })
    await press(frame)
    await expect.poll(async () => (await said('livery.preview.picked')).length).toBe(before + 1)
    await post({ type: 'livery.preview.inspect', isOn: false })
    return (await said('livery.preview.picked')).at(-1) as Said
  }
  const found = async (sought: object): Promise<number> => {
    const before = (await said('livery.preview.found')).length
    await post({ type: 'livery.preview.find', texts: [], places: [], fields: [], tokens: [], ...sought })
    await expect.poll(async () => (await said('livery.preview.found')).length).toBe(before + 1)
    return (await said('livery.preview.found')).at(-1)?.count ?? 0
  }
  const menu = await pressed(() =>
    frame
      .getByRole('link', { name: /^In play/ })
      .first()
      .click(),
  )
  expect(menu.places?.map(({ path, pointer }) => path + pointer).join(' ')).toMatch(/\/menu\/live( |$)/)
  expect(menu.tokens?.some((name) => name.startsWith('--color-'))).toBe(true)
  const banner = await pressed(() => frame.locator('main img').first().click({ force: true }))
  expect(banner.places?.map(({ path }) => path)).toContain('config/banner-widgets.json')
  for (const { path, pointer } of [...(menu.places ?? []), ...(banner.places ?? [])].slice(0, 4)) {
    expect(await found({ places: [{ path, pointer }] }), path + pointer).toBeGreaterThan(0)
  }
  expect(await found({ tokens: ['--color-accent'] })).toBeGreaterThan(0)
  expect(await found({ texts: ['site.menu_live'] })).toBeGreaterThan(0)
  expect(await found({ places: [{ path: 'config/header.json', pointer: '/menu/no_such_entry' }] })).toBe(0)
  expect(faults(LEFT)).toEqual([])
})

test('OPS-17: a block of the home page without a text of its own, and a page of information, lead to their files and back', async () => {
  const pick = async (path: string, press: (frame: Frame) => Promise<void>): Promise<readonly string[]> => {
    const frame = await framedPreview(`${studioOrigin(site)}/sign-in`, path)
    await isReady()
    await post({ type: 'livery.preview.inspect', isOn: true })
    await press(frame)
    await expect.poll(async () => (await said('livery.preview.picked')).length).toBe(1)
    const [picked] = await said('livery.preview.picked')
    for (const place of picked?.places ?? []) {
      const before = (await said('livery.preview.found')).length
      await post({ type: 'livery.preview.find', texts: [], fields: [], tokens: [], places: [place] })
      await expect.poll(async () => (await said('livery.preview.found')).length).toBe(before + 1)
      expect((await said('livery.preview.found')).at(-1)?.count, place.path + place.pointer).toBeGreaterThan(0)
    }
    return (picked?.places ?? []).map(({ path: file, pointer }) => file + pointer)
  }
  const page = await pick('/en/information/about', (frame) => frame.locator('main p').first().click({ force: true }))
  expect(page).toContain('pages/en/about.md')
  const block = await homeBlockWithoutText()
  const pressed = await pick('/en', (frame) => frame.locator('main img').first().click({ force: true }))
  expect(pressed).toContain(`config/customize.json/homeBlocks/${block}`)
  expect(faults(LEFT)).toEqual([])
})

/** The id of the block of banners, whose entry names no text. */
async function homeBlockWithoutText(): Promise<string> {
  const query = { path: 'config/customize.json' }
  const { resolved } = await owner.send<StudioDocumentAnswer>(getStudioDocument, BRAND, { query })
  const { homeBlocks } = resolved as { homeBlocks: Record<string, { kind: string; titleKey?: string }> }
  const [id = '', block] = Object.entries(homeBlocks).find(([, { kind }]) => kind === 'banner-carousel') ?? []
  expect(block?.titleKey).toBeUndefined()
  return id
}

test('OPS-17: a field of a form leads to the forms that have it', async () => {
  const pick = async (path: string, press: (frame: Frame) => Promise<void>): Promise<Said> => {
    const frame = await framedPreview(`${studioOrigin(site)}/sign-in`, path)
    await isReady()
    await post({ type: 'livery.preview.inspect', isOn: true })
    await press(frame)
    await expect.poll(async () => (await said('livery.preview.picked')).length).toBe(1)
    return (await said('livery.preview.picked'))[0] as Said
  }
  const field = await pick('/en/registration', (frame) =>
    frame.locator('main input:visible').first().click({ force: true }),
  )
  expect(field.fields).toHaveLength(1)
  expect(faults(LEFT)).toEqual([])
})

test('OPS-17: the page is shown as a guest and as a player of another country see it, without a reload', async () => {
  const frame = await framedPreview(`${studioOrigin(site)}/sign-in`)
  await isReady()
  await frame.evaluate(() => Reflect.set(window, 'isSamePage', true))
  const signIn = frame
    .getByRole('link', { name: 'Sign in' })
    .or(frame.getByRole('button', { name: 'Sign in' }))
    .first()
  await signIn.waitFor()
  await post({ type: 'livery.preview.visitor', country: 'de', isPlayer: true })
  await signIn.waitFor({ state: 'detached' })
  // What is edited now is seen by the player too.
  await show({ ...MENU, value: 'In play for players' })
  await frame.getByRole('link', { name: 'In play for players' }).first().waitFor()
  expect(await signIn.count()).toBe(0)
  await post({ type: 'livery.preview.visitor', country: null, isPlayer: false })
  await signIn.waitFor()
  expect(await frame.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true)
  // The player exists on the page alone: what is asked for them is refused.
  expect(faults([/40[0-9]/, ...LEFT])).toEqual([])
})

test('a page of the draft is shown by no other site', async () => {
  const frame = await framedPreview(await strangersSite())
  await expect.poll(() => frame.url()).toMatch(/^chrome-error:/)
  expect(await said('livery.preview.ready')).toEqual([])
  expect(faults().every((fault) => /frame-ancestors|BLOCKED/.test(fault))).toBe(true)
})
