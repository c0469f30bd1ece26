import { describe, expect, test } from 'vitest'
import { type Arrival, type Ends, MESSAGE_ID_LENGTH, MESSAGE_MAX_LENGTH, refusalOf } from './window-message.rules.ts'

const ORIGIN = 'https://frame.example'
const OWN = 'page-loading-00000001'
const PEER = 'frame-loading-0000001'
const OTHER = 'frame-loading-0000002'
const ID = 'V1StGXR8_Z5jdHi6B-myT'
const KNOWN: Ends = { peerOrigin: ORIGIN, session: OWN, peerSession: PEER }
const NEW: Ends = { ...KNOWN, peerSession: null }

function refusal(data: unknown, ends: Ends = KNOWN, more: Partial<Arrival> = {}) {
  return refusalOf({ origin: ORIGIN, isFromPeer: true, data, ...more }, ends)
}

const syn = { kind: 'syn', id: ID, session: PEER }
const to = (kind: string, session = PEER, target = OWN) => ({ kind, id: ID, session, to: target })

describe('XWIN-1: whose messages are heard', () => {
  test.each([
    'http://frame.example',
    'https://frame.example:8443',
    'https://frame.example.evil.example',
    'https://evil-frame.example',
    'https://FRAME.example',
    'null',
    '',
  ])('not those of %j', (origin) => expect(refusal(syn, KNOWN, { origin })).toBe('origin'))

  test('those of the right origin, by the right window alone', () => {
    expect(refusal(syn)).toBeUndefined()
    expect(refusal(syn, KNOWN, { isFromPeer: false })).toBe('source')
    expect(refusal(syn, { ...KNOWN, peerOrigin: 'null' }, { origin: 'null' })).toBe('origin')
  })

  test('each kind by the loading that it may come from, and for this one', () => {
    expect(['syn-ack', 'ack', 'bye'].map((kind) => refusal(to(kind)))).toEqual([undefined, undefined, undefined])
    expect(['syn-ack', 'ack', 'bye'].map((kind) => refusal(to(kind, OTHER)))).toEqual(['session', 'session', 'session'])
    expect(['syn-ack', 'ack', 'bye'].map((kind) => refusal(to(kind), NEW))).toEqual([undefined, 'session', 'session'])
    expect(refusal(to('syn-ack', PEER, OTHER), NEW)).toBe('session')
    expect(refusal({ ...syn, session: OTHER })).toBeUndefined()
    expect(refusal({ ...syn, session: OWN })).toBe('session')
  })
})

test('XWIN-4: an id has 21 characters of its alphabet', () => {
  expect(ID).toHaveLength(MESSAGE_ID_LENGTH)
  for (const id of ['', ID.slice(1), `${ID}x`, `${ID.slice(1)}!`, 21, null])
    expect(refusal({ ...syn, id })).toBe('shape')
})

test('XWIN-2: a message is refused whole that is too long, of another shape, or has a value that its key cannot have', () => {
  const update = (...changes: readonly object[]) => ({ ...to('update'), changes })
  const good = { key: 'overlayTheme', value: 'dark', count: 1, writer: PEER }
  expect(refusal(update(good))).toBeUndefined()
  expect(refusal(update())).toBeUndefined()
  expect(refusal(update(good, { ...good, key: 'balance' }))).toBe('shape')
  expect(refusal(update(good, { ...good, count: 0.5 }))).toBe('shape')
  expect(refusal(update(...Array.from({ length: 10 }, () => good)))).toBe('shape')
  expect(refusal(update(good, { ...good, value: 'pink' }))).toBe('value')
  expect(refusal({ ...syn, filler: 'x'.repeat(MESSAGE_MAX_LENGTH) })).toBe('size')
  for (const data of [undefined, null, 'hello', 7, [syn], {}, { kind: 'shout' }]) expect(refusal(data)).toBe('shape')
})

test('a cyclic value, or a number that JSON lacks, is not a message and breaks nothing', () => {
  const ring: Record<string, unknown> = { ...syn }
  ring.self = ring
  expect(refusal(ring)).toBe('size')
  expect(refusal({ ...syn, big: 1n })).toBe('size')
})
