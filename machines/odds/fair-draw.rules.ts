import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** What the random numbers of a round follow from: nobody knows all three before the stake is taken. */
export interface FairSource {
  /** Secret of the server, 32 bytes as hex; its hash is published before. */
  readonly serverSeed: string
  /** Text that the player chooses. */
  readonly clientSeed: string
  /** Number of the round under these seeds, from 0 and without gaps. */
  readonly nonce: number
}

/** Random numbers of a round in their order. */
export interface FairDraw {
  /** A whole number from 0 to below the bound (1 to 2^32), each as likely as any other. @throws RangeError for another bound */
  readonly below: (bound: number) => number
  /** How many words have been taken: from here the round continues. */
  readonly taken: () => number
}

const WORDS = 2 ** 32
const WORDS_PER_BLOCK = 8

/** What is published of a server seed before it is used: the SHA-256 of its bytes as hex (CAS-11). */
export function commitmentOf(serverSeed: string): string {
  return bytesToHex(sha256(hexToBytes(serverSeed)))
}

/** Reads the random numbers of a round: HMAC-SHA256 with the server seed over `clientSeed:nonce:block`, cut into 32-bit words of big
 *  endian. A word above the greatest multiple of the bound is passed over, so that no number is more likely than another (CAS-11).
 *  @param from words that were taken before */
export function fairDraw({ serverSeed, clientSeed, nonce }: FairSource, from = 0): FairDraw {
  const key = hexToBytes(serverSeed)
  let place = from
  let block = -1
  let words = new DataView(new ArrayBuffer(0))
  const next = (): number => {
    const wanted = Math.floor(place / WORDS_PER_BLOCK)
    if (wanted !== block) {
      block = wanted
      words = new DataView(hmac(sha256, key, utf8ToBytes(`${clientSeed}:${nonce}:${block}`)).buffer)
    }
    return words.getUint32((place++ % WORDS_PER_BLOCK) * 4)
  }
  return drawOf(next, () => place)
}

/** A draw from a source of 32-bit words: of a test, or of a simulation. */
export function drawOf(nextWord: () => number, taken: () => number = () => 0): FairDraw {
  return {
    below(bound) {
      if (!Number.isInteger(bound) || bound < 1 || bound > WORDS)
        throw new RangeError(`a draw is from 1 to 2^32 numbers, not ${bound}`)
      const limit = WORDS - (WORDS % bound)
      for (;;) {
        const word = nextWord()
        if (word < limit) return word % bound
      }
    },
    taken,
  }
}

/** Takes so many of the items at random, in the order in which they are drawn. */
export function takeAtRandom<Item>(items: readonly Item[], count: number, draw: FairDraw): Item[] {
  const left = [...items]
  return Array.from({ length: count }, () => {
    const at = draw.below(left.length)
    const [taken] = left.splice(at, 1)
    if (taken === undefined) throw new RangeError(`only ${items.length} can be taken`)
    return taken
  })
}
