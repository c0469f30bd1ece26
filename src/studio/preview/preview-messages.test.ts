import { expect, test } from 'vitest'
import { previewMessage } from './preview-messages.ts'

const ORIGIN = 'http://northstar-k3v9.draft.localhost:3000'
const frame = {} as Window
const from = (data: unknown, part: object = {}) =>
  previewMessage({ data, origin: ORIGIN, source: frame, ...part }, frame, ORIGIN)

test('only the page in the preview is listened to', () => {
  const ready = { type: 'livery.preview.ready' }
  expect(from(ready)).toEqual(ready)
  expect(from(ready, { origin: 'http://evil.example' })).toBeNull()
  expect(from(ready, { source: {} as Window })).toBeNull()
  expect(previewMessage({ data: ready, origin: ORIGIN, source: null }, null, ORIGIN)).toBeNull()
})

test('what has not the form of a message is none', () => {
  for (const data of [null, 'ready', 7, {}, { type: 'other' }, { type: 'livery.preview.applied' }]) {
    expect(from(data)).toBeNull()
  }
  expect(from({ type: 'livery.preview.moved', path: '//evil.example' })).toBeNull()
  expect(from({ type: 'livery.preview.moved', path: '/en/live' })).toEqual({
    type: 'livery.preview.moved',
    path: '/en/live',
  })
})

test('of what was picked only what has the form of a text, an address or a place is taken', () => {
  const data = {
    type: 'livery.preview.picked',
    texts: [{ key: 'site.live', text: 'Live' }, { key: 1 }, null],
    hrefs: ['/en/live', 7],
    places: [
      { path: 'config/header.json', pointer: '/menu' },
      { path: 1, pointer: '' },
    ],
    fields: ['email', {}],
  }
  expect(from(data)).toEqual({
    type: 'livery.preview.picked',
    texts: [{ key: 'site.live', text: 'Live' }],
    hrefs: ['/en/live'],
    places: [{ path: 'config/header.json', pointer: '/menu' }],
    fields: ['email'],
    tokens: [],
  })
})
