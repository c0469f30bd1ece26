import { createReadStream } from 'node:fs'
import { say } from '../command-text.ts'

/** An entry of an archive in the ustar format (POSIX.1-1988), which every `tar` reads. */
export interface TarEntry {
  /** With `/` between its parts, at most 100 bytes; longer where it can be parted into a folder of 155 bytes and a rest of 100. */
  readonly path: string
  readonly kind: 'file' | 'folder'
  /** Of the content, in bytes; 0 for a folder. */
  readonly bytes: number
}

const BLOCK = 512
const PATH_BYTES = 100
const PREFIX_AT = 345
const PREFIX_BYTES = 155
const CHECKSUM_AT = 148
const CHECKSUM_BYTES = 8

/** The bytes of an archive: each entry with its content, which is a file to be read, or bytes. @throws Error for a path too long */
export async function* writeTar(
  entries: Iterable<TarEntry & { readonly content: string | Buffer | null }>,
): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    yield headOf(entry)
    if (Buffer.isBuffer(entry.content)) yield entry.content
    else if (entry.content !== null) for await (const chunk of createReadStream(entry.content)) yield chunk as Buffer
    const rest = entry.bytes % BLOCK
    if (rest > 0) yield Buffer.alloc(BLOCK - rest)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function headOf({ path, kind, bytes }: TarEntry): Buffer {
  const [prefix, name] = partedPath(path)
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  head.write(name, 0)
  head.write(prefix, PREFIX_AT)
  octal(kind === 'file' ? 0o600 : 0o700, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(bytes, 124, 12)
  octal(0, 136, 12)
  head.write(' '.repeat(CHECKSUM_BYTES), CHECKSUM_AT)
  head.write(kind === 'file' ? '0' : '5', 156)
  head.write('ustar\x0000', 257, 'latin1')
  octal(checksumOf(head), CHECKSUM_AT, CHECKSUM_BYTES - 1)
  return head
}

/** A path as the two fields of a head hold it. @throws Error for a path too long */
function partedPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= PATH_BYTES) return ['', path]
  for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(prefix) <= PREFIX_BYTES && Buffer.byteLength(name) <= PATH_BYTES) return [prefix, name]
  }
  throw new Error(say('backup.path_too_long', { path }))
}

function checksumOf(head: Buffer): number {
  return head.reduce((sum, byte) => sum + byte, 0)
}

/** Reads an archive: hands every entry and its content to `take`, in their order, which must read the content to its end.
 *  @throws Error when it is no archive or ends before its end */
export async function readTar(
  source: AsyncIterable<Buffer>,
  take: (entry: TarEntry, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const reader = createReader(source)
  for (;;) {
    const head = await reader.exactly(BLOCK)
    if (head.every((byte) => byte === 0)) return
    const entry = entryOf(head)
    await take(entry, reader.stream(entry.bytes))
    const rest = entry.bytes % BLOCK
    if (rest > 0) await reader.exactly(BLOCK - rest)
  }
}

function entryOf(head: Buffer): TarEntry {
  const text = (at: number, length: number) => head.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  const blank = Buffer.from(head)
  blank.write(' '.repeat(CHECKSUM_BYTES), CHECKSUM_AT)
  const told = Number.parseInt(text(CHECKSUM_AT, CHECKSUM_BYTES), 8)
  if (text(257, 5) !== 'ustar' || told !== checksumOf(blank)) throw new Error(say('backup.entry_unsound'))
  const type = text(156, 1)
  if (type !== '0' && type !== '5') throw new Error(say('backup.entry_kind', { type }))
  const [prefix, name] = [text(PREFIX_AT, PREFIX_BYTES), text(0, PATH_BYTES)]
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    kind: type === '0' ? 'file' : 'folder',
    bytes: Number.parseInt(text(124, 12), 8),
  }
}

function createReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  /** At most so many of the next bytes, and at least one. */
  async function some(most: number): Promise<Buffer> {
    while (held.length === 0) {
      const { done, value } = await chunks.next()
      if (done) throw new Error(say('backup.cut_short'))
      held = value
    }
    const part = held.subarray(0, most)
    held = held.subarray(part.length)
    return part
  }
  async function* stream(bytes: number): AsyncGenerator<Buffer> {
    for (let left = bytes; left > 0; ) {
      const part = await some(left)
      left -= part.length
      yield part
    }
  }
  return {
    stream,
    async exactly(bytes: number): Promise<Buffer> {
      const parts: Buffer[] = []
      for await (const part of stream(bytes)) parts.push(part)
      return Buffer.concat(parts)
    },
  }
}
