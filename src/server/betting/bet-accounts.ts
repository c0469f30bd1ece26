import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { openCashAccount } from '#server/money/currency-accounts.ts'

/** The accounts between which the money of bets moves, in one currency. */
export interface BetAccounts {
  readonly currency: string
  /** The player's, from which stakes come and to which payouts go. */
  readonly player: number
  /** Minor units of it. */
  readonly playerMinor: number
  readonly pending: number
  /** What the player owes, below zero; 0 when nothing was ever advanced. */
  readonly advance: number
  readonly house: number
  readonly tax: number
}

/** Those of the player alone. */
export type PlayerAccounts = Omit<BetAccounts, 'house' | 'tax'>

/** Whose accounts are meant. */
export interface BetParties {
  readonly accountId: number
  readonly currency: string
  /** The player's account that pays; their cash account when left out. */
  readonly funding?: number | undefined
  /** Opens the account of what is advanced to the player. */
  readonly isOnCredit?: boolean
  readonly now: Date
}

const HOUSE_KINDS: readonly CurrencyAccountKind[] = ['house', 'tax']

/** Opens what is not there yet and locks all of them in the order of their ids, so that two bets never wait for each other. */
export function lockBetAccounts(tx: BrandTransaction, parties: BetParties): Promise<BetAccounts> {
  return lockAccounts(tx, parties, HOUSE_KINDS)
}

/** The same for movements that concern the player alone, such as a stake that is held or given back: bets of other
 *  players do not wait for it, as they would for the operator's accounts, which all bets share. */
export function lockPlayerAccounts(tx: BrandTransaction, parties: BetParties): Promise<PlayerAccounts> {
  return lockAccounts(tx, parties, [])
}

async function lockAccounts(
  tx: BrandTransaction,
  parties: BetParties,
  ofHouse: readonly CurrencyAccountKind[],
): Promise<BetAccounts> {
  const { accountId, currency, funding, isOnCredit, now } = parties
  const kinds = ['pending', ...(isOnCredit ? (['advance'] as const) : []), ...ofHouse] as const
  let rows = await lockedRows(tx, parties, ofHouse)
  const missing = kinds.filter((kind) => !rows.some((row) => row.kind === kind))
  if (missing.length > 0) {
    await openAccounts(tx, parties, missing)
    rows = await lockedRows(tx, parties, ofHouse)
  }
  const idOf = (kind: CurrencyAccountKind) => rows.find((row) => row.kind === kind)?.id ?? 0
  const cash = rows.find(({ kind }) => kind === 'cash')
  // What a bet pays is the player's, even if they have closed the account meanwhile.
  if (cash?.closedAt) await openCashAccount(tx, { accountId, currency, now })
  const player = funding ?? idOf('cash')
  const playerMinor = await balanceOf(tx, player)
  const ids = { pending: idOf('pending'), advance: idOf('advance'), house: idOf('house'), tax: idOf('tax') }
  return { currency, player, playerMinor, ...ids }
}

/** What an account holds, in minor units. */
export async function balanceOf(tx: BrandTransaction, currencyAccountId: number): Promise<number> {
  const last = await tx
    .select('ledger_entry')
    .select('balance_minor as balanceMinor')
    .where('currency_account_id', '=', currencyAccountId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.balanceMinor ?? 0
}

function lockedRows(
  tx: BrandTransaction,
  { accountId, currency }: BetParties,
  ofHouse: readonly CurrencyAccountKind[],
) {
  return tx
    .select('currency_account')
    .select(['currency_account_id as id', 'kind', 'closed_at as closedAt'])
    .where('currency', '=', currency)
    .where((where) =>
      ofHouse.length === 0
        ? where('account_id', '=', accountId)
        : where.or([
            where('account_id', '=', accountId),
            where.and([where('account_id', 'is', null), where('kind', 'in', ofHouse)]),
          ]),
    )
    .orderBy('currency_account_id')
    .forNoKeyUpdate()
    .execute()
}

async function openAccounts(
  tx: BrandTransaction,
  { accountId, currency, now }: BetParties,
  kinds: readonly CurrencyAccountKind[],
): Promise<void> {
  const rows = kinds.map((kind) => {
    const isOfPlayer = kind === 'pending' || kind === 'advance'
    return { account_id: isOfPlayer ? accountId : null, kind, currency, is_active: false, created_at: now }
  })
  await tx
    .insert('currency_account', rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
