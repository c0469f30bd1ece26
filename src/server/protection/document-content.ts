import type { DocumentMediaType } from '#schemas'

/** What the bytes of a document are. */
export interface DocumentContent {
  readonly mediaType: DocumentMediaType
  /** Width times height; null for what has no pixels of its own. */
  readonly pixels: number | null
}

/** Why bytes are no document. */
export type ContentFault = 'documents.wrong_type' | 'documents.damaged'

const PDF_TAIL_BYTES = 1024

/** Tells a document by its content, whatever its sender calls it, and that it is whole (SEC-7). The pixels are read from its
 *  head and never decoded: a decoder is what harmful pictures are made for. SVG and everything else is of a wrong type. */
export function readContent(bytes: Uint8Array): DocumentContent | ContentFault {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (startsWith(buffer, [0xff, 0xd8, 0xff])) return picture('image/jpeg', jpegSize(buffer))
  if (startsWith(buffer, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return picture('image/png', pngSize(buffer))
  if (textAt(buffer, 0, 4) === 'RIFF' && textAt(buffer, 8, 4) === 'WEBP') return picture('image/webp', webpSize(buffer))
  if (textAt(buffer, 0, 5) === '%PDF-') return pdf(buffer)
  return 'documents.wrong_type'
}

interface Size {
  readonly width: number
  readonly height: number
}

function picture(mediaType: DocumentMediaType, size: Size | null): DocumentContent | ContentFault {
  if (!size || size.width === 0 || size.height === 0) return 'documents.damaged'
  return { mediaType, pixels: size.width * size.height }
}

function pdf(buffer: Buffer): DocumentContent | ContentFault {
  const isWhole = buffer.subarray(-PDF_TAIL_BYTES).includes('%%EOF')
  return isWhole ? { mediaType: 'application/pdf', pixels: null } : 'documents.damaged'
}

const START_OF_SCAN = 0xda
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc])

/** ITU-T T.81: segments up to the scan, one of them the frame with the size; the scan ends with a marker of its own. */
function jpegSize(buffer: Buffer): Size | null {
  let size: Size | null = null
  let at = 2
  while (at + 9 < buffer.length) {
    if (buffer[at] !== 0xff) return null
    const marker = buffer[at + 1] as number
    if (marker === 0xff) at += 1
    else if (marker === START_OF_SCAN) return buffer.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? size : null
    else {
      const isFrame = marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker)
      if (isFrame) size = { height: buffer.readUInt16BE(at + 5), width: buffer.readUInt16BE(at + 7) }
      at += 2 + Math.max(2, buffer.readUInt16BE(at + 2))
    }
  }
  return null
}

/** ISO/IEC 15948: chunks from IHDR, which holds the size, to IEND, with nothing behind it. */
function pngSize(buffer: Buffer): Size | null {
  if (buffer.length < 33 || textAt(buffer, 12, 4) !== 'IHDR') return null
  for (let at = 8; at + 12 <= buffer.length; ) {
    const end = at + 12 + buffer.readUInt32BE(at)
    if (textAt(buffer, at + 4, 4) === 'IEND')
      return end === buffer.length ? { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) } : null
    at = end
  }
  return null
}

/** RFC 9649: a RIFF container as long as it says, whose first chunk has the size in one of three ways. */
function webpSize(buffer: Buffer): Size | null {
  if (buffer.length < 30 || buffer.readUInt32LE(4) + 8 !== buffer.length) return null
  const kind = textAt(buffer, 12, 4)
  if (kind === 'VP8X') return { width: buffer.readUIntLE(24, 3) + 1, height: buffer.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: buffer.readUInt16LE(26) & 0x3fff, height: buffer.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = buffer.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function startsWith(buffer: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => buffer[index] === byte)
}

function textAt(buffer: Buffer, start: number, length: number): string {
  return buffer.toString('latin1', start, start + length)
}
