import { randomInt } from 'node:crypto'

/** What is put into each answer by itself. */
export interface HoleValues {
  /** The nonce of the answer's policy: 18 bytes in base64. */
  readonly nonce: string
  /** The id of the request: 21 characters. */
  readonly requestId: string
}

export type HoleName = keyof HoleValues

/** A place of bytes that is filled in each answer. */
export interface Hole {
  readonly name: HoleName
  /** Its first byte. */
  readonly at: number
}

/** Bytes with holes in them: a page, or a coded one. */
export interface HoledBytes {
  readonly bytes: Buffer
  readonly holes: readonly Hole[]
}

/** How long each hole is, in bytes. */
export const HOLE_BYTES: Readonly<Record<HoleName, number>> = { nonce: 24, requestId: 21 }

/** A byte that no page has and that JSON leaves as it is: the first and the last of a mark, so that no other text of a page
 *  is alike across the edge of one. */
const EDGE = '\x7f'
/** Characters of private use, of three bytes each, which no page has either. */
const PRIVATE_USE = { first: 0xe000, count: 0x1000 }
const PRIVATE_BYTES = 3

/** Placeholders for the values while a page is rendered. They are new for each page and cannot be guessed, so that
 *  nobody writes one into an address to have a nonce put there. */
export function newMarks(): HoleValues {
  return { nonce: markOf(HOLE_BYTES.nonce), requestId: markOf(HOLE_BYTES.requestId) }
}

function markOf(length: number): string {
  const count = Math.floor((length - 2 * EDGE.length) / PRIVATE_BYTES)
  const middle = Array.from({ length: count }, () =>
    String.fromCharCode(PRIVATE_USE.first + randomInt(PRIVATE_USE.count)),
  ).join('')
  return EDGE + middle + EDGE.repeat(length - EDGE.length - count * PRIVATE_BYTES)
}

/** Finds the marks of a page. */
export function holesOf(bytes: Buffer, marks: HoleValues): HoledBytes {
  const holes = (Object.keys(HOLE_BYTES) as HoleName[]).flatMap((name) => {
    const found: Hole[] = []
    for (let at = bytes.indexOf(marks[name]); at >= 0; at = bytes.indexOf(marks[name], at + HOLE_BYTES[name]))
      found.push({ name, at })
    return found
  })
  return { bytes, holes: holes.sort((left, right) => left.at - right.at) }
}

/** A copy of the bytes with values in the holes.
 *  @throws Error when a value is not as long as its hole */
export function fillHoles({ bytes, holes }: HoledBytes, values: HoleValues): Buffer {
  const filled = Buffer.from(bytes)
  for (const { name, at } of holes) {
    if (filled.write(values[name], at, 'latin1') !== HOLE_BYTES[name] || values[name].length !== HOLE_BYTES[name])
      throw new Error(`the ${name} is not ${HOLE_BYTES[name]} bytes long`)
  }
  return filled
}
