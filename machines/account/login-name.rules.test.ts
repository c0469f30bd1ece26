import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLoginName } from './login-name.rules.ts'
import { readLogin } from './sign-in/sign-in.rules.ts'

test('OFF-16: a login name is 4 to 20 plain characters that begin with a letter, whatever their case and width', () => {
  expect(['Anna_K ', 'ａｎｎａ', 'a.b-c_9'].map(readLoginName)).toEqual(['anna_k', 'anna', 'a.b-c_9'])
  const none = ['ann', 'a'.repeat(21), '1anna', 'an na', 'anna@mail.example', '+79161234567', '10204080', 'анна', '']
  expect(none.map(readLoginName)).toEqual(none.map(() => null))
})

test('no text is a login name and another kind of login at once', () => {
  const some = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9._@+-]{1,24}$/))
  fc.assert(
    fc.property(some, (text) => {
      const name = readLoginName(text)
      if (name !== null) expect(readLogin(text)).toEqual({ kind: 'name', login: name })
      else expect(readLogin(text)?.kind).not.toBe('name')
    }),
  )
})
