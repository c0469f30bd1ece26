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
  /** The house's account that is paid in the player's place, to keep it for them; theirs when left out. */
  readonly keptBy?: 'promo'
  /** Opens the account of what is advanced to the player. */
  readonly isOnAdvance?: boolean
  readonly now: Date
}

const HOUSE_KINDS: readonly CurrencyAccountKind[] = ['house', 'tax']

/** Locks the player's accounts in a currency and opens what is not there yet. Those of the operator are named and not locked: a
 *  posting locks them last, after those of players. */
export function lockBetAccounts(tx: BrandTransaction, parties: BetParties): Promise<BetAccounts> {
  return lockAccounts(tx, parties, HOUSE_KINDS)
}

/** The same for movements that concern the player alone, such as a stake that is held or given back. */
export function lockPlayerAccounts(tx: BrandTransaction, parties: BetParties): Promise<PlayerAccounts> {
  return lockAccounts(tx, parties, [])
}

async function lockAccounts(
  tx: BrandTransaction,
  parties: BetParties,
  ofHouse: readonly CurrencyAccountKind[],
): Promise<BetAccounts> {
  const { accountId, currency, funding, keptBy, isOnAdvance, now } = parties
  const kinds = [
    'pending',
    ...(isOnAdvance ? (['advance'] as const) : []),
    ...(keptBy ? [keptBy] : []),
    ...ofHouse,
  ] as const
  const rows = await tx.call('bet_accounts', accountId, currency, kinds, now)
  const idOf = (kind: CurrencyAccountKind) => rows.find((row) => row.kind === kind)?.currency_account_id ?? 0
  const cash = rows.find(({ kind }) => kind === 'cash')
  // What a bet pays is the player's, even if they have closed the account meanwhile.
  if (cash?.is_closed) await openCashAccount(tx, { accountId, currency, now })
  const player = keptBy ? idOf(keptBy) : (funding ?? idOf('cash'))
  // The house's account can give back more than it holds.
  const playerMinor = keptBy
    ? Number.MAX_SAFE_INTEGER
    : (rows.find((row) => row.currency_account_id === player)?.balance_minor ?? 0)
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
