/** A file of an archive. */
export interface ArchivedFile {
  readonly name: string
  readonly text: string
}

const LOCAL_HEADER = 0x04034b50
const CENTRAL_HEADER = 0x02014b50
const END_RECORD = 0x06054b50
/** Version 2.0 of the format; names are UTF-8 (bit 11); stored as they are; 1 January 1980, since files tell their own time. */
const COMMON = [20, 0x0800, 0, 0, 0x0021] as const

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** A ZIP archive of texts, not compressed (PKWARE APPNOTE 6.3): browsers let a page save many files only as one. */
export function zipArchive(files: readonly ArchivedFile[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const [bodies, directory]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  for (const file of files) {
    const [name, content] = [encoder.encode(file.name), encoder.encode(file.text)]
    const sizes = [crc32(content), content.length, content.length]
    const local = [record([LOCAL_HEADER], COMMON, sizes, [name.length, 0]), name, content]
    const place = record([CENTRAL_HEADER], [20, ...COMMON], sizes, [name.length, 0, 0, 0, 0], [0, offset])
    bodies.push(...local)
    directory.push(place, name)
    offset += lengthOf(local)
  }
  const end = record([END_RECORD], [0, 0, files.length, files.length], [lengthOf(directory), offset], [0])
  return joined([...bodies, ...directory, end])
}

/** A record of the format, little endian: groups of numbers of four bytes and of two, in turn. */
function record(...groups: readonly (readonly number[])[]): Uint8Array {
  const width = (index: number) => (index % 2 === 0 ? 4 : 2)
  const bytes = new Uint8Array(groups.reduce((sum, group, index) => sum + group.length * width(index), 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [index, group] of groups.entries()) {
    for (const value of group) {
      if (width(index) === 4) view.setUint32(at, value, true)
      else view.setUint16(at, value, true)
      at += width(index)
    }
  }
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(lengthOf(parts))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0)
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
