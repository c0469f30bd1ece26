import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Whose jackpot it is. */
export interface JackpotOf {
  readonly typeId: number
  readonly currency: string
}

/** The jackpot of a pool in minor units, locked until the end of the transaction; 0 before its first draw. */
export async function lockJackpot(tx: BrandTransaction, of: JackpotOf): Promise<number> {
  await tx
    .insert('toto_jackpot', { type_id: of.typeId, currency: of.currency })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await one(tx, of).forUpdate().executeTakeFirstOrThrow()
  return row.amount_minor
}

/** The number of the next draw of a type, which no other draw gets. */
export async function takeNumber(tx: BrandTransaction, of: JackpotOf): Promise<number> {
  await lockJackpot(tx, of)
  const { next_number: number } = await one(tx, of).executeTakeFirstOrThrow()
  await change(tx, of, { next_number: number + 1 })
  return number
}

/** Sets a jackpot that is locked. */
export function setJackpot(tx: BrandTransaction, of: JackpotOf, amountMinor: number): Promise<void> {
  return change(tx, of, { amount_minor: amountMinor })
}

/** The jackpots of a brand in a currency: number of the type → minor units. */
export async function readJackpots(tx: BrandTransaction, currency: string): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .select('toto_jackpot')
    .select(['type_id', 'amount_minor'])
    .where('currency', '=', currency)
    .execute()
  return new Map(rows.map(({ type_id, amount_minor }) => [type_id, amount_minor]))
}

function one(tx: BrandTransaction, { typeId, currency }: JackpotOf) {
  return tx
    .select('toto_jackpot')
    .select(['amount_minor', 'next_number'])
    .where('type_id', '=', typeId)
    .where('currency', '=', currency)
}

async function change(
  tx: BrandTransaction,
  { typeId, currency }: JackpotOf,
  changes: { readonly amount_minor?: number; readonly next_number?: number },
): Promise<void> {
  await tx.update('toto_jackpot', changes).where('type_id', '=', typeId).where('currency', '=', currency).execute()
}
