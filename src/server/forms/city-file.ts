import { open } from 'node:fs/promises'

/** A place of the file: its name, and the code of the division of its country that it lies in. */
export interface CityRow {
  readonly name: string
  readonly country: string
  /** Empty, or a code that nothing else knows, for a few. */
  readonly admin1: string
}

/** Reads the cities of one country, two capital letters; none for a country that the file does not have. */
export type ReadCities = (country: string) => Promise<readonly CityRow[]>

/** The bytes of the file that hold the rows of a country; the end is the one after. */
interface Range {
  readonly start: number
  readonly end: number
}

/** Where the rows of a country begin. */
interface Start {
  readonly country: string
  readonly start: number
}

const CHUNK_BYTES = 256 * 1024
/** How a row begins, and where it names its country. No text of a row can hold the latter: quotes in it are escaped. */
const ROW_START = '{"name":'
const COUNTRY_KEY = '"country":"'
const CODE_LENGTH = 2

/** Opens a JSON array of cities in which those of a country follow one another. Nothing is read before the first question;
 *  then the file is walked through once, a piece at a time, and from then on a country's part of it alone is read.
 *  @param path of the file
 *  @throws Error (from the reader) when the cities of a country are not together, or the file is no such list */
export function openCityFile(path: string): ReadCities {
  let ranges: Promise<ReadonlyMap<string, Range>> | null = null
  const rangesNow = () => {
    ranges ??= findRanges(path).catch((error: unknown) => {
      ranges = null
      throw error
    })
    return ranges
  }
  return async (country) => {
    const range = (await rangesNow()).get(country)
    if (range === undefined) return []
    return JSON.parse(`[${(await readPart(path, range)).replace(/[,\]\s]+$/, '')}]`) as CityRow[]
  }
}

async function readPart(path: string, { start, end }: Range): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

async function findRanges(path: string): Promise<ReadonlyMap<string, Range>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const starts: Start[] = []
    const bytes = Buffer.alloc(CHUNK_BYTES)
    /** Place in the file of the first byte of the chunk, and how many bytes of it are left from the last one. */
    let offset = 0
    let kept = 0
    while (offset + kept < size) {
      const { bytesRead } = await file.read(bytes, kept, bytes.length - kept, offset + kept)
      if (bytesRead === 0) throw new Error(`${path}: a row at byte ${offset} has no end`)
      const length = kept + bytesRead
      const done = markCountries(bytes.subarray(0, length), offset, starts)
      bytes.copyWithin(0, done, length)
      kept = length - done
      offset += done
    }
    return rangesOf(path, starts, size)
  } finally {
    await file.close()
  }
}

function rangesOf(path: string, starts: readonly Start[], size: number): ReadonlyMap<string, Range> {
  const ranges = new Map<string, Range>()
  for (const [index, { country, start }] of starts.entries()) {
    if (ranges.has(country)) throw new Error(`${path}: the cities of ${country} are not together`)
    ranges.set(country, { start, end: starts[index + 1]?.start ?? size })
  }
  return ranges
}

/** Notes where countries begin.
 *  @returns how many of the bytes are done with: a row that continues in the next chunk is not */
function markCountries(bytes: Buffer, offset: number, starts: Start[]): number {
  let done = 0
  for (;;) {
    const key = bytes.indexOf(COUNTRY_KEY, done)
    const end = key + COUNTRY_KEY.length + CODE_LENGTH
    if (key < 0 || end > bytes.length) return done
    const country = bytes.toString('latin1', end - CODE_LENGTH, end)
    if (country !== starts.at(-1)?.country) {
      starts.push({ country, start: offset + bytes.lastIndexOf(ROW_START, key) })
    }
    done = end
  }
}
