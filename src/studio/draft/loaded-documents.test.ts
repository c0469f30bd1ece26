import { expect, test } from 'vitest'
import { editedDocument, isEffective, type LoadedDocument, liftOverLeaf } from './loaded-documents.ts'

const document: LoadedDocument = {
  path: 'config/header.json',
  schema: {},
  resolved: { menu: { live: { order: 10, icon: 'live' } }, indentPx: 100 },
  origins: { '/menu/live/order': 'default', '/menu/live/icon': 'default', '/indentPx': 'default' },
}

test('a value that is written is seen at once, as the brand’s own', () => {
  const after = editedDocument(
    document,
    { path: 'config/header.json', pointer: '/menu/live/order', value: 5 },
    'northstar',
  )
  expect(after.resolved).toEqual({ menu: { live: { order: 5, icon: 'live' } }, indentPx: 100 })
  expect(after.origins['/menu/live/order']).toBe('northstar')
  expect(document.resolved).toEqual({ menu: { live: { order: 10, icon: 'live' } }, indentPx: 100 })
})

test('an object is merged, null takes an entry away, and a reset waits for the server', () => {
  const edit = (pointer: string, value?: unknown) =>
    editedDocument(
      document,
      { path: 'config/header.json', pointer, ...(value === undefined ? {} : { value }) },
      'northstar',
    )
  expect(edit('/menu/live', { order: 1 }).resolved).toEqual({
    menu: { live: { order: 1, icon: 'live' } },
    indentPx: 100,
  })
  expect(edit('/menu/live', null).resolved).toEqual({ menu: {}, indentPx: 100 })
  expect(edit('/indentPx')).toBe(document)
  expect(editedDocument(document, { path: 'other.json', pointer: '', value: 1 }, 'northstar')).toBe(document)
})

test('an edit below a deletion replaces the deletion', () => {
  const edit = { path: 'x', pointer: '/menu/live/order', value: 5 }
  expect(liftOverLeaf({ menu: null }, edit)).toEqual({ path: 'x', pointer: '/menu', value: { live: { order: 5 } } })
  expect(liftOverLeaf({ menu: {} }, edit)).toEqual(edit)
  expect(liftOverLeaf(undefined, edit)).toEqual(edit)
})

test('taking out what is not there is no edit', () => {
  expect(isEffective({ a: 1 }, { path: 'x', pointer: '/b' })).toBe(false)
  expect(isEffective(undefined, { path: 'x', pointer: '' })).toBe(false)
  expect(isEffective({ a: null }, { path: 'x', pointer: '/a' })).toBe(true)
  expect(isEffective(undefined, { path: 'x', pointer: '/a', value: 1 })).toBe(true)
})
