import { expect, test } from 'vitest'
import { isWritten, originAt } from './value-origin.ts'

const origins = {
  '/menu/live/order': 'northstar',
  '/menu/live/icon': 'parent',
  '/list': 'northstar',
  '/size': 'default',
}

test('a leaf says it itself, a list says it for what is inside it', () => {
  expect(originAt(origins, '/menu/live/order', 'northstar')).toEqual({ kind: 'own' })
  expect(originAt(origins, '/menu/live/icon', 'northstar')).toEqual({ kind: 'parent', brand: 'parent' })
  expect(originAt(origins, '/list/0', 'northstar')).toEqual({ kind: 'own' })
  expect(originAt(origins, '/size', 'northstar')).toEqual({ kind: 'default' })
  expect(originAt(origins, '/unknown', 'northstar')).toEqual({ kind: 'default' })
})

test('an object has the origin of all its leaves, or several', () => {
  expect(originAt(origins, '/menu/live', 'northstar')).toEqual({ kind: 'mixed' })
  expect(originAt({ '/a/b': '_base', '/a/c': 'default' }, '/a', 'northstar')).toEqual({ kind: 'default' })
  expect(originAt({ '/a/b': 'one', '/a/c': 'one' }, '/a', 'northstar')).toEqual({ kind: 'parent', brand: 'one' })
})

test('what the own file writes can be reset, a deletion too', () => {
  expect(isWritten({ a: { b: null } }, '/a/b')).toBe(true)
  expect(isWritten({ a: {} }, '/a/b')).toBe(false)
  expect(isWritten(undefined, '')).toBe(false)
  expect(isWritten('# Text', '')).toBe(true)
})
