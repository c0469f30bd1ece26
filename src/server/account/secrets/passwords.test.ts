import { expect, test } from 'vitest'
import { checkPassword } from './password-rules.ts'
import { createPasswords } from './passwords.ts'
import { newCode, newPassword, newToken } from './secrets.ts'

const CHEAP = { memoryKib: 8, passes: 1, concurrency: 2, maxWaiting: 4 }

test('SEC-3: a password is stored as argon2id with 19 MiB and two passes by default, salted', async () => {
  const passwords = createPasswords()
  const [one, two] = await Promise.all([
    passwords.hash('correct horse battery'),
    passwords.hash('correct horse battery'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(two)
  expect(await passwords.verify(one, 'correct horse battery')).toBe(true)
  expect(await passwords.verify(one, 'correct horse batterz')).toBe(false)
})

test('a hash made at another cost is still verified', async () => {
  const stored = await createPasswords(CHEAP).hash('correct horse battery')
  expect(await createPasswords().verify(stored, 'correct horse battery')).toBe(true)
})

test('SEC-3: the hash agrees with the test vector of the reference implementation', async () => {
  // argon2id, m=65536, t=2, p=1, password "password", salt "somesalt" (phc-winner-argon2, src/test.c).
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  const passwords = createPasswords()
  expect(await passwords.verify(stored, 'password')).toBe(true)
  expect(await passwords.verify(stored, 'Password')).toBe(false)
})

test('without a stored hash the answer is no', async () => {
  expect(await createPasswords(CHEAP).verify(undefined, '')).toBe(false)
})

test('SEC-3: no more hashes run at once than allowed, and who would wait too long is sent away', async () => {
  const passwords = createPasswords(CHEAP)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => passwords.hash('x')))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused[0]?.reason).toMatchObject({ code: 'service.unavailable', retryAfterSeconds: 1 })
  expect(await passwords.hash('x')).toContain('$argon2id$')
})

const LENGTHS = { passwordMinLength: 8, passwordMaxLength: 128 }

test('OPS-26: the length of a password is the brand’s', () => {
  const own = { passwordMinLength: 12, passwordMaxLength: 14 }
  const check = (password: string) => () => checkPassword(password, [], own)
  expect(check('correct-hor')).toThrow(expect.objectContaining({ code: 'password.too_short', params: { minimum: 12 } }))
  expect(check('correct-horse')).not.toThrow()
  expect(check('correct-horse-9')).toThrow(
    expect.objectContaining({ code: 'password.too_long', params: { maximum: 14 } }),
  )
})

test.each([
  ['seven characters', 'a7b2c9x', 'password.too_short'],
  ['eight characters', 'a7b2c9xq', undefined],
  ['characters, not UTF-16 units', '😀😀😀😀', 'password.too_short'],
  ['64 characters', 'x7'.repeat(32), undefined],
  ['128 characters', 'x7'.repeat(64), undefined],
  ['129 characters', `${'x7'.repeat(64)}y`, 'password.too_long'],
  ['a common one', 'password1', 'password.too_common'],
  ['a common one in capitals', 'QWERTYUIOP', 'password.too_common'],
  ['a run of digits', '123456789', 'password.too_common'],
  ['the own e-mail', 'anna.silva@mail.example', 'password.too_common'],
  ['the own name inside', 'xx-Anna.Silva-2', 'password.too_common'],
  ['spaces and other scripts', 'слово за слово', undefined],
])('SEC-3: %s', (_, password, code) => {
  const check = () => checkPassword(password, ['anna.silva@mail.example', 'Li'], LENGTHS)
  if (code === undefined) expect(check).not.toThrow()
  else expect(check).toThrow(code)
})

test('SEC-2: tokens carry 256 random bits', () => {
  expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32)
  expect(new Set(Array.from({ length: 100 }, newToken)).size).toBe(100)
})

test('codes are six digits, generated passwords sixteen letters and digits without look-alikes', () => {
  for (let n = 0; n < 200; n++) expect(newCode()).toMatch(/^\d{6}$/)
  for (let n = 0; n < 200; n++) expect(newPassword()).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/)
})
