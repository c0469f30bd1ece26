import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import { entriesOf, type PostedTransfer, postTransfer } from './ledger.ts'

/** Money that an operator gives to a player, or takes from one, by hand. */
export interface Correction {
  /** Number of the player's account. */
  readonly accountId: number
  /** ISO 4217 code, upper case. */
  readonly currency: string
  /** Minor units that the player gains, or loses when negative; not zero. */
  readonly amountMinor: number
  /** What it is about: the same again changes nothing. */
  readonly reference: string
  /** Why, for those who read the books. */
  readonly reason: string
  readonly now: Date
}

/** Moves money between the operator and the cash account of a player (LEDGER-1).
 *  @throws AppError account.unknown when the player has no account in the currency, balance.too_low */
export async function correctBalance(tx: BrandTransaction, correction: Correction): Promise<PostedTransfer> {
  const { accountId, currency, amountMinor, now } = correction
  const cash = await cashAccount(tx, accountId, currency)
  const house = await houseAccount(tx, currency, now)
  return postTransfer(tx, {
    kind: 'correction',
    reference: storableText(correction.reference),
    note: storableText(correction.reason),
    entries: [
      { currencyAccountId: house, currency, amountMinor: -amountMinor },
      { currencyAccountId: cash, currency, amountMinor },
    ],
    now,
  })
}

/** Undoes a transfer by its opposite, entry by entry; both stay in the books, and it is undone once (LEDGER-1).
 *  @throws AppError transfer.unknown, balance.too_low when what was given has been spent */
export async function undoTransfer(
  tx: BrandTransaction,
  undo: { readonly transferId: number; readonly reason: string; readonly now: Date },
): Promise<PostedTransfer> {
  const entries = await entriesOf(tx, storableId(undo.transferId))
  if (entries.length === 0) throw new AppError('transfer.unknown')
  return postTransfer(tx, {
    kind: 'undoing',
    reference: String(undo.transferId),
    note: storableText(undo.reason),
    entries: entries.map((entry) => ({ ...entry, amountMinor: -entry.amountMinor })),
    now: undo.now,
  })
}

async function cashAccount(tx: BrandTransaction, accountId: number, currency: string): Promise<number> {
  const row = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', '=', storableId(accountId))
    .where('currency', '=', currency)
    .where('kind', '=', 'cash')
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('account.unknown')
  return row.id
}

/** The operator's account in a currency; made when there is none yet. */
async function houseAccount(tx: BrandTransaction, currency: string, now: Date): Promise<number> {
  await tx
    .insert('currency_account', { account_id: null, currency, kind: 'house', is_active: false, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await tx
    .select('currency_account')
    .select('currency_account_id as id')
    .where('account_id', 'is', null)
    .where('currency', '=', currency)
    .where('kind', '=', 'house')
    .where('shard', '=', 0)
    .executeTakeFirstOrThrow()
  return id
}
