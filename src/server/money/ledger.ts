import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { sqlState } from '#server/db/sql-state.ts'
import { storableJson } from '#server/db/storable.ts'

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

/** Posts a transfer, once: the same again changes nothing. One statement locks the accounts, those of players first and each in the order
 *  of their ids, so that two transfers never wait for each other; the balances are computed and kept from falling below zero by the
 *  database.
 *  @throws AppError balance.too_low when a player's account has not that much; OtherTransfer when another one has this kind and
 *  reference; Error when the entries make no transfer */
export async function postTransfer(tx: BrandTransaction, transfer: Transfer): Promise<PostedTransfer> {
  const [posted] = await postTransfers(tx, [transfer])
  if (!posted) throw new Error(`the ${transfer.kind} ${transfer.reference} was not posted`)
  return posted
}

/** Posts transfers in their order by one statement, all of them or none: see postTransfer.
 *  @throws as postTransfer */
export async function postTransfers(
  tx: BrandTransaction,
  transfers: readonly Transfer[],
): Promise<readonly PostedTransfer[]> {
  const rows = await tx.call('ledger_post', transfersJson(transfers)).catch(refuseBelowZero)
  return rows.map((row, place) => {
    const { kind = '', reference = '' } = transfers[place] ?? {}
    if (!row.is_same) throw new OtherTransfer(`the ${kind} ${reference} was posted before, with other entries`)
    return { transferId: row.transfer_id, isNew: row.is_new }
  })
}

/** Transfers as the functions of the database take them. @throws Error when the entries of one make no transfer */
export function transfersJson(transfers: readonly Transfer[]): string {
  for (const transfer of transfers) checkEntries(transfer)
  return storableJson(
    transfers.map(({ kind, reference, note = null, entries, now }) => ({
      ...{ kind, reference, note, at: now },
      entries: entries.map(({ currencyAccountId, currency, amountMinor }) => [
        currencyAccountId,
        currency,
        amountMinor,
      ]),
    })),
  )
}

/** Throws what a posting has failed by. @throws AppError balance.too_low when a player's account has not that much */
export function refuseBelowZero(error: unknown): never {
  if (sqlState(error) === '23514' && (error as { constraint?: string }).constraint === BELOW_ZERO)
    throw new AppError('balance.too_low', {}, { cause: error })
  throw error
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

/** A transfer that is wrong by itself is a fault of the code that made it. */
function checkEntries({ kind, reference, entries }: Transfer): void {
  const refuse = (why: string): never => {
    throw new Error(`the ${kind} ${reference} is not a valid transfer: ${why}`)
  }
  if (entries.length < 2) refuse('it has fewer than two entries')
  const sums = new Map<string, bigint>()
  for (const { currency, amountMinor } of entries) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor === 0) refuse(`${amountMinor} is not an amount`)
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(amountMinor))
  }
  for (const [currency, sum] of sums) if (sum !== 0n) refuse(`its entries in ${currency} sum to ${sum}`)
}
