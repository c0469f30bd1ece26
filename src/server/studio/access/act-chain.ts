import type { StudioAct } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { actHash, FIRST_LINK, loggedAct } from './acts.ts'

/** Acts that one look verifies at most. */
const MOST_AT_ONCE = 10_000

/** A place in the chain: the number of an act and its hash. */
export interface Link {
  readonly sequence: number
  readonly hash: string
}

/** What the chain begins with. */
export const BEGINNING: Link = { sequence: 0, hash: FIRST_LINK }

/** Watches the chain of hashes of the log. A log of at most `mostAtOnce` acts is verified whole by every look; of a longer one, each
 *  look continues where the last one ended and begins again after the end, so that a change is found within
 *  `acts / mostAtOnce` looks and none is long. Beside that, the latest act that was ever seen has to be there as it was: an end
 *  that is cut off leaves a chain that is whole in itself. Once a break was found, the answer stays no until the process starts again.
 *  @returns a look: whether no break is known */
export function createActChain(mostAtOnce = MOST_AT_ONCE): (tx: StudioTransaction) => Promise<boolean> {
  let next = BEGINNING
  let latest = BEGINNING
  let isBroken = false
  return async (tx) => {
    if (isBroken) return false
    const end = await endAfter(tx, latest)
    const { reached, isLast } = end ? await follow(tx, next, mostAtOnce) : { reached: null, isLast: false }
    if (!end || !reached) {
      isBroken = true
      return false
    }
    latest = end
    next = isLast ? BEGINNING : reached
    return true
  }
}

/** The last link of the chain; null when one that was seen before is missing or another. */
async function endAfter(tx: StudioTransaction, seen: Link): Promise<Link | null> {
  const links = tx.selectFrom('studio.act').select(['sequence', 'hash'])
  const end = await links.orderBy('sequence', 'desc').limit(1).executeTakeFirst()
  if (seen.sequence === 0) return end ?? BEGINNING
  const own = await links.where('sequence', '=', seen.sequence).executeTakeFirst()
  return own?.hash === seen.hash ? (end ?? null) : null
}

/** Verifies the acts after a link. @returns the last good link, or null at a break */
async function follow(
  tx: StudioTransaction,
  from: Link,
  most: number,
): Promise<{ readonly reached: Link | null; readonly isLast: boolean }> {
  const rows = await tx
    .selectFrom('studio.act')
    .selectAll()
    .where('sequence', '>', from.sequence)
    .orderBy('sequence')
    .limit(most)
    .execute()
  let link = from
  for (const row of rows) {
    const next = linkAfter(link, loggedAct(row))
    if (!next) return { reached: null, isLast: false }
    link = next
  }
  return { reached: link, isLast: rows.length < most }
}

/** The link of an act that follows another. @returns null when it is not the next one, or its hash is not that of what it says */
export function linkAfter(link: Link, { sequence, at, account, brand, act, details, hash }: StudioAct): Link | null {
  const facts = { sequence, at: new Date(at), account, brand: brand ?? null, act, details }
  return sequence === link.sequence + 1 && hash === actHash(facts, link.hash) ? { sequence, hash } : null
}
