import { promisify } from 'node:util'
import {
  type BrotliCompress,
  brotliCompress,
  brotliDecompress,
  constants,
  crc32,
  createBrotliCompress,
  createDeflateRaw,
  type DeflateRaw,
  gunzip,
  gzip,
} from 'node:zlib'
import { fillHoles, HOLE_BYTES, type Hole, type HoledBytes, type HoleValues, newMarks } from './holed-bytes.ts'

/** The codings of a page, best first. */
export const CODINGS = ['br', 'gzip'] as const
export type Coding = (typeof CODINGS)[number]

/** How far a hole may be from the one before it to be left to a copy of it, in bytes. Over a longer way of text that is like
 *  nothing before it, coders look less closely and would write the first byte of the mark itself. */
const COPY_WITHIN_BYTES = 1024
/** Quick levels. Below 5 brotli does not look at the bytes before a literal to decode it, which a hole may not change. */
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 4

/** A coder of one kind, and how it leaves a place open. */
interface HoleCoder {
  readonly create: (sizeHint: number) => BrotliCompress | DeflateRaw
  /** Writes all that it was given, up to a whole byte. */
  readonly flush: number
  /** The header of a block that holds so many bytes as they are (RFC 7932, 9.2; RFC 1951, 3.2.4). */
  readonly storedHeader: (length: number) => Buffer
}

const BROTLI: HoleCoder = {
  create: (sizeHint) => createBrotliCompress(brotliOptions(sizeHint)),
  flush: constants.BROTLI_OPERATION_FLUSH,
  storedHeader: (length) => {
    const header = Buffer.alloc(3)
    header.writeUIntLE(((length - 1) << 3) | (1 << 19), 0, 3)
    return header
  },
}

const DEFLATE: HoleCoder = {
  create: () => createDeflateRaw({ level: GZIP_LEVEL }),
  flush: constants.Z_SYNC_FLUSH,
  storedHeader: (length) => Buffer.from([0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255]),
}

const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
const GZIP_TRAILER_BYTES = 8

function brotliOptions(sizeHint: number) {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: sizeHint } }
}

const compressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions(bytes.length)),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
}
const decompressors: Readonly<Record<Coding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify<Buffer, Buffer>(brotliDecompress),
  gzip: promisify<Buffer, Buffer>(gunzip),
}

/** Codes bytes that are sent once. */
export function codeOnce(coding: Coding, bytes: Buffer): Promise<Buffer> {
  return compressors[coding](bytes)
}

/** Codes bytes that are kept and sent often, as small as they get. */
export function codeForKeeps(coding: Coding, bytes: Buffer): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  return promisify(brotliCompress)(bytes, { params })
}

/** Codes a page once for many answers. A mark is put in a block that is not compressed, so that a value can be written
 *  over it; the marks close behind it are copies, which the client makes of whatever is there. The result is tried with
 *  values that differ from the mark in every byte.
 *  @returns null when the trial fails: the page is coded for each answer then */
export async function codeWithHoles(coding: Coding, page: HoledBytes): Promise<HoledBytes | null> {
  const coded = await (coding === 'br' ? codeOpen(BROTLI, page) : gzipOpen(page))
  const expected = fillHoles(page, TRIAL)
  const decoded = await decompressors[coding](fillCoded(coding, coded, TRIAL, expected)).catch(() => null)
  return decoded?.equals(expected) ? coded : null
}

const TRIAL: HoleValues = { nonce: 'n'.repeat(HOLE_BYTES.nonce), requestId: 'r'.repeat(HOLE_BYTES.requestId) }

/** The answer of a coded page.
 *  @param page the same page with the same values, as it is: gzip ends with its checksum */
export function fillCoded(coding: Coding, coded: HoledBytes, values: HoleValues, page: Buffer): Buffer {
  const filled = fillHoles(coded, values)
  if (coding === 'gzip') filled.writeUInt32LE(crc32(page), filled.length - GZIP_TRAILER_BYTES)
  return filled
}

async function gzipOpen(page: HoledBytes): Promise<HoledBytes> {
  const { bytes, holes } = await codeOpen(DEFLATE, page)
  const trailer = Buffer.alloc(GZIP_TRAILER_BYTES)
  trailer.writeUInt32LE(page.bytes.length % 2 ** 32, 4)
  return {
    bytes: Buffer.concat([GZIP_HEADER, bytes, trailer]),
    holes: holes.map(({ name, at }) => ({ name, at: at + GZIP_HEADER.length })),
  }
}

async function codeOpen(coder: HoleCoder, page: HoledBytes): Promise<HoledBytes> {
  const { bytes, holes: open } = openHoles(page)
  const edges = [0, ...open.flatMap(({ name, at }) => [at, at + HOLE_BYTES[name]]), bytes.length]
  const parts = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end))
  const coded = await codeParts(coder.create(bytes.length), coder.flush, parts)
  const holes: Hole[] = []
  const pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  }
  for (const [index, part] of coded.entries()) {
    const hole = index % 2 === 1 ? open[(index - 1) / 2] : undefined
    if (!hole) {
      add(part)
      continue
    }
    // What the coder made of the mark is thrown away; that it knows the mark lets it copy it later.
    add(coder.storedHeader(HOLE_BYTES[hole.name]))
    holes.push({ name: hole.name, at: length })
    add(Buffer.alloc(HOLE_BYTES[hole.name]))
  }
  return { bytes: Buffer.concat(pieces), holes }
}

/** The page with the holes that are left open: those far from the one before. Each has a mark of its own, so that the coder
 *  knows no such text before and thinks of no copy where the hole will be. */
function openHoles(page: HoledBytes): HoledBytes {
  const bytes = Buffer.from(page.bytes)
  const last = new Map<Hole['name'], { readonly at: number; readonly mark: string }>()
  const holes = page.holes.filter(({ name, at }) => {
    const known = last.get(name)
    const isOpen = !known || at - known.at > COPY_WITHIN_BYTES
    const mark = isOpen ? newMarks()[name] : known.mark
    bytes.write(mark, at)
    last.set(name, { at, mark })
    return isOpen
  })
  return { bytes, holes }
}

/** Codes parts one after another, each up to a whole byte. @returns what came of each; the last with the end of the stream */
async function codeParts(
  coder: BrotliCompress | DeflateRaw,
  flush: number,
  parts: readonly Buffer[],
): Promise<Buffer[]> {
  const coded: Buffer[] = []
  let pieces: Buffer[] = []
  const failed = new Promise<never>((_done, fail) => coder.once('error', fail))
  coder.on('data', (piece: Buffer) => pieces.push(piece))
  const isRead = async () => {
    while (coder.readableLength > 0) await new Promise<void>((done) => setImmediate(done))
  }
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1
    const written = new Promise<void>((done) => {
      if (isLast) {
        coder.once('end', done)
        coder.end(part)
      } else {
        coder.write(part)
        coder.flush(flush, done)
      }
    })
    await Promise.race([written, failed])
    await isRead()
    coded.push(Buffer.concat(pieces))
    pieces = []
  }
  return coded
}
