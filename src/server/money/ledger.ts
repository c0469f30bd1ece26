import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, sqlState } from '#server/db/for-brand.ts'

/** One side of a movement of money. */
export interface LedgerEntry {
  readonly currencyAccountId: number
  /** ISO 4217 code of the account. */
  readonly currency: string
  /** Minor units: what the account gains, or loses when negative; not zero. */
  readonly amountMinor: number
}

/** A movement of money: its entries sum to zero in each currency (LEDGER-1). */
export interface Transfer {
  /** What kind of movement it is, such as `correction`. */
  readonly kind: string
  /** What it is about, once for each kind: a repeated request has the same. */
  readonly reference: string
  readonly entries: readonly LedgerEntry[]
  /** Why an operator moves money by hand. */
  readonly note?: string
  readonly now: Date
}

export interface PostedTransfer {
  readonly transferId: number
  /** False when the same transfer had been posted before: nothing was changed. */
  readonly isNew: boolean
}

/** What was posted under this kind and reference is another transfer. */
export class OtherTransfer extends Error {
  override readonly name = 'OtherTransfer'
}

/** Where the database says that a player's account would fall below zero. */
const BELOW_ZERO = 'ledger_entry_not_below_zero'

/**
 * Posts a transfer, once: the same again changes nothing. The accounts are locked in the order of their ids, so that two
 * transfers never wait for each other; the balances are computed and kept from falling below zero by the database.
 * @throws AppError balance.too_low when a player's account has not that much; OtherTransfer when another one has this kind and
 * reference; Error when the entries make no transfer
 */
export async function postTransfer(tx: BrandTransaction, transfer: Transfer): Promise<PostedTransfer> {
  checkEntries(transfer)
  const ids = [...new Set(transfer.entries.map(({ currencyAccountId }) => currencyAccountId))].sort((a, b) => a - b)
  await tx
    .select('currency_account')
    .select('currency_account_id')
    .where('currency_account_id', 'in', ids)
    .orderBy('currency_account_id')
    .forNoKeyUpdate()
    .execute()
  const { kind, reference, note = null, now } = transfer
  const made = await tx
    .insert('ledger_transfer', { kind, reference, note, created_at: now })
    .onConflict((conflict) => conflict.columns(['brand_id', 'kind', 'reference']).doNothing())
    .returning('transfer_id as transferId')
    .executeTakeFirst()
  if (!made) return { transferId: await formerTransfer(tx, transfer), isNew: false }
  await insertEntries(tx, made.transferId, transfer.entries)
  return { ...made, isNew: true }
}

async function insertEntries(tx: BrandTransaction, transferId: number, entries: readonly LedgerEntry[]): Promise<void> {
  const rows = entries.map(({ currencyAccountId, currency, amountMinor }, line) => ({
    transfer_id: transferId,
    line,
    currency_account_id: currencyAccountId,
    currency,
    amount_minor: amountMinor,
  }))
  try {
    await tx.insert('ledger_entry', rows).execute()
  } catch (error) {
    if (sqlState(error) === '23514' && (error as { constraint?: string }).constraint === BELOW_ZERO)
      throw new AppError('balance.too_low', {}, { cause: error })
    throw error
  }
}

/** @throws OtherTransfer when what was posted under this kind and reference is not the same */
async function formerTransfer(tx: BrandTransaction, { kind, reference, entries }: Transfer): Promise<number> {
  const { id } = await tx
    .select('ledger_transfer')
    .select('transfer_id as id')
    .where('kind', '=', kind)
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  const former = await entriesOf(tx, id)
  const isSame = former.length === entries.length && former.every((entry, index) => isSameEntry(entry, entries[index]))
  if (!isSame) throw new OtherTransfer(`the ${kind} ${reference} was posted before, with other entries`)
  return id
}

/** The entries of a transfer in their order; none when there is no such transfer. */
export function entriesOf(tx: BrandTransaction, transferId: number): Promise<LedgerEntry[]> {
  return tx
    .select('ledger_entry')
    .select(['currency_account_id as currencyAccountId', 'currency', 'amount_minor as amountMinor'])
    .where('transfer_id', '=', transferId)
    .orderBy('line')
    .execute()
}

function isSameEntry(one: LedgerEntry, other: LedgerEntry | undefined): boolean {
  return (
    one.currencyAccountId === other?.currencyAccountId &&
    one.currency === other.currency &&
    one.amountMinor === other.amountMinor
  )
}

/** A transfer that is wrong by itself is a fault of the code that made it. */
function checkEntries({ kind, reference, entries }: Transfer): void {
  const refuse = (why: string): never => {
    throw new Error(`the ${kind} ${reference} is no transfer: ${why}`)
  }
  if (entries.length < 2) refuse('it has fewer than two entries')
  const sums = new Map<string, bigint>()
  for (const { currency, amountMinor } of entries) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor === 0) refuse(`${amountMinor} is no amount`)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  }
  for (const [currency, sum] of sums) if (sum !== 0n) refuse(`its entries in ${currency} sum to ${sum}`)
}
