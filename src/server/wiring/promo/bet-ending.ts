import type { WageredBet } from '#machines/promo/awards/wagering.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** How a bet ended that is not open. */
export async function endingOf(
  tx: BrandTransaction,
  { bet_id, state }: { readonly bet_id: number; readonly state: string },
): Promise<WageredBet['ending']> {
  if (state === 'returned') return 'void'
  if (await isSold(tx, bet_id)) return 'cashed_out'
  return state === 'won' ? 'won' : 'lost'
}

async function isSold(tx: BrandTransaction, betId: number): Promise<boolean> {
  const row = await tx
    .select('bet_event')
    .select('sequence')
    .where('bet_id', '=', betId)
    .where('kind', '=', 'sold')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
