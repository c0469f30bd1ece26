import { expect, test } from 'vitest'
import { checkName } from './name.rules.ts'

test.each(['Anne-Marie', "O'Brien", 'O’Brien', 'D`Arc', 'Жанна д Арк', 'محمد', 'नरेन्द्र', '李小龍', ''])(
  'NAME-1: %s is accepted',
  (name) => {
    expect(checkName(name)).toBeNull()
  },
)

test.each(['R2D2', 'John_Smith', 'a@b', 'Smith, John', '—'])('NAME-2: %s gives the available symbols', (name) => {
  expect(checkName(name)?.code).toBe('name.available_symbols')
})
