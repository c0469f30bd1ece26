import { createDecipheriv, createECDH } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentKeys, encryptPush, MOST_PLAIN_BYTES } from './push-encryption.ts'
import { isPushEndpoint, readKeys } from './push-endpoint.rules.ts'
import { newVapidKeys, readVapid, vapidHeader } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** RFC 8291, appendix A. */
const VECTOR = {
  plain: 'When I grow up, I want to be a watermelon',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  receiver: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

/** RFC 8292, 2.4. */
const SIGNED =
  'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'

describe('a message to a browser', () => {
  test('APP-5: is encrypted as the example of RFC 8291 is', () => {
    const keys = { p256dh: bytes(VECTOR.receiver), auth: bytes(VECTOR.auth) }
    const random = { salt: bytes(VECTOR.salt), privateKey: bytes(VECTOR.privateKey) }
    expect(encryptPush(Buffer.from(VECTOR.plain), keys, random).toString('base64url')).toBe(VECTOR.body)
  })

  test('APP-5: is read by its browser, whatever it says, and differs each time', () => {
    const browser = createECDH('prime256v1')
    browser.generateKeys()
    const keys = { p256dh: browser.getPublicKey(), auth: bytes(VECTOR.auth) }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (plain) => {
        const [one, other] = [encryptPush(plain, keys), encryptPush(plain, keys)]
        expect(one.equals(other)).toBe(false)
        const publicKey = one.subarray(21, 86)
        const { key, nonce } = contentKeys(browser.computeSecret(publicKey), {
          keys,
          publicKey,
          salt: one.subarray(0, 16),
        })
        const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(one.subarray(-16))
        const read = Buffer.concat([decipher.update(one.subarray(86, -16)), decipher.final()])
        expect(read.subarray(0, -1).equals(Buffer.from(plain))).toBe(true)
        expect(read.at(-1)).toBe(2)
      }),
      { numRuns: 50, seed: 5 },
    )
  })

  test('one that is too long is refused', () => {
    const keys = { p256dh: bytes(VECTOR.receiver), auth: bytes(VECTOR.auth) }
    expect(() => encryptPush(Buffer.alloc(MOST_PLAIN_BYTES + 1), keys)).toThrow('at most')
  })
})

describe('the signature of a brand', () => {
  test('APP-5: the example of RFC 8292 is read, and a changed one is not', () => {
    expect(readVapid(SIGNED)).toMatchObject({
      aud: 'https://push.example.net',
      exp: 1_453_523_768,
      sub: 'mailto:push@example.com',
    })
    expect(readVapid(SIGNED.replace('eyJhdWQi', 'eyJhdWRi'))).toBeNull()
    expect(readVapid('vapid t=a.b.c, k=AAAA')).toBeNull()
  })

  test('APP-5: names the service, the brand and an end within a day', () => {
    const keys = newVapidKeys()
    const now = new Date(1_772_323_200_000)
    const header = vapidHeader(keys, { audience: 'https://fcm.googleapis.com', subject: 'mailto:a@b.example', now })
    const claims = readVapid(header)
    expect(claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: 'mailto:a@b.example' })
    expect(claims?.key).toBe(keys.publicKey.toString('base64url'))
    expect((claims?.exp ?? 0) * 1000 - now.getTime()).toBeLessThanOrEqual(86_400_000)
  })
})

describe('the address of a subscription', () => {
  test('APP-5: is one of a push service of a browser', () => {
    for (const address of [
      'https://fcm.googleapis.com/fcm/send/abc',
      'https://updates.push.services.mozilla.com/wpush/v2/abc',
      'https://web.push.apple.com/abc',
      'https://wns2-par02p.notify.windows.com/w/?token=abc',
    ])
      expect(isPushEndpoint(address), address).toBe(true)
  })

  test('APP-5: a forged one is refused, whatever it looks like', () => {
    for (const address of [
      'http://fcm.googleapis.com/fcm/send/abc',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com@127.0.0.1/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evilpush.apple.com.example/x',
      'https://push.apple.com/x',
      'https://127.0.0.1/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      'not an address',
      `https://fcm.googleapis.com/${'a'.repeat(1100)}`,
    ])
      expect(isPushEndpoint(address), address).toBe(false)
  })

  test('APP-5: keys of another length, or that are no point of the curve, are none', () => {
    const good = { p256dh: VECTOR.receiver, auth: VECTOR.auth }
    expect(readKeys(good)).not.toBeNull()
    expect(readKeys({ ...good, auth: 'AAAA' })).toBeNull()
    expect(readKeys({ ...good, p256dh: VECTOR.receiver.slice(4) })).toBeNull()
    expect(readKeys({ ...good, p256dh: Buffer.alloc(65, 4).toString('base64url') })).toBeNull()
  })
})
