import { afterEach, expect, test, vi } from 'vitest'
import type { CallPort } from '#calls/call.ts'
import { loadedTexts } from './page-texts.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const MINUTE_MS = 60_000
const LIFETIMES = { cacheMs: 15 * MINUTE_MS, appCacheMs: 24 * 60 * MINUTE_MS }

/** A page's texts over a content host that answers from `contents`, with the clock, map and requests in the test's hands. */
function pageTexts(contents: Record<string, Record<string, string> | null>) {
  const state = { nowMs: 0, map: { app: 'en/app.1.json', betting: 'en/betting.1.json' } as Record<string, string> }
  const requests: string[] = []
  const failed: string[] = []
  vi.stubGlobal('fetch', async (file: string) => {
    requests.push(file)
    const content = contents[file]
    return content ? Response.json({ version: '1', language: 'en', content }) : new Response(null, { status: 503 })
  })
  const call = (async () => {
    requests.push('map')
    return state.map
  }) as unknown as CallPort
  const texts = loadedTexts({
    language: 'en',
    files: Object.fromEntries(Object.entries(state.map).map(([id, path]) => [id, `/genfiles/web-app-v2/${path}`])),
    lifetimes: LIFETIMES,
    call,
    nowMs: () => state.nowMs,
    onMissing: () => undefined,
    onFailed: (_error, dictionary) => failed.push(dictionary),
  })
  const requested = () => requests.splice(0)
  return { texts, t: (key: string) => texts.t(key), state, requested, failed }
}

const APP = '/genfiles/web-app-v2/en/app.1.json'
const BETTING = '/genfiles/web-app-v2/en/betting.1.json'
const LATER_BETTING = '/genfiles/web-app-v2/en/betting.2.json'

test('I18N-10, I18N-12, I18N-13: a dictionary counts as loaded for 15 minutes; then the map is asked for, and a new file fetched', async () => {
  const { texts, t, state, requested } = pageTexts({
    [BETTING]: { stake: 'Stake' },
    [LATER_BETTING]: { stake: 'Amount' },
  })
  await Promise.all([texts.need(['betting']), texts.need(['betting'])])
  expect(requested()).toEqual([BETTING])
  state.nowMs = 15 * MINUTE_MS - 1
  await texts.need(['betting'])
  expect(requested()).toEqual([])
  state.nowMs += 1
  await texts.need(['betting'])
  expect(requested()).toEqual(['map'])
  expect(t('stake')).toBe('Stake')
  state.nowMs *= 2
  state.map = { betting: 'en/betting.2.json' }
  await texts.need(['betting'])
  expect(requested()).toEqual(['map', LATER_BETTING])
  expect(t('stake')).toBe('Amount')
})

test('I18N-11: the dictionary of the application counts as loaded for 24 hours', async () => {
  const { texts, state, requested } = pageTexts({ [APP]: { hello: 'Hello' } })
  await texts.need(['app'])
  expect(requested()).toEqual([APP])
  state.nowMs = 24 * 60 * MINUTE_MS - 1
  await texts.need(['app'])
  expect(requested()).toEqual([])
  state.nowMs += 1
  await texts.need(['app'])
  expect(requested()).toEqual(['map'])
})

test('I18N-17: a dictionary that cannot be had is reported, does not stop the page, and is asked for again', async () => {
  const contents: Record<string, Record<string, string> | null> = { [BETTING]: null, [APP]: { hello: 'Hello' } }
  const { texts, t, failed } = pageTexts(contents)
  await texts.need(['app', 'betting', 'unheard_of'])
  expect(failed.sort()).toEqual(['betting', 'unheard_of'])
  expect([t('hello'), t('stake')]).toEqual(['Hello', 'stake'])
  contents[BETTING] = { stake: 'Stake' }
  await texts.need(['betting'])
  expect(t('stake')).toBe('Stake')
})
