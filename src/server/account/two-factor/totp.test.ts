import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { base32, fromBase32, matchingStep, otpauthLink, TOTP_SECRET_BYTES, totpCode, totpStep } from './totp.ts'

/** The secret of the test vectors of RFC 4226, appendix D, and RFC 6238, appendix B (SHA-1). */
const RFC_SECRET = Buffer.from('12345678901234567890')
const HAS_OATHTOOL = spawnSync('oathtool', ['--version']).status === 0

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('TFA-3: at second %i the code is that of RFC 6238', (second, code) => {
  const step = totpStep(new Date(second * 1000))
  expect(totpCode(RFC_SECRET, step, 8)).toBe(code)
  expect(totpCode(RFC_SECRET, step)).toBe(code.slice(2))
})

test('the codes of the first ten counters are those of RFC 4226', () => {
  const codes = Array.from({ length: 10 }, (_, step) => totpCode(RFC_SECRET, step))
  expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
})

test.skipIf(!HAS_OATHTOOL)('codes are those that oathtool makes of the secret as it is typed', () => {
  for (const instant of ['2026-03-01T12:00:00Z', '1999-12-31T23:59:59Z', '2077-07-07T07:07:07Z']) {
    const secret = Buffer.from(instant.padEnd(TOTP_SECRET_BYTES).slice(0, TOTP_SECRET_BYTES))
    const options = ['--totp', '--base32', `--now=${instant.replace('T', ' ').replace('Z', ' UTC')}`, base32(secret)]
    const made = execFileSync('oathtool', options, { encoding: 'utf8' }).trim()
    expect(totpCode(secret, totpStep(new Date(instant)))).toBe(made)
  }
})

test('a code is taken one step early and one step late, and no further', () => {
  const now = new Date('2026-03-01T12:00:15Z')
  const present = totpStep(now)
  const found = [-2, -1, 0, 1, 2].map((drift) =>
    matchingStep(RFC_SECRET, totpCode(RFC_SECRET, present + drift), { now, after: 0 }),
  )
  expect(found).toEqual([undefined, present - 1, present, present + 1, undefined])
})

test('no code of a step that was used, or of one before it, is taken', () => {
  const now = new Date('2026-03-01T12:00:15Z')
  const present = totpStep(now)
  const taken = [-1, 0, 1].map((drift) =>
    matchingStep(RFC_SECRET, totpCode(RFC_SECRET, present + drift), { now, after: present }),
  )
  expect(taken).toEqual([undefined, undefined, present + 1])
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of "%s" is that of RFC 4648, without padding', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
  expect(fromBase32(encoded).toString()).toBe(text)
})

test('the link names brand, account and secret so that no part of them breaks it', () => {
  const link = otpauthLink(RFC_SECRET, { brand: 'Pier & Söhne', account: 'ann+1@mail.example' })
  const url = new URL(link)
  expect(url.protocol).toBe('otpauth:')
  expect(link).toContain('/Pier%20%26%20S%C3%B6hne:ann%2B1%40mail.example?')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: base32(RFC_SECRET),
    issuer: 'Pier & Söhne',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
})
