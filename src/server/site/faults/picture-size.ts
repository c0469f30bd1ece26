/** Width and height of a picture in px. */
export interface PictureSize {
  readonly widthPx: number
  readonly heightPx: number
}

/** The size that the bytes of a PNG, JPEG, GIF, WebP or AVIF say, without decoding them; null for anything else. */
export function pictureSize(content: Uint8Array): PictureSize | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const head = bytes.toString('latin1', 0, 16)
  if (head.startsWith('\x89PNG') && bytes.length >= 24) return sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  if (head.startsWith('GIF8') && bytes.length >= 10) return sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  if (head.startsWith('\xff\xd8\xff')) return jpegSize(bytes)
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return webpSize(bytes)
  if (head.slice(4, 11) === 'ftypavi') return avifSize(bytes)
  return null
}

function sizeOf(widthPx: number, heightPx: number): PictureSize | null {
  return widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null
}

/** The frame header, past segments of a marker and a length (ITU-T T.81, B.2.2). */
function jpegSize(bytes: Buffer): PictureSize | null {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return sizeOf(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

/** The three forms of WebP: lossy, lossless, and extended with a canvas (RFC 9649). */
function webpSize(bytes: Buffer): PictureSize | null {
  if (bytes.length < 30) return null
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8 ') return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  if (form === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return sizeOf((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
  }
  return form === 'VP8X' ? sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1) : null
}

/** The largest of its spatial extents (ISO/IEC 23008-12, `ispe`): the others are of its tiles and its thumbnail. */
function avifSize(bytes: Buffer): PictureSize | null {
  let largest: PictureSize | null = null
  for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
    const found = sizeOf(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    if (found && (!largest || found.widthPx * found.heightPx > largest.widthPx * largest.heightPx)) largest = found
  }
  return largest
}
