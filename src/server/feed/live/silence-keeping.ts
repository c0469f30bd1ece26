import type { FeedTransaction } from '#server/db/for-feed.ts'
import { PRODUCER_SILENT_MS } from '../stream/channel-writer.ts'

/** A producer that is heard, and what was known of it before. */
interface Heard {
  readonly producer: string
  /** Whether it says that its prices hold. */
  readonly isUp: boolean
  readonly known: { readonly is_up: boolean; readonly heard_at: Date } | undefined
  readonly now: Date
}

/** Keeps when the prices of a producer were not known (WID-12): from the last word before a silence to the first one after it, and from
 *  the moment at which it says that it is down until it says that it is up. */
export async function keepSilence(tx: FeedTransaction, { producer, isUp, known, now }: Heard): Promise<void> {
  if (!known) return
  const wasSilent = now.getTime() - known.heard_at.getTime() > PRODUCER_SILENT_MS
  if (known.is_up && wasSilent) await addSilence(tx, { producer, since: known.heard_at, until: isUp ? now : null })
  else if (known.is_up && !isUp) await addSilence(tx, { producer, since: now, until: null })
  else if (!known.is_up && isUp)
    await tx
      .updateTable('feed.silence')
      .set({ until: now })
      .where('producer', '=', producer)
      .where('until', 'is', null)
      .execute()
}

async function addSilence(
  tx: FeedTransaction,
  silence: { readonly producer: string; readonly since: Date; readonly until: Date | null },
): Promise<void> {
  await tx
    .insertInto('feed.silence')
    .values(silence)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
