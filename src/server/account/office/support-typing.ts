import type { BrandTransaction } from '#server/db/for-brand.ts'

/** A side of a talk. */
export type TalkSide = 'player' | 'consultant'

/** How long somebody counts as typing after the last key, in milliseconds: pages send it at most every three seconds. */
export const TYPING_SHOWN_MS = 6000

/** Notes that a side of a talk is typing; of what is typed nothing is known.
 *  @param consultant name of who answers; null for the player */
export async function noteTyping(
  tx: BrandTransaction,
  {
    accountId,
    consultant,
    now,
  }: { readonly accountId: number; readonly consultant: string | null; readonly now: Date },
): Promise<void> {
  await tx
    .insert('support_typing', { account_id: accountId, side: sideOf(consultant), consultant, typed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'account_id', 'side']).doUpdateSet({ consultant, typed_at: now }),
    )
    .execute()
}

/** What a side has typed is sent, so it is typing no more. */
export async function endTyping(tx: BrandTransaction, accountId: number, consultant: string | null): Promise<void> {
  await tx.delete('support_typing').where('account_id', '=', accountId).where('side', '=', sideOf(consultant)).execute()
}

/** Whether a side of a talk is typing now. @returns null when it is not; else who it is: null for the player */
export async function typingIn(
  tx: BrandTransaction,
  { accountId, side, now }: { readonly accountId: number; readonly side: TalkSide; readonly now: Date },
): Promise<{ readonly consultant: string | null } | null> {
  const row = await tx
    .select('support_typing')
    .select('consultant')
    .where('account_id', '=', accountId)
    .where('side', '=', side)
    .where('typed_at', '>', new Date(now.getTime() - TYPING_SHOWN_MS))
    .executeTakeFirst()
  return row ?? null
}

function sideOf(consultant: string | null): TalkSide {
  return consultant === null ? 'player' : 'consultant'
}
