import { createHash, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mobileIdCode, type SignedChallenge, signerOf, smartIdCode } from './signed-challenge.ts'

const FIXTURES = new URL('../../../../tests/fixtures/identity/', import.meta.url)
const pem = (name: string) => readFileSync(new URL(name, FIXTURES), 'utf8')
const TRUSTED = [pem('ca.pem')]
const NOW = new Date('2026-03-01T12:00:00Z')
const CHALLENGE = randomBytes(64)
const ANNA = { name: 'ANNA', surname: 'KELLER', personalCode: 'PNOEE-49005171234' }

function signed(holder: string, changes: Partial<SignedChallenge> = {}): SignedChallenge {
  const key = { key: pem(`${holder}.key`), dsaEncoding: 'ieee-p1363' } as const
  return {
    ...{ challenge: CHALLENGE, hash: 'sha256', signature: sign('sha256', CHALLENGE, key).toString('base64') },
    certificate: pem(`${holder}.pem`).replaceAll(/-----[A-Z ]+-----|\s/g, ''),
    ...changes,
  }
}

test.each(['ec', 'rsa'])('KYC-5: a signature by a key of type %s says who has signed', (holder) => {
  expect(signerOf(signed(holder), TRUSTED, NOW)).toEqual(ANNA)
})

test('KYC-5: a signature as DER is read too', () => {
  const signature = sign('sha256', CHALLENGE, { key: pem('ec.key'), dsaEncoding: 'der' }).toString('base64')
  expect(signerOf(signed('ec', { signature }), TRUSTED, NOW)).toEqual(ANNA)
})

test.each([
  ['of an authority that nobody trusts', signed('rogue'), TRUSTED, NOW],
  ['that is over', signed('old'), TRUSTED, NOW],
  ['that has not begun', signed('ec'), TRUSTED, new Date('2024-12-31T23:59:59Z')],
  ['while nobody is trusted', signed('ec'), [], NOW],
  ['that is no certificate', signed('ec', { certificate: 'AAAA' }), TRUSTED, NOW],
  ['with the signature of another key', signed('ec', { signature: signed('old').signature }), TRUSTED, NOW],
  ['with a signature over other bytes', signed('ec', { challenge: randomBytes(64) }), TRUSTED, NOW],
  ['with a signature by another hash', signed('ec', { hash: 'sha512' }), TRUSTED, NOW],
  ['without a signature', signed('ec', { signature: '' }), TRUSTED, NOW],
] as const)('KYC-9: a certificate %s proves nobody', (_, given, trusted, now) => {
  expect(signerOf(given, trusted, now)).toBeNull()
})

test('KYC-5: a code of Smart-ID is the end of the hash of the hash', () => {
  const twice = createHash('sha256').update(createHash('sha512').update(CHALLENGE).digest()).digest()
  expect(smartIdCode(CHALLENGE)).toBe(String(((twice[30] ?? 0) * 256 + (twice[31] ?? 0)) % 10_000).padStart(4, '0'))
})

test('KYC-5: a code of Mobile-ID is the example of its document', () => {
  expect(mobileIdCode(Buffer.from('2f665f6a6999e0ef0752e00ec9f453adf59d8cb6', 'hex'))).toBe('1462')
})
