import { expect, test } from 'vitest'
import schema from '#schemas/registration/registration-body.schema.json' with { type: 'json' }
import { createRequestKeys } from './request-keys.ts'

const filled = { type: 'full_reg', fields: { email: 'anna@mail.example', name: 'Anna' } }

test('a form that is sent again unchanged keeps its key, whatever else was made of it', () => {
  const keys = createRequestKeys()
  const first = keys.keyOf(filled)
  expect(first).toMatch(new RegExp(schema.properties.requestKey.pattern))
  expect(keys.keyOf(structuredClone(filled))).toBe(first)
})

test('another answer, another type and the next registration have keys of their own', () => {
  const keys = createRequestKeys()
  const first = keys.keyOf(filled)
  const others = [
    keys.keyOf({ ...filled, fields: { ...filled.fields, name: 'Anne' } }),
    keys.keyOf({ ...filled, type: 'short_reg' }),
    keys.keyOf(filled),
  ]
  keys.forget()
  expect(new Set([first, ...others, keys.keyOf(filled)]).size).toBe(5)
})
