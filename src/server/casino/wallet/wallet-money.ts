import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletFunds } from '#server/db/tables/casino-tables.ts'
import type { CurrencyAccountKind } from '#server/db/tables/money-tables.ts'
import { openCashAccount } from '#server/money/currency-accounts.ts'
import { postTransfer } from '#server/money/ledger.ts'

/** The accounts of a player in a currency, locked. */
export interface WalletAccounts {
  /** Account number by kind; the operator's own too. */
  readonly ids: ReadonlyMap<CurrencyAccountKind, number>
  /** Minor units of the player's own. */
  readonly cashMinor: number
  /** Minor units of a bonus. */
  readonly bonusMinor: number
}

const OPENED: readonly CurrencyAccountKind[] = ['receivable', 'house']
/** Those of bonuses are opened once a player has one. */
const OPENED_WITH_BONUS: readonly CurrencyAccountKind[] = [...OPENED, 'promo']

/** Locks the accounts of a player in a currency. What one action reads and writes, another one waits for.
 *  @returns null when the player has no account in it */
export async function lockWallet(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly currency: string; readonly hasBonuses: boolean; readonly now: Date },
): Promise<WalletAccounts | null> {
  const { accountId, currency, hasBonuses, now } = of
  const rows = await tx.call('bet_accounts', accountId, currency, hasBonuses ? OPENED_WITH_BONUS : OPENED, now)
  const cash = rows.find(({ kind }) => kind === 'cash')
  if (!cash) return null
  if (cash.is_closed) await openCashAccount(tx, { accountId, currency, now })
  return {
    ids: new Map(rows.map(({ kind, currency_account_id }) => [kind, currency_account_id])),
    cashMinor: Number(cash.balance_minor),
    bonusMinor: Number(rows.find(({ kind }) => kind === 'bonus')?.balance_minor ?? 0),
  }
}

/** What is moved, under which name in the books. */
export interface WalletMove {
  readonly kind: 'casino-bet' | 'casino-bet-undone' | 'casino-win' | 'casino-win-undone' | 'casino-adjustment'
  readonly reference: string
  readonly currency: string
  /** What the player's accounts gain; the operator's loses it. */
  readonly funds: WalletFunds
  readonly now: Date
}

/** Moves money between a player and the house. @throws Error when an account is missing */
export async function moveFunds(tx: BrandTransaction, { ids }: WalletAccounts, move: WalletMove): Promise<void> {
  const { kind, reference, currency, funds, now } = move
  const parts = Object.entries(funds).filter(([, amountMinor]) => amountMinor !== 0)
  const total = parts.reduce((sum, [, amountMinor]) => sum + amountMinor, 0)
  const entries = [...parts, ['house', -total] as const]
    .filter(([, amountMinor]) => amountMinor !== 0)
    .map(([account, amountMinor]) => {
      const currencyAccountId = ids.get(account as CurrencyAccountKind)
      if (currencyAccountId === undefined) throw new Error(`the player has no ${account} account in ${currency}`)
      return { currencyAccountId, currency, amountMinor }
    })
  if (entries.length > 0) await postTransfer(tx, { kind, reference, entries, now })
}

/** The same funds the other way round. */
export function reversed(funds: WalletFunds): WalletFunds {
  return Object.fromEntries(Object.entries(funds).map(([account, amountMinor]) => [account, -amountMinor]))
}
