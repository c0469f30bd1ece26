import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { leavesOf } from '../../site/brands/provenance.ts'
import { editedText } from './draft-edits.rules.ts'

const FILE = `{
  "$schema": "../../../schemas/generated/patch/site/config/betting.schema.json",
  "maximumEvents": 30,
  "limits": {
    "eur": { "minimumBetMinor": 10 }
  }
}
`
const edit = (pointer: string, value?: unknown) => ({
  path: 'config/betting.json',
  pointer,
  ...(value !== undefined && { value }),
})

describe('an edit of a draft’s file', () => {
  test('writes one value and leaves order, indents and everything else as they were', () => {
    expect(editedText(FILE, edit('/maximumEvents', 40), false)).toBe(FILE.replace('30', '40'))
  })

  test('makes the file, and the objects on the way, where there are none', () => {
    expect(JSON.parse(editedText(undefined, edit('/limits/eur/maximumBetMinor', 5), false) ?? '')).toEqual({
      limits: { eur: { maximumBetMinor: 5 } },
    })
  })

  test('without a value takes the key out, with the objects that are left empty, and in the end the file', () => {
    const text = editedText(FILE, edit('/limits/eur/minimumBetMinor'), false)
    expect(JSON.parse(text ?? '')).not.toHaveProperty('limits')
    expect(editedText(text, edit('/maximumEvents'), false)).toBeUndefined()
  })

  test('without a value changes nothing where there is no such key', () => {
    expect(editedText(FILE, edit('/nothing/here'), false)).toBe(FILE)
    expect(editedText(undefined, edit('/nothing'), false)).toBeUndefined()
  })

  test('with null deletes an inherited entry', () => {
    expect(JSON.parse(editedText(FILE, edit('/limits/usd', null), false) ?? '').limits).toEqual({
      eur: { minimumBetMinor: 10 },
      usd: null,
    })
  })

  test.each(['/maximumEvents/deep', '/__proto__/polluted', '/limits/constructor/prototype/x'])(
    'is refused where the pointer %s leads through something other than objects',
    (pointer) => {
      expect(() => editedText(FILE, edit(pointer, 1), false)).toThrowError(/edit.impossible/)
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    },
  )

  test('is refused in a file that is no JSON', () => {
    expect(() => editedText('{ "a": ', edit('/a', 1), false)).toThrowError(/edit.impossible/)
  })

  test('writes a page as a whole', () => {
    expect(editedText('# Old', { path: 'pages/en/about.md', pointer: '', value: '# New' }, true)).toBe('# New')
    expect(() => editedText('# Old', { path: 'pages/en/about.md', pointer: '/x', value: '' }, true)).toThrowError()
  })

  test('and its opposite give the same document, whatever the keys', () => {
    const key = fc
      .string({ minLength: 1, maxLength: 8 })
      .filter((name) => !['__proto__', 'constructor', 'prototype'].includes(name))
    const document = fc.dictionary(key, fc.dictionary(key, fc.integer(), { maxKeys: 3, minKeys: 1 }), {
      minKeys: 2,
      maxKeys: 4,
    })
    fc.assert(
      fc.property(document, fc.integer(), (made, value) => {
        const before: JsonObject = JSON.parse(JSON.stringify(made)) as JsonObject
        const text = `${JSON.stringify(before, null, 2)}\n`
        const [{ pointer, leaf } = { pointer: '', leaf: 0 }] = leavesOf(before)
        const after = editedText(text, edit(pointer, value), false)
        expect(valueAt(JSON.parse(after ?? ''), pointer)).toBe(value)
        expect(editedText(after, edit(pointer, leaf), false)).toBe(text)
        const fresh = `/${pointerStep('fresh key')}/${pointerStep('a/b~c')}`
        expect(editedText(editedText(text, edit(fresh, value), false), edit(fresh), false)).toBe(text)
      }),
    )
  })
})
