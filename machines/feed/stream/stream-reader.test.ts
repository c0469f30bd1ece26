import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPriceStore } from '#machines/odds/price-store.ts'
import type { StreamFrame } from '#schemas'
import { change, framesOf, head, key, play, RATES } from './stream-reader.test-support.ts'
import { createStreamReader } from './stream-reader.ts'

describe('the reader of the stream', () => {
  test('STREAM-3: no price is shown as live that the server did not hold at that sequence, whatever the link does', () => {
    let live = 0
    let asked = 0
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 40, size: 'max' }),
        fc.integer({ min: 0, max: 2 ** 31 }),
        (changes, seed) => {
          const { counts, last, reader, store, history } = play(changes, seed, RATES)
          live += counts.live
          asked += counts.asked
          // Once the link is good again, everything that can be bet on is there.
          const moment = last && history.get(key(last.ch, last.ep, last.seq))
          expect(reader.sync('game/1')).toMatchObject({ epoch: last?.ep, seq: last?.seq, phase: 'live' })
          for (const [outcomeId, odds] of moment?.isUp ? moment.held : [])
            expect(store.read(outcomeId)).toMatchObject({ oddsUnits: odds, isLive: true, isSuspended: false })
        },
      ),
      { numRuns: 400 },
    )
    // The property would hold of a page that shows nothing.
    expect(live).toBeGreaterThan(2000)
    expect(asked).toBeGreaterThan(200)
  })

  test('a link without faults loses nothing and asks for nothing but new epochs', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const { counts, reader, last } = play(changes, 5, {})
        expect(reader.sync('game/1')?.seq).toBe(last?.seq)
        expect(counts.asked).toBeLessThanOrEqual(20)
      }),
      { numRuns: 30 },
    )
  })

  const opened = () => {
    const store = createPriceStore()
    const reader = createStreamReader(store)
    reader.watch(['game/1', 'game/2'], [], 0)
    const frames = [...framesOf('game/1', [{ prices: [[11, 21_000, 0]] }]), ...framesOf('game/2', [])]
    const renamed = frames.map((frame) => JSON.stringify(frame.ch === 'game/2' ? elsewhere(frame) : frame))
    for (const text of renamed) reader.receive(text, 0)
    store.flush()
    return { store, reader }
  }
  const elsewhere = (frame: StreamFrame): StreamFrame =>
    frame.t === 'image'
      ? { ...frame, d: { ...frame.d, markets: [[9, 1, 1, 1]], outcomes: [[99, 9, 1]], prices: [[99, 15_000, 0]] } }
      : frame

  test('STREAM-2: applying a delta twice changes nothing', () => {
    const { store, reader } = opened()
    const again = framesOf('game/1', [{ prices: [[11, 21_000, 0]] }])[1]
    expect(reader.receive(JSON.stringify(again), 10)).toEqual([])
    expect(store.isDirty()).toBe(false)
  })

  test('STREAM-2: a price of an unknown outcome is not taken, and the channel is requested again', () => {
    const { store, reader } = opened()
    const odd: StreamFrame = {
      ...head,
      ch: 'game/1',
      seq: 2,
      prev: 1,
      t: 'delta',
      d: {
        prices: [
          [77, 1, 0],
          [11, 5, 0],
        ],
      },
    }
    expect(reader.receive(JSON.stringify(odd), 10)).toEqual([{ t: 'channels', add: ['game/1'], drop: [] }])
    store.flush()
    expect(store.read(77)).toBeNull()
    expect(store.read(11)).toMatchObject({ oddsUnits: 21_000, isLive: false })
    expect(store.read(99)).toMatchObject({ isLive: true })
  })

  test('STREAM-2: a frame of a channel that nobody watches is passed over', () => {
    const { store, reader } = opened()
    expect(reader.receive(JSON.stringify(framesOf('game/3', [])[0]), 10)).toEqual([])
    expect(store.isDirty()).toBe(false)
  })

  test('STREAM-2: after a text that is cut off every channel resumes from its last sequence', () => {
    const { store, reader } = opened()
    expect(reader.receive('{"v":1,"ep":"a","ch":"ga', 10)).toEqual([
      { t: 'resume', ch: 'game/1', ep: 'a', seq: 1 },
      { t: 'resume', ch: 'game/2', ep: 'a', seq: 0 },
    ])
    store.flush()
    expect(store.read(99)?.isLive).toBe(false)
  })

  test('STREAM-3: after a reconnect it resumes what it has and asks for what it has not', () => {
    const { reader } = opened()
    reader.watch(['game/5'], [], 10)
    expect(reader.connected(20)).toEqual([
      { t: 'hello', heartbeatMs: 5000, isGathering: true },
      { t: 'resume', ch: 'game/1', ep: 'a', seq: 1 },
      { t: 'resume', ch: 'game/2', ep: 'a', seq: 0 },
      { t: 'channels', add: ['game/5'], drop: [] },
    ])
    expect(reader.tick(21)).toEqual([])
    expect(reader.tick(2020)).toHaveLength(3)
  })

  test('STREAM-4: without data or heartbeat for two intervals everything is stale; other channels keep nobody alive', () => {
    const { store, reader } = opened()
    const beat = (ch: string, seq: number): string => JSON.stringify({ ...head, ch, seq, prev: seq, t: 'hb' })
    reader.receive(beat('game/2', 0), 9000)
    reader.tick(10_001)
    store.flush()
    expect([11, 99].map((id) => store.read(id)?.isLive)).toEqual([false, true])
    expect(reader.isDegraded(19_000)).toBe(false)
    expect(reader.isDegraded(19_001)).toBe(true)
    reader.receive(beat('game/1', 1), 19_500)
    store.flush()
    expect(store.read(11)?.isLive).toBe(true)
  })

  test('STREAM-4: the interval is the one that the server promises', () => {
    const { store, reader } = opened()
    const d = { kind: 'session', heartbeatMs: 1000, maxChannels: 10 }
    reader.receive(JSON.stringify({ ...head, ch: 'socket', seq: 0, prev: 0, t: 'status', d }), 0)
    reader.tick(2001)
    store.flush()
    expect(store.read(11)?.isLive).toBe(false)
  })

  test('STREAM-8: prices that nobody looks at wait until one of their channel is asked for, and are right then', () => {
    const { store, reader } = opened()
    const step = (seq: number, prices: readonly (readonly number[])[]) =>
      reader.receive(JSON.stringify({ ...head, ch: 'game/1', seq: seq + 1, prev: seq, t: 'delta', d: { prices } }), 10)
    let told = 0
    for (let seq = 1; seq <= 20; seq += 1) step(seq, [[11, 20_000 + seq, 0]])
    expect(store.isDirty()).toBe(false)
    expect(store.read(11)).toMatchObject({ oddsUnits: 20_020, isLive: true, seq: 21 })
    const stop = store.listen(11, () => {
      told += 1
    })
    step(21, [[11, 30_000, 0]])
    expect(store.isDirty()).toBe(true)
    store.flush()
    expect([told, store.read(11)?.oddsUnits]).toEqual([1, 30_000])
    stop()
    step(22, [[11, 40_000, 1]])
    expect(reader.book('game/1')?.prices.get(11)).toEqual([11, 40_000, 1])
    store.flush()
    expect(store.read(11)).toMatchObject({ oddsUnits: 40_000, isSuspended: true })
    expect(step(23, [[777, 10_100, 0]])).toEqual([expect.objectContaining({ t: 'channels', add: ['game/1'] })])
  })

  test('a channel that is dropped takes its prices along', () => {
    const { store, reader } = opened()
    expect(reader.watch([], ['game/1'], 10)).toEqual([{ t: 'channels', add: [], drop: ['game/1'] }])
    store.flush()
    expect([11, 99].map((id) => store.read(id)?.outcomeId)).toEqual([undefined, 99])
    expect(reader.book('game/1')).toBeNull()
    expect([...(reader.book('game/2')?.markets.keys() ?? [])]).toEqual([9])
  })
})
