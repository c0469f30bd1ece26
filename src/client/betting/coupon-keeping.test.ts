import { afterEach, expect, test, vi } from 'vitest'
import type { KeepInput } from '#machines/betting/coupon/coupon-setup.machine.ts'
import { COUPON_KEY, keepBet } from './coupon-keeping.ts'

afterEach(() => vi.unstubAllGlobals())

const BET = { coupon: { entries: [] }, payload: {}, isOneClick: false, entries: [] } as unknown as KeepInput

/** A browser whose lock another tab has until it is given up. @returns what the storage holds, and the giving up */
function browserWithOtherTab() {
  const kept = new Map<string, string>()
  const localStorage = {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  }
  const { promise: isFree, resolve: giveUp } = Promise.withResolvers<void>()
  const request = async (_: string, { signal }: { readonly signal: AbortSignal }, work: () => void) => {
    signal.throwIfAborted()
    const aborted = new Promise<never>((_done, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason))
    })
    await Promise.race([isFree, aborted])
    work()
  }
  vi.stubGlobal('localStorage', localStorage)
  vi.stubGlobal('window', { localStorage })
  vi.stubGlobal('navigator', { locks: { request } })
  return { kept, giveUp }
}

test('PLACE-1: a bet is kept once no other tab keeps one', async () => {
  const { kept, giveUp } = browserWithOtherTab()
  const keeping = keepBet(BET, new AbortController().signal)
  giveUp()
  const { betGuid } = await keeping
  expect(JSON.parse(kept.get(COUPON_KEY) ?? 'null')).toMatchObject({ placement: { request: { betGuid } } })
})

test('PLACE-1: a bet that is held back while another tab keeps one is not kept, so that nobody sends it later', async () => {
  const { kept, giveUp } = browserWithOtherTab()
  const heldBack = new AbortController()
  const keeping = keepBet(BET, heldBack.signal)
  heldBack.abort()
  giveUp()
  await expect(keeping).rejects.toMatchObject({ name: 'AbortError' })
  expect(kept.has(COUPON_KEY)).toBe(false)
})
