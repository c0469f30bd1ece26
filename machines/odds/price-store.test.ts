import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPriceStore } from './price-store.ts'

const LIVE = { epoch: 'a', seq: 1, isLive: true }

describe('price store', () => {
  test('STREAM-8: a hundred writes between two flushes are one look, and one call of one listener', () => {
    const store = createPriceStore()
    const calls: number[] = []
    for (const outcomeId of [1, 2]) store.listen(outcomeId, () => calls.push(outcomeId))
    store.mark('game/1', LIVE)
    store.write('game/1', 2, 15_000, false)
    store.flush()
    calls.length = 0
    for (let update = 1; update <= 100; update += 1) store.write('game/1', 1, 10_000 + update, false)
    expect(store.read(1)).toBeNull()
    expect(store.flush()).toBe(1)
    expect(calls).toEqual([1])
    expect(store.read(1)).toEqual({
      outcomeId: 1,
      oddsUnits: 10_100,
      movement: 0,
      isSuspended: false,
      isLive: true,
      epoch: 'a',
      seq: 1,
    })
  })

  test('a look is the same object until a flush changes it, and a write of the same price changes nothing', () => {
    const store = createPriceStore()
    store.write('game/1', 1, 18_500, false)
    store.flush()
    const look = store.read(1)
    store.write('game/1', 1, 18_500, false)
    expect(store.isDirty()).toBe(false)
    store.write('game/1', 1, 19_000, false)
    expect(store.read(1)).toBe(look)
    store.flush()
    expect(store.read(1)).not.toBe(look)
  })

  test('movement is against the price that was looked at last, not against those between', () => {
    const store = createPriceStore()
    const show = (oddsUnits: number) => {
      store.write('game/1', 1, oddsUnits, false)
      store.flush()
    }
    show(20_000)
    expect(store.read(1)?.movement).toBe(0)
    show(22_000)
    show(21_000)
    expect(store.read(1)?.movement).toBe(1)
    show(19_000)
    expect(store.read(1)?.movement).toBe(-1)
  })

  test('STREAM-6: a channel that is no longer live takes its own prices along and nobody else', () => {
    const store = createPriceStore()
    for (const channel of [1, 2]) {
      store.mark(`game/${channel}`, LIVE)
      store.write(`game/${channel}`, channel, 15_000, false)
    }
    store.flush()
    store.mark('game/1', { ...LIVE, isLive: false })
    expect(store.flush()).toBe(1)
    expect([1, 2].map((id) => store.read(id)?.isLive)).toEqual([false, true])
  })

  test('says what a map would say, through growth, removal and reuse of places', () => {
    const step = fc.record({
      what: fc.constantFrom('write', 'write', 'write', 'remove', 'drop', 'flush'),
      id: fc.integer({ min: 1, max: 12 }),
      odds: fc.integer({ min: 10_000, max: 10_004 }),
      isSuspended: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
        const store = createPriceStore()
        const model = new Map<number, { odds: number; isSuspended: boolean }>()
        for (const { what, id, odds, isSuspended } of steps) {
          const channel = `game/${id % 3}`
          if (what === 'write') store.write(channel, id, odds, isSuspended)
          if (what === 'write') model.set(id, { odds, isSuspended })
          if (what === 'remove') store.remove(id)
          if (what === 'remove') model.delete(id)
          if (what === 'drop') store.drop(channel)
          if (what === 'drop') for (const other of model.keys()) if (other % 3 === id % 3) model.delete(other)
          if (what === 'flush') store.flush()
        }
        store.flush()
        for (let id = 1; id <= 12; id += 1) {
          const look = store.read(id)
          const seen = look && { odds: look.oddsUnits, isSuspended: look.isSuspended }
          expect(seen ?? undefined).toEqual(model.get(id))
        }
      }),
    )
  })

  test('who asks again only when called has at every flush what the store says: of what has gone, that there is nothing', () => {
    const step = fc.record({
      what: fc.constantFrom('write', 'write', 'remove', 'drop', 'flush'),
      id: fc.integer({ min: 1, max: 6 }),
      odds: fc.integer({ min: 10_000, max: 10_003 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const store = createPriceStore()
        const heard = new Map<number, number | null>()
        const ids = [1, 2, 3, 4, 5, 6]
        for (const id of ids) store.listen(id, () => heard.set(id, store.read(id)?.oddsUnits ?? null))
        for (const { what, id, odds } of [...steps, { what: 'flush', id: 1, odds: 10_000 }]) {
          const channel = `game/${id % 2}`
          if (what === 'write') store.write(channel, id, odds, false)
          if (what === 'remove') store.remove(id)
          if (what === 'drop') store.drop(channel)
          if (what !== 'flush') continue
          store.flush()
          expect(ids.map((one) => heard.get(one) ?? null)).toEqual(ids.map((one) => store.read(one)?.oddsUnits ?? null))
        }
      }),
    )
  })

  test('holds more prices than it began with room for', () => {
    const store = createPriceStore()
    for (let id = 1; id <= 5000; id += 1) store.write('game/1', id, 10_000 + id, false)
    expect(store.flush()).toBe(5000)
    expect([1, 1024, 1025, 5000].map((id) => store.read(id)?.oddsUnits)).toEqual([10_001, 11_024, 11_025, 15_000])
  })

  test('who stops listening is not called', () => {
    const store = createPriceStore()
    let calls = 0
    const stop = store.listen(1, () => {
      calls += 1
    })
    stop()
    stop()
    store.write('game/1', 1, 15_000, false)
    store.flush()
    expect(calls).toBe(0)
  })
})
