import type { StudioAct } from '#schemas'
import type { StudioDoor } from '../../db/for-studio.ts'
import { BEGINNING, type Link, linkAfter } from './act-chain.ts'
import { loggedAct } from './acts.ts'

/** Acts that are read at once. */
const PAGE = 1000

/** What a look at the whole chain finds. */
export interface ChainProof {
  readonly acts: number
  /** Hash of the last good act; 64 zeros when there is none. */
  readonly hash: string
  /** Number of the act at which the chain breaks; null when it is whole. */
  readonly brokenAt: number | null
}

/** All acts of the log in their order, page by page: those that are added meanwhile come along. */
export async function* readActs(door: StudioDoor, after = 0): AsyncGenerator<StudioAct> {
  for (let last = after, isMore = true; isMore; ) {
    const from = last
    const rows = await door.transaction((tx) =>
      tx.selectFrom('studio.act').selectAll().where('sequence', '>', from).orderBy('sequence').limit(PAGE).execute(),
    )
    for (const row of rows) yield loggedAct(row)
    last = rows.at(-1)?.sequence ?? last
    isMore = rows.length === PAGE
  }
}

/** Acts as a file has them: one a line, as JSON. */
export async function* actLines(acts: AsyncIterable<StudioAct>): AsyncGenerator<string> {
  for await (const act of acts) yield `${JSON.stringify(act)}\n`
}

/** Proves the chain of hashes from its first act on, of the database or of a file that was exported from it. */
export async function proveChain(acts: AsyncIterable<StudioAct>): Promise<ChainProof> {
  let link: Link = BEGINNING
  for await (const act of acts) {
    const next = linkAfter(link, act)
    if (!next) return { acts: link.sequence, hash: link.hash, brokenAt: link.sequence + 1 }
    link = next
  }
  return { acts: link.sequence, hash: link.hash, brokenAt: null }
}
