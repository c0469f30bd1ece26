import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packSegment } from './pack-segment.ts'

test('REC-3: a payload of exactly 2 KB goes as it is, as fatman/json', async () => {
  const text = 'a'.repeat(2048)
  const { type, body } = await packSegment(text)
  expect([type, new TextDecoder().decode(body)]).toEqual(['fatman/json', text])
})

test('REC-4: a byte more is gzipped, as fatman/gzip; bytes count, not characters', async () => {
  for (const text of ['a'.repeat(2049), 'ü'.repeat(1025)]) {
    const { type, body } = await packSegment(text)
    expect([type, gunzipSync(body).toString('utf8')]).toEqual(['fatman/gzip', text])
  }
})
