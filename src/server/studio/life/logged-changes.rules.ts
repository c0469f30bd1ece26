import type { BrandChange } from '#schemas'
import { sha256 } from '../brand-contents.ts'

/** Longest value that the log keeps as it is, in characters; of a longer one it keeps the hash. */
const MOST_CHARACTERS = 200
/** Most changes of one file that the log tells one by one; of more it keeps the hash. */
const MOST_OF_FILE = 100

/** The changes of a publication as the log of acts keeps them (CARD-3): JSON of `BrandChange`s, which the chain of hashes then covers. What
 *  is long is there as `sha256:…`, and the revision has it whole. */
export function loggedChanges(changes: readonly BrandChange[]): string {
  const files = Map.groupBy(changes, ({ path }) => path)
  const told = [...files].flatMap(([path, own]) => (own.length > MOST_OF_FILE ? [wholeFile(path, own)] : own))
  return JSON.stringify(told.map(({ before, after, ...place }) => ({ ...place, ...sides(before, after) })))
}

function sides(before: string | undefined, after: string | undefined): Pick<BrandChange, 'before' | 'after'> {
  return {
    ...(before === undefined ? {} : { before: shortened(before) }),
    ...(after === undefined ? {} : { after: shortened(after) }),
  }
}

function shortened(value: string): string {
  return value.length > MOST_CHARACTERS ? hashed(value) : value
}

/** A file in which too much has changed as one change, by the hash of all that was there and is. */
function wholeFile(path: string, changes: readonly BrandChange[]): BrandChange {
  const hashOf = (side: 'before' | 'after') =>
    hashed(JSON.stringify(changes.map((change) => [change.pointer, change[side]])))
  return { path, pointer: '', before: hashOf('before'), after: hashOf('after') }
}

function hashed(text: string): string {
  return `sha256:${sha256(new TextEncoder().encode(text))}`
}
