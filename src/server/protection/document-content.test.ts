import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readContent } from './document-content.ts'

const JPEG = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000ffc0000b080010002001011100ffda0008010100003f00d2cfffd9',
  'hex',
)

function webp(kind: string, fill: (body: Buffer) => void): Buffer {
  const file = Buffer.alloc(40)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(32, 4)
  file.write(`WEBP${kind}`, 8, 'latin1')
  fill(file)
  return file
}

describe('SEC-7: documents are recognized by their content', () => {
  test('the size of a JPEG is read from its frame', () => {
    expect(readContent(JPEG)).toEqual({ mediaType: 'image/jpeg', pixels: 16 * 32 })
  })

  test('the size of a WebP is read from one of three places', () => {
    const extended = webp('VP8X', (file) => file.writeUIntLE(99, 24, 3) && file.writeUIntLE(49, 27, 3))
    const lossy = webp('VP8 ', (file) => file.writeUInt16LE(100, 26) && file.writeUInt16LE(50, 28))
    const lossless = webp('VP8L', (file) => file.writeUInt32LE(99 | (49 << 14), 21))
    for (const file of [extended, lossy, lossless])
      expect(readContent(file)).toEqual({ mediaType: 'image/webp', pixels: 5000 })
    expect(readContent(Buffer.concat([lossy, Buffer.from('more')]))).toBe('documents.damaged')
  })

  test('a JPEG that is cut off anywhere behind its first bytes is damaged', () => {
    for (let length = 3; length < JPEG.length; length += 1)
      expect(readContent(JPEG.subarray(0, length))).toBe('documents.damaged')
  })

  test('no bytes make it fail or take long', () => {
    const heads = [JPEG.subarray(0, 20), Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('RIFF____WEBPVP8X')]
    fc.assert(
      fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
        const read = readContent(Buffer.concat([head, rest]))
        expect(typeof read === 'string' || read.mediaType.length > 0).toBe(true)
      }),
    )
  })
})
