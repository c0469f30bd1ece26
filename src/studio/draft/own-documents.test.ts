import { expect, test } from 'vitest'
import { isWithin, liftToList, parentPointer, writeEdit, writeOwnEdit } from './own-documents.ts'

test('an edit makes what is missing on its way, and replaces what is in the way', () => {
  const documents: Record<string, unknown> = { 'a.json': { menu: null } }
  writeEdit(documents, { path: 'a.json', pointer: '/menu/live/order', value: 10 })
  writeEdit(documents, { path: 'b.json', pointer: '/x', value: null })
  expect(documents).toEqual({ 'a.json': { menu: { live: { order: 10 } } }, 'b.json': { x: null } })
})

test('an edit without a value takes the key out, or the whole file', () => {
  const documents: Record<string, unknown> = { 'a.json': { x: 1, y: 2 }, 'b.json': {} }
  writeEdit(documents, { path: 'a.json', pointer: '/x' })
  writeEdit(documents, { path: 'a.json', pointer: '/none/deeper' })
  writeEdit(documents, { path: 'b.json', pointer: '' })
  expect(documents).toEqual({ 'a.json': { y: 2 } })
})

test('a change inside a list writes the whole list', () => {
  const resolved = { options: [{ id: 1, title: 'a' }, { id: 2 }] }
  const edit = (pointer: string, value?: unknown) =>
    liftToList(resolved, { path: 'x', pointer, ...(value === undefined ? {} : { value }) })
  expect(edit('/options/1/title', 'b')).toEqual({
    path: 'x',
    pointer: '/options',
    value: [
      { id: 1, title: 'a' },
      { id: 2, title: 'b' },
    ],
  })
  expect(edit('/options/0')).toEqual({ path: 'x', pointer: '/options', value: [{ id: 2 }] })
  expect(edit('/other', 1)).toEqual({ path: 'x', pointer: '/other', value: 1 })
})

test('pointers know what is above them', () => {
  expect(parentPointer('/a/b')).toBe('/a')
  expect(parentPointer('/a')).toBe('')
  expect(isWithin('/ab', '/a')).toBe(false)
  expect(isWithin('/a/b', '/a')).toBe(true)
  expect(isWithin('/a/b', '')).toBe(true)
})

test('in the own files what has become empty goes too', () => {
  const documents: Record<string, unknown> = { a: { menu: { live: { order: 1 } }, x: 1 }, b: { y: { z: 1 } } }
  writeOwnEdit(documents, { path: 'a', pointer: '/menu/live/order' })
  writeOwnEdit(documents, { path: 'b', pointer: '/y/z' })
  expect(documents).toEqual({ a: { x: 1 } })
})
