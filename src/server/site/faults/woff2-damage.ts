import { brotliDecompressSync } from 'node:zlib'

const CUT_OFF = 'it is cut off'
const HEADER_BYTES = 48
/** Most bytes of the tables once they are unpacked: a few bytes can unpack to as many as one likes. */
const MOST_BYTES = 16 * 1024 * 1024
/** Places of known tables among the tags of the format (WOFF2, table 4.1) that matter here. */
const [NAME, GLYF, LOCA, OTHER] = [5, 10, 11, 63]
const NAME_TAG = 'name'
/** Kinds of names by which a font calls its family (OpenType, name table). */
const FAMILY_NAMES: readonly number[] = [1, 16]
const RECORD_BYTES = 12

/** What is broken in a WOFF2 file; null when it is whole: its length is the one that it says, its tables unpack to what its directory
 *  says, and its table of names gives a family. */
export function woff2Damage(bytes: Buffer): string | null {
  if (bytes.length < HEADER_BYTES || bytes.readUInt32BE(8) !== bytes.length) return CUT_OFF
  if (bytes.toString('latin1', 4, 8) === 'ttcf')
    return 'it is a collection of several fonts, of which a theme takes none'
  const directory = readDirectory(bytes)
  if (directory === null) return CUT_OFF
  const packed = bytes.subarray(directory.end, directory.end + bytes.readUInt32BE(20))
  const tables = unpacked(packed)
  if (tables === null) return 'its tables cannot be unpacked'
  if (tables.length !== directory.bytes) return 'its tables are not as long as its directory says'
  const { name } = directory
  if (name === null || !hasFamily(tables.subarray(name.at, name.at + name.length))) return 'it has no name of a family'
  return null
}

interface Directory {
  /** Where the packed tables begin. */
  readonly end: number
  /** Length of all tables unpacked. */
  readonly bytes: number
  readonly name: { readonly at: number; readonly length: number } | null
}

/** Null when it does not fit the file. */
function readDirectory(bytes: Buffer): Directory | null {
  const count = bytes.readUInt16BE(12)
  let [at, all, name]: [number, number, Directory['name']] = [HEADER_BYTES, 0, null]
  for (let table = 0; table < count; table += 1) {
    const flags = bytes[at]
    if (flags === undefined) return null
    const [tag, version] = [flags & 63, flags >> 6]
    const isName = tag === NAME || (tag === OTHER && bytes.toString('latin1', at + 1, at + 5) === NAME_TAG)
    at += tag === OTHER ? 5 : 1
    const original = readLength(bytes, at)
    if (original === null) return null
    at = original.end
    let { length } = original
    // Outlines are written in another form unless they say not to; other tables are unless they say so.
    if (tag === GLYF || tag === LOCA ? version !== 3 : version !== 0) {
      const written = readLength(bytes, at)
      if (written === null) return null
      ;({ length, end: at } = written)
    }
    if (isName) name = { at: all, length }
    all += length
  }
  return count === 0 ? null : { end: at, bytes: all, name }
}

/** A number in groups of seven bits (WOFF2, UIntBase128); null when it is none. */
function readLength(bytes: Buffer, start: number): { readonly length: number; readonly end: number } | null {
  let length = 0
  for (let at = start; at < start + 5; at += 1) {
    const byte = bytes[at]
    if (byte === undefined || (at === start && byte === 0x80)) return null
    length = length * 128 + (byte & 127)
    if (byte < 128) return { length, end: at + 1 }
  }
  return null
}

function unpacked(packed: Buffer): Buffer | null {
  try {
    return brotliDecompressSync(packed, { maxOutputLength: MOST_BYTES })
  } catch {
    return null
  }
}

/** Whether a table of names gives a family, and every name of it is within the table. */
function hasFamily(table: Buffer): boolean {
  if (table.length < 6) return false
  const [count, texts] = [table.readUInt16BE(2), table.readUInt16BE(4)]
  if (6 + count * RECORD_BYTES > table.length) return false
  const records = Array.from({ length: count }, (_, index) => 6 + index * RECORD_BYTES)
  const lengths = records.map((at) => ({
    kind: table.readUInt16BE(at + 6),
    length: table.readUInt16BE(at + 8),
    end: texts + table.readUInt16BE(at + 10) + table.readUInt16BE(at + 8),
  }))
  const isWithin = lengths.every(({ end }) => end <= table.length)
  return isWithin && lengths.some(({ kind, length }) => FAMILY_NAMES.includes(kind) && length > 0)
}
