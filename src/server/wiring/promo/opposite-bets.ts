import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Whether the player has also backed another outcome of a market of the bet. */
export async function hasOpposite(
  tx: BrandTransaction,
  { bet_id, account_id }: { readonly bet_id: number; readonly account_id: number },
): Promise<boolean> {
  const row = await tx
    .select('bet_leg')
    .innerJoin('bet_leg as other', (join) =>
      join
        .onRef('other.brand_id', '=', 'bet_leg.brand_id')
        .onRef('other.game_id', '=', 'bet_leg.game_id')
        .onRef('other.market_id', '=', 'bet_leg.market_id')
        .onRef('other.outcome_id', '<>', 'bet_leg.outcome_id'),
    )
    .innerJoin('bet', (join) =>
      join.onRef('bet.brand_id', '=', 'other.brand_id').onRef('bet.bet_id', '=', 'other.bet_id'),
    )
    .select('bet.bet_id')
    .where('bet_leg.bet_id', '=', bet_id)
    .where('bet.account_id', '=', account_id)
    .where('bet.bet_id', '<>', bet_id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
