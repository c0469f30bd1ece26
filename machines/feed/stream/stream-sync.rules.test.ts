import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backOffMs } from '#machines/shell/stream-back-off.rules.ts'
import type { StreamFrame } from '#schemas'
import { readFrames } from './stream-frame.rules.ts'
import { createSubscriptions } from './stream-subscriptions.rules.ts'
import { applyFrame, type ChannelSync, isChannelLive, UNHEARD } from './stream-sync.rules.ts'

const head = { v: 1, ch: 'game/1', pt: 0 } as const
const BOARD = { isUp: true, game: { gameStatus: 1, producer: 'live' }, markets: [], outcomes: [], prices: [] } as const
const image = (seq: number, ep = 'a'): StreamFrame =>
  ({ ...head, ep, seq, prev: seq, t: 'image', d: BOARD }) as unknown as StreamFrame
const delta = (prev: number, seq = prev + 1, ep = 'a'): StreamFrame => ({ ...head, ep, seq, prev, t: 'delta', d: {} })
const heartbeat = (seq: number, ep = 'a'): StreamFrame => ({ ...head, ep, seq, prev: seq, t: 'hb' })
const source = (prev: number, isUp: boolean): StreamFrame => ({
  ...head,
  ep: 'a',
  seq: prev + 1,
  prev,
  t: 'status',
  d: { kind: 'source', isUp },
})
const refused: StreamFrame = {
  ...head,
  ep: 'socket',
  seq: 0,
  prev: 0,
  t: 'status',
  d: { kind: 'refused', code: 'unknown_channel' },
}
const ended: StreamFrame = { ...head, ep: 'a', seq: 5, prev: 5, t: 'status', d: { kind: 'ended' } }

/** Plays frames a second apart and gives the last step. */
function played(...frames: readonly StreamFrame[]) {
  let sync: ChannelSync = UNHEARD
  let verdict = 'nothing'
  for (const [index, frame] of frames.entries()) ({ sync, verdict } = applyFrame(sync, frame, index * 1000))
  const { phase, seq, epoch } = sync
  return { verdict, phase, seq, epoch, sync }
}

describe('a frame in its channel', () => {
  const AFTER_FIVE = [image(4), delta(4)]
  test.each([
    ['the first image', [image(4)], 'replace', 'live', 4, 'a'],
    ['a delta after it', [image(4), delta(4)], 'apply', 'live', 5, 'a'],
    ['a delta before any image', [delta(4)], 'nothing', 'waiting', 0, ''],
    ['the same delta again', [...AFTER_FIVE, delta(4)], 'nothing', 'live', 5, 'a'],
    ['an earlier delta', [...AFTER_FIVE, delta(2)], 'nothing', 'live', 5, 'a'],
    ['a delta after a gap', [...AFTER_FIVE, delta(6)], 'resume', 'stale', 5, 'a'],
    ['the first of two that are missing', [...AFTER_FIVE, delta(7), delta(5)], 'apply', 'stale', 6, 'a'],
    ['the last that was missing', [...AFTER_FIVE, delta(6), delta(5), delta(6)], 'apply', 'live', 7, 'a'],
    ['a delta that joins several', [...AFTER_FIVE, delta(8), delta(5, 9)], 'apply', 'live', 9, 'a'],
    ['a joined delta from before', [...AFTER_FIVE, delta(3, 9)], 'resume', 'stale', 5, 'a'],
    ['an image in mid-stream', [...AFTER_FIVE, image(9)], 'replace', 'live', 9, 'a'],
    ['an image that is late', [...AFTER_FIVE, image(4)], 'nothing', 'live', 5, 'a'],
    ['an image behind what is known', [...AFTER_FIVE, delta(8), image(7)], 'replace', 'stale', 7, 'a'],
    ['another epoch', [...AFTER_FIVE, delta(5, 6, 'b')], 'image', 'stale', 5, 'a'],
    ['the image of another epoch', [...AFTER_FIVE, image(1, 'b')], 'replace', 'live', 1, 'b'],
    ['a late image of the former epoch', [...AFTER_FIVE, image(1, 'b'), image(6)], 'nothing', 'live', 1, 'b'],
    ['a late delta of the former epoch', [...AFTER_FIVE, image(5, 'b'), delta(5)], 'nothing', 'live', 5, 'b'],
    ['a heartbeat', [...AFTER_FIVE, heartbeat(5)], 'mark', 'live', 5, 'a'],
    ['a heartbeat after a loss', [...AFTER_FIVE, heartbeat(6)], 'resume', 'stale', 5, 'a'],
    ['a heartbeat that is late', [...AFTER_FIVE, heartbeat(4)], 'nothing', 'live', 5, 'a'],
    ['a heartbeat of another epoch', [...AFTER_FIVE, heartbeat(5, 'b')], 'image', 'stale', 5, 'a'],
    ['a producer that goes down', [...AFTER_FIVE, source(5, false)], 'mark', 'live', 6, 'a'],
    ['a producer whose word was lost', [...AFTER_FIVE, source(6, false)], 'resume', 'stale', 5, 'a'],
    ['the end of the game', [...AFTER_FIVE, ended], 'mark', 'ended', 5, 'a'],
    ['a refusal', [...AFTER_FIVE, refused], 'mark', 'waiting', 5, 'a'],
    ['a delta after the end', [...AFTER_FIVE, ended, delta(5)], 'nothing', 'ended', 5, 'a'],
    ['an image after the end', [...AFTER_FIVE, ended, image(6)], 'replace', 'live', 6, 'a'],
  ] as const)('STREAM-1, STREAM-2: %s', (_, frames, verdict, phase, seq, epoch) => {
    expect(played(...frames)).toMatchObject({ verdict, phase, seq, epoch })
  })

  test('STREAM-4: a channel is live for two intervals after data or a heartbeat, and not longer', () => {
    const { sync } = played(image(4), delta(4), heartbeat(5))
    expect(isChannelLive(sync, 12_000, 5000)).toBe(true)
    expect(isChannelLive(sync, 12_001, 5000)).toBe(false)
  })

  test('STREAM-4: what brings nothing new is no sign of life', () => {
    const frames = [delta(4), heartbeat(4), delta(3), delta(6)]
    const { sync } = played(image(4), delta(4), ...frames)
    expect(sync.heardAtMs).toBe(1000)
  })

  test('STREAM-6: a channel whose producer is down is not live until it is up again', () => {
    expect(isChannelLive(played(image(4), source(4, false)).sync, 1000, 5000)).toBe(false)
    expect(isChannelLive(played(image(4), source(4, false), delta(5)).sync, 2000, 5000)).toBe(false)
    expect(isChannelLive(played(image(4), source(4, false), source(5, true)).sync, 2000, 5000)).toBe(true)
  })
})

describe('reading', () => {
  test('STREAM-2: a text that is cut off anywhere is no frame', () => {
    const text = JSON.stringify(image(4))
    expect(readFrames(text)).toEqual([image(4)])
    const list = JSON.stringify([image(4), delta(4)])
    expect(readFrames(list)).toEqual([image(4), delta(4)])
    for (const whole of [text, list])
      for (let length = 0; length < whole.length; length += 1) expect(readFrames(whole.slice(0, length))).toBeNull()
  })

  test.each([
    { ...delta(1), v: 2 },
    { ...delta(1), t: 'news' },
    { ...delta(1), seq: -1 },
    { ...delta(1), prev: '1' },
    { ...delta(1), ep: null },
    { ...delta(1), d: null },
    { ...delta(1), d: undefined },
    null,
    7,
    [],
  ])('STREAM-2: %j is no frame', (value) => {
    expect(readFrames(JSON.stringify(value))).toBeNull()
    expect(readFrames(JSON.stringify([delta(1), value]))).toBeNull()
  })
})

describe('connecting again', () => {
  test('STREAM-5: the ceiling doubles from half a second to thirty, and the wait is anywhere below it', () => {
    const ceilings = Array.from({ length: 9 }, (_, failures) => backOffMs(failures, 1))
    expect(ceilings).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    expect([0, 0.25, 0.5].map((random) => backOffMs(2, random))).toEqual([0, 500, 1000])
    expect(backOffMs(5000, 0.999)).toBeLessThan(30_000)
  })
})

describe('subscriptions', () => {
  test('STREAM-7: a channel is asked for once and dropped after the last one who watches it', () => {
    const subscriptions = createSubscriptions()
    for (const channel of ['game/1', 'game/1', 'game/2']) subscriptions.acquire(channel)
    expect(subscriptions.takeDiff()).toEqual({ add: ['game/1', 'game/2'], drop: [] })
    subscriptions.release('game/1')
    expect(subscriptions.takeDiff()).toEqual({ add: [], drop: [] })
    subscriptions.release('game/1')
    expect(subscriptions.takeDiff()).toEqual({ add: [], drop: ['game/1'] })
    expect(() => subscriptions.release('game/1')).toThrow('more often than acquired')
  })

  test('STREAM-7: what the server was told adds up to what is watched, whatever comes and goes between two batches', () => {
    const step = fc.record({ channel: fc.integer({ min: 1, max: 4 }), what: fc.constantFrom('in', 'out', 'send') })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const subscriptions = createSubscriptions()
        const told = new Set<string>()
        const counts = new Map<string, number>()
        const send = () => {
          const { add, drop } = subscriptions.takeDiff()
          for (const channel of add) expect(told.has(channel)).toBe(false)
          for (const channel of drop) expect(told.delete(channel)).toBe(true)
          for (const channel of add) told.add(channel)
        }
        for (const { channel, what } of steps) {
          const name = `game/${channel}`
          const count = counts.get(name) ?? 0
          if (what === 'send') send()
          if (what === 'in') subscriptions.acquire(name)
          if (what === 'out' && count > 0) subscriptions.release(name)
          if (what !== 'send') counts.set(name, Math.max(0, count + (what === 'in' ? 1 : -1)))
        }
        send()
        expect([...told].sort()).toEqual([...counts].flatMap(([name, count]) => (count > 0 ? [name] : [])).sort())
        expect([...subscriptions.watched()].sort()).toEqual([...told].sort())
      }),
    )
  })
})
