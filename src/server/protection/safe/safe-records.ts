import { createHmac, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { SafeEntry, SafeLine } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { SafeHeadTable } from '#server/db/tables/protection-tables.ts'
import { firstHash, hashOf, purposeOf } from './safe-chain.ts'
import { sealFor } from './safe-seal.ts'

/** Entries that are recorded by one transaction. */
const AT_ONCE = 500
/** Longer than any transaction runs: older transfers are all there. */
const SURELY_THERE_MS = 600_000
const SALT_BYTES = 32

/** How records are made. */
export interface SafeKeeping {
  /** Base64 of the authority's public key, as the configuration has it. */
  readonly recipient: string
  readonly now: Date
}

type Head = Selectable<SafeHeadTable>
type LedgerRow = Awaited<ReturnType<typeof unrecorded>>[number]

/** Records what has been posted on players' accounts since the time before, at most 500 entries of it: each once, those of an account in
 *  their order. Processes that do it at once wait for each other.
 *  @returns how many were recorded */
export async function keepRecords(tx: BrandTransaction, { recipient, now }: SafeKeeping): Promise<number> {
  const head = await headOf(tx)
  const found = await unrecorded(tx, head.scanned_id)
  const { due, waiting } = await inOrder(tx, found)
  let { number, hash } = head
  const rows = due.map((row) => {
    number += 1
    const sealed = sealFor(recipient, purposeOf(tx.brandId, number), contentOf(row, head.salt))
    hash = hashOf(hash, { number, at: now, sealed })
    return { number, currency_account_id: row.purse, sequence: row.sequence, at: now, hash, sealed }
  })
  if (rows.length > 0) await tx.insert('safe_record', rows).execute()
  const scanned_id = await scannedTo(tx, { head, found, waiting, now })
  await tx.update('safe_head', { number, hash, scanned_id }).execute()
  return rows.length
}

/** Records in their order. @param after number of the last one that the reader has; 0 from the first */
export async function readRecords(tx: BrandTransaction, after: number, most: number): Promise<SafeLine[]> {
  const rows = await tx
    .select('safe_record')
    .select(['number', 'at', 'hash', 'sealed'])
    .where('number', '>', after)
    .orderBy('number')
    .limit(most)
    .execute()
  return rows.map(({ number, at, hash, sealed }) => ({
    number,
    at: at.toISOString(),
    hash: Buffer.from(hash).toString('hex'),
    sealed: Buffer.from(sealed).toString('base64'),
  }))
}

/** Where the records end, held until the transaction is over. */
async function headOf(tx: BrandTransaction): Promise<Head> {
  const first = { number: 0, hash: firstHash(tx.brandId), salt: randomBytes(SALT_BYTES) }
  await tx
    .insert('safe_head', first)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return tx.select('safe_head').selectAll('safe_head').forUpdate().executeTakeFirstOrThrow()
}

/** Entries on players' accounts that have no record, the earliest transfers first. */
function unrecorded(tx: BrandTransaction, scannedId: number) {
  return tx
    .select('ledger_transfer')
    .innerJoin('ledger_entry as entry', (join) =>
      join
        .onRef('entry.brand_id', '=', 'ledger_transfer.brand_id')
        .onRef('entry.transfer_id', '=', 'ledger_transfer.transfer_id'),
    )
    .innerJoin('currency_account as purse', (join) =>
      join
        .onRef('purse.brand_id', '=', 'entry.brand_id')
        .onRef('purse.currency_account_id', '=', 'entry.currency_account_id'),
    )
    .leftJoin('safe_record as kept', (join) =>
      join
        .onRef('kept.brand_id', '=', 'entry.brand_id')
        .onRef('kept.currency_account_id', '=', 'entry.currency_account_id')
        .onRef('kept.sequence', '=', 'entry.sequence'),
    )
    .select([
      'ledger_transfer.transfer_id as transferId',
      'ledger_transfer.kind',
      'ledger_transfer.reference',
      'ledger_transfer.created_at as at',
      'purse.account_id as accountId',
      'purse.kind as purseKind',
      'entry.currency_account_id as purse',
      'entry.currency',
      'entry.amount_minor as amountMinor',
      'entry.balance_minor as balanceMinor',
      'entry.sequence',
    ])
    .where('ledger_transfer.transfer_id', '>', scannedId)
    .where('purse.account_id', 'is not', null)
    .where('kept.number', 'is', null)
    .orderBy('ledger_transfer.transfer_id')
    .orderBy('entry.line')
    .limit(AT_ONCE)
    .execute()
}

/** Entries whose forerunners on their account are recorded or come with them, account by account; the others wait: a transfer may have
 *  come before one with a smaller number. */
async function inOrder(tx: BrandTransaction, found: readonly LedgerRow[]) {
  if (found.length === 0) return { due: [], waiting: [] }
  const recorded = await tx
    .select('safe_record')
    .select(({ fn }) => ['currency_account_id as purse', fn.max('sequence').as('last')])
    .where('currency_account_id', 'in', [...new Set(found.map(({ purse }) => purse))])
    .groupBy('currency_account_id')
    .execute()
  const last = new Map(recorded.map(({ purse, last: sequence }) => [purse, Number(sequence)]))
  const [due, waiting]: [LedgerRow[], LedgerRow[]] = [[], []]
  for (const row of found.toSorted((one, other) => one.sequence - other.sequence)) {
    if (row.sequence === (last.get(row.purse) ?? 0) + 1) {
      last.set(row.purse, row.sequence)
      due.push(row)
    } else waiting.push(row)
  }
  return { due, waiting }
}

interface Scanned {
  readonly head: Head
  readonly found: readonly LedgerRow[]
  readonly waiting: readonly LedgerRow[]
  readonly now: Date
}

/** Up to which transfer nothing is left to record, also of those that are not committed yet. */
async function scannedTo(tx: BrandTransaction, { head, found, waiting, now }: Scanned): Promise<number> {
  const isAll = found.length < AT_ONCE
  const { old } = await tx
    .select('ledger_transfer')
    .select(({ fn }) => fn.max('transfer_id').as('old'))
    .where('transfer_id', '>', head.scanned_id)
    .where('transfer_id', '<=', isAll ? Number.MAX_SAFE_INTEGER : (found.at(-1)?.transferId ?? 0) - 1)
    .where('created_at', '<', new Date(now.getTime() - SURELY_THERE_MS))
    .executeTakeFirstOrThrow()
  const before = waiting.reduce((least, { transferId }) => Math.min(least, transferId - 1), Number.MAX_SAFE_INTEGER)
  return Math.max(head.scanned_id, Math.min(Number(old ?? head.scanned_id), before))
}

function contentOf(row: LedgerRow, salt: Uint8Array): Uint8Array {
  const nameOf = (what: string) => createHmac('sha256', salt).update(what).digest('base64url').slice(0, 22)
  const entry: SafeEntry = {
    ...{
      player: nameOf(`player ${row.accountId}`),
      account: nameOf(`account ${row.purse}`),
      accountKind: row.purseKind,
    },
    ...{ kind: row.kind, reference: row.reference, transfer: row.transferId, at: row.at.toISOString() },
    ...{ currency: row.currency, amountMinor: row.amountMinor, balanceMinor: row.balanceMinor, sequence: row.sequence },
  }
  return new TextEncoder().encode(JSON.stringify(entry))
}
