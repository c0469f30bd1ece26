import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuthConfig, RateWindows } from '#schemas'
import { createMemoryBudgetStore } from './budget-store.ts'
import { createGuard } from './guard.service.ts'

const base: AuthConfig = JSON.parse(
  readFileSync(new URL('../../../brands/_base/config/auth.json', import.meta.url), 'utf8'),
)
const START_MS = Date.parse('2026-03-01T12:00:00Z')

/** A guard with the engine's own numbers, and other ones for sign-ins to the brand `green`. */
function setUp({ maxKeys }: { maxKeys?: number } = {}) {
  let nowMs = START_MS
  const green: { sign_in: Record<string, RateWindows> } = { sign_in: {} }
  const guard = createGuard({
    store: createMemoryBudgetStore(maxKeys),
    clock: () => new Date(nowMs),
    limits: async (brandId) => (brandId === 'green' ? { ...base.rateLimits, ...green } : base.rateLimits),
  })
  return { guard, green, wait: (ms: number) => (nowMs += ms) }
}

test('SEC-6: the sixth failed sign-in to one account within 15 minutes waits, from any address and device', async () => {
  const { guard, wait } = setUp()
  for (let n = 0; n < 5; n++) {
    await guard.take('sign_in', 'red', { account: 'a@b.example', ip: `10.0.0.${n}`, device: `d${n}` })
    wait(60_000)
  }
  const sixth = guard.take('sign_in', 'red', { account: 'a@b.example', ip: '10.0.0.9', device: 'd9' })
  await expect(sixth).rejects.toMatchObject({ code: 'rate.limited', params: { seconds: 600 }, retryAfterSeconds: 600 })
  wait(600_000)
  await guard.take('sign_in', 'red', { account: 'a@b.example', ip: '10.0.0.9', device: 'd9' })
})

test('SEC-6: one device and one address are limited over all accounts', async () => {
  const { guard } = setUp()
  for (let n = 0; n < 5; n++) await guard.take('sign_in', 'red', { account: `p${n}`, ip: '10.0.0.1', device: 'd' })
  await expect(guard.take('sign_in', 'red', { account: 'p6', device: 'd' })).rejects.toMatchObject({
    code: 'rate.limited',
  })
  for (let n = 5; n < 20; n++) await guard.take('sign_in', 'red', { account: `p${n}`, ip: '10.0.0.1' })
  await expect(guard.take('sign_in', 'red', { account: 'p21', ip: '10.0.0.1' })).rejects.toMatchObject({
    code: 'rate.limited',
  })
})

test('SEC-6: codes are sent once in 60 seconds and five times a day', async () => {
  const { guard, wait } = setUp()
  const keys = { account: '+15550100' }
  await guard.take('code_sending', 'red', keys)
  await expect(guard.take('code_sending', 'red', keys)).rejects.toMatchObject({ retryAfterSeconds: 60 })
  for (let n = 0; n < 4; n++) {
    wait(60_000)
    await guard.take('code_sending', 'red', keys)
  }
  wait(60_000)
  await expect(guard.take('code_sending', 'red', keys)).rejects.toMatchObject({ retryAfterSeconds: 86_400 - 300 })
})

test('SEC-6: brands and budgets do not share their counts', async () => {
  const { guard } = setUp()
  for (let n = 0; n < 5; n++) await guard.take('sign_in', 'red', { device: 'd' })
  await guard.take('sign_in', 'blue', { device: 'd' })
  await guard.take('registration', 'red', { device: 'd' })
})

test("SEC-6: a brand's own numbers hold for it alone, and new ones from the next attempt on", async () => {
  const { guard, green, wait } = setUp()
  green.sign_in = { device: { short: { attempts: 2, windowMs: 10_000 }, long: { attempts: 3, windowMs: 60_000 } } }
  const attempt = () => guard.take('sign_in', 'green', { account: 'a', device: 'd', ip: '10.0.0.1' })
  for (let n = 0; n < 2; n++) await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'rate.limited', retryAfterSeconds: 10 })
  for (let n = 0; n < 5; n++) await guard.take('sign_in', 'red', { account: 'a', device: 'd' })
  wait(10_000)
  await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'rate.limited', retryAfterSeconds: 50 })
  green.sign_in = { device: { short: { attempts: 2, windowMs: 10_000 }, long: { attempts: 4, windowMs: 60_000 } } }
  await attempt()
  await expect(attempt()).rejects.toMatchObject({ code: 'rate.limited' })
})

test('a refused attempt costs nothing in the other budgets', async () => {
  const { guard } = setUp()
  for (let n = 0; n < 5; n++) await guard.take('sign_in', 'red', { device: 'd' })
  for (let n = 0; n < 5; n++) {
    await guard.take('sign_in', 'red', { account: 'a', device: 'd' }).catch(() => undefined)
  }
  for (let n = 0; n < 5; n++) await guard.take('sign_in', 'red', { account: 'a' })
})

test('what is left is the least that a long window lets pass; short ones only make wait', async () => {
  const { guard } = setUp()
  const keys = { account: '+77012345678', device: 'd', ip: '10.0.0.1' }
  expect(await guard.left('code_sending', 'red', keys)).toBe(5)
  await guard.take('code_sending', 'red', keys)
  expect(await guard.left('code_sending', 'red', keys)).toBe(4)
  for (let n = 0; n < 7; n++) await guard.take('code_sending', 'red', { account: `+7701234567${n}0`, device: 'd' })
  expect(await guard.left('code_sending', 'red', keys)).toBe(2)
  expect(await guard.left('social', 'red', keys)).toBe(Number.POSITIVE_INFINITY)
})

test('an attempt that is given back does not count', async () => {
  const { guard } = setUp()
  for (let n = 0; n < 50; n++) {
    await guard.take('sign_in', 'red', { account: 'a', ip: '10.0.0.1' })
    await guard.giveBack('sign_in', 'red', { account: 'a', ip: '10.0.0.1' })
  }
})

test('the memory store keeps no more keys than it may', async () => {
  const { guard } = setUp({ maxKeys: 3 })
  for (let n = 0; n < 5; n++) await guard.take('sign_in', 'red', { device: 'first' })
  for (const device of ['b', 'c', 'd']) await guard.take('sign_in', 'red', { device })
  await guard.take('sign_in', 'red', { device: 'first' })
})

test('SEC-6: never more than the limit in any window, and a wait is always long enough', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 60 }), async (steps) => {
      const store = createMemoryBudgetStore()
      const budget = { attempts: 3, windowMs: 50 }
      const granted: number[] = []
      let nowMs = 0
      for (const step of steps) {
        nowMs += step
        const waitMs = await store.take('k', budget, nowMs)
        if (waitMs === 0) granted.push(nowMs)
        else expect(await store.take('k', budget, nowMs + waitMs - 1)).toBe(1)
      }
      for (const time of granted) {
        expect(granted.filter((other) => other <= time && other > time - budget.windowMs).length).toBeLessThanOrEqual(3)
      }
    }),
  )
})

test('SEC-14: attempts at an account are told how far beyond the budget they are, and are taken back exactly', async () => {
  const { guard, wait } = setUp()
  for (let n = 0; n < 5; n++) expect((await guard.count('sign_in', 'red', 'a')).beyond).toBe(0)
  const over = await guard.count('sign_in', 'red', 'a')
  expect(over.beyond).toBe(1)
  await over.giveBack()
  for (let n = 1; n <= 3; n++) expect((await guard.count('sign_in', 'red', 'a')).beyond).toBe(n)
  expect((await guard.count('sign_in', 'red', 'b')).beyond).toBe(0)
  wait(15 * 60_000)
  const again = await guard.count('sign_in', 'red', 'a')
  expect(again.beyond).toBe(0)
  await again.giveBack()
})
