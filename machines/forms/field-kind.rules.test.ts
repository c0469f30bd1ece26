import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerSort, isFieldKind, isSecretField } from './field-kind.rules.ts'

const kinds = (
  JSON.parse(readFileSync(new URL('../../schemas/forms/field-kind.schema.json', import.meta.url), 'utf8')) as {
    enum: string[]
  }
).enum

test('FIELD-1: there are 20 kinds, and every one is known', () => {
  expect(kinds).toHaveLength(20)
  expect(kinds.filter((kind) => !isFieldKind(kind))).toEqual([])
  expect(isFieldKind('toString')).toBe(false)
})

test('a kind that is not known holds no answer', () => {
  expect(answerSort('iris_scan')).toBe('none')
})

test('passwords and answers to captchas are secrets', () => {
  expect(kinds.filter((type) => isSecretField({ type }))).toEqual(['password', 'captcha', 'custom_captcha'])
  expect(isSecretField({ type: 'input', input_type: 'password' })).toBe(true)
})
