import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const LEAF = new Uint8Array([0])
const NODE = new Uint8Array([1])

/** The leaf of a receipt, as hex: SHA-256 of a zero byte and its text, so that no leaf can pass as a node (RFC 9162, 2.1.1). */
export function leafOf(text: string): string {
  return bytesToHex(sha256(concatBytes(LEAF, utf8ToBytes(text))))
}

/** The root over leaves in their order, as hex; of none it is the hash of nothing. A node without a neighbour goes up as it is (LOT-6). */
export function rootOf(leaves: readonly string[]): string {
  if (leaves.length === 0) return bytesToHex(sha256(new Uint8Array(0)))
  let level = [...leaves]
  while (level.length > 1) level = above(level)
  return level[0] ?? ''
}

/** A tree that has all its leaves. */
export interface GrownTree {
  /** As {@link rootOf} gives it. */
  readonly root: string
  readonly count: number
  /** Place of the leaf that was wanted, -1 where it is not among them. */
  readonly index: number
  /** Its way to the root, as {@link pathIn} gives it. */
  readonly path: readonly string[]
}

interface Peak {
  readonly hash: string
  readonly height: number
  readonly hasWanted: boolean
}

/** Grows a tree leaf by leaf and keeps only its whole parts, one of each height, so that a hundred thousand leaves take no more memory than
 *  twenty (LOT-6).
 *  @param wanted a leaf whose way to the root is asked for */
export function growTree(wanted?: string): { readonly add: (leaf: string) => void; readonly end: () => GrownTree } {
  const peaks: Peak[] = []
  const path: string[] = []
  let [count, index] = [0, -1]
  const joined = (left: Peak, right: Peak): Peak => {
    if (left.hasWanted) path.push(`r${right.hash}`)
    if (right.hasWanted) path.push(`l${left.hash}`)
    const height = Math.max(left.height, right.height) + 1
    return { hash: nodeOf(left.hash, right.hash), height, hasWanted: left.hasWanted || right.hasWanted }
  }
  return {
    add: (leaf) => {
      const isWanted = leaf === wanted && index < 0
      if (isWanted) index = count
      count += 1
      let peak: Peak = { hash: leaf, height: 0, hasWanted: isWanted }
      for (let last = peaks.at(-1); last?.height === peak.height; last = peaks.at(-1)) {
        peaks.pop()
        peak = joined(last, peak)
      }
      peaks.push(peak)
    },
    end: () => {
      const [last, ...others] = peaks.toReversed()
      if (!last) return { root: rootOf([]), count, index, path }
      const { hash: root } = others.reduce((right, left) => joined(left, right), last)
      return { root, count, index, path }
    },
  }
}

/** All levels of a tree from its leaves to its root, for who asks for many ways in it. */
export function levelsOf(leaves: readonly string[]): readonly (readonly string[])[] {
  const levels = [[...leaves]]
  for (let level = levels[0] ?? []; level.length > 1; levels.push(level)) level = above(level)
  return levels
}

/** The way from a leaf to the root: its neighbours from below, each with the side on which it stands. */
export function pathIn(levels: readonly (readonly string[])[], index: number): readonly string[] {
  return levels.flatMap((level, height) => {
    const at = Math.floor(index / 2 ** height)
    const isRight = at % 2 === 1
    const neighbour = level[isRight ? at - 1 : at + 1]
    return neighbour === undefined ? [] : [`${isRight ? 'l' : 'r'}${neighbour}`]
  })
}

/** Whether a receipt is below a root: its text, and the way that was given with it (LOT-7). */
export function isBelow(text: string, path: readonly string[], root: string): boolean {
  const found = path.reduce((hash, step) => {
    const neighbour = step.slice(1)
    return step.startsWith('l') ? nodeOf(neighbour, hash) : nodeOf(hash, neighbour)
  }, leafOf(text))
  return found === root
}

function above(level: readonly string[]): string[] {
  return Array.from({ length: Math.ceil(level.length / 2) }, (_, place) => {
    const [left = '', right] = [level[2 * place], level[2 * place + 1]]
    return right === undefined ? left : nodeOf(left, right)
  })
}

function nodeOf(left: string, right: string): string {
  return bytesToHex(sha256(concatBytes(NODE, hexToBytes(left), hexToBytes(right))))
}
