import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import {
  type CurrencyAccount,
  closeAccount,
  listCurrencyAccounts,
  lockCurrencyAccounts,
  makeActive,
  openCashAccount,
} from '#server/money/currency-accounts.ts'
import type { AccountPorts } from './account-ports.ts'
import { recordSecurityEvent, type SecurityEventKind } from './security-events.ts'

/** The currency accounts of a player (ACC-23 to ACC-26). Every change answers the accounts as they are then. */
export function createWallets({ db, clock }: AccountPorts) {
  async function change(
    of: { readonly visitor: Visitor; readonly accountId: number; readonly kind: SecurityEventKind },
    work: (tx: BrandTransaction, accounts: readonly CurrencyAccount[], now: Date) => Promise<number>,
  ): Promise<CurrencyAccount[]> {
    const { visitor, accountId, kind } = of
    const now = clock()
    return forBrand(db, visitor.brandId).transaction(async (tx) => {
      const currencyAccountId = await work(tx, await lockCurrencyAccounts(tx, accountId), now)
      await recordSecurityEvent(tx, visitor, { kind, accountId, now, details: { currencyAccountId } })
      return listCurrencyAccounts(tx, accountId)
    })
  }

  return {
    /** The open accounts with their balances, the active one first. */
    readCurrencyAccounts(brandId: string, accountId: number): Promise<CurrencyAccount[]> {
      return forBrand(db, brandId).transaction((tx) => listCurrencyAccounts(tx, accountId))
    },

    /** Opens a cash account in a currency of the brand. @throws AppError currency_account.exists */
    openCurrencyAccount(visitor: Visitor, accountId: number, currency: string): Promise<CurrencyAccount[]> {
      return change({ visitor, accountId, kind: 'currency_account.opened' }, async (tx, _accounts, now) => {
        const opened = await openCashAccount(tx, { accountId, currency, now })
        if (opened === undefined) throw new AppError('currency_account.exists')
        return opened
      })
    },

    /** Bets and payments use this account from now on. @throws AppError currency_account.unknown when it is no account of the
     *  player that holds money */
    activateCurrencyAccount(visitor: Visitor, accountId: number, id: number): Promise<CurrencyAccount[]> {
      return change({ visitor, accountId, kind: 'currency_account.activated' }, async (tx, accounts) => {
        const chosen = accounts.find(({ currencyAccountId, kind }) => currencyAccountId === id && kind !== 'points')
        if (!chosen) throw new AppError('currency_account.unknown')
        await makeActive(tx, accountId, id)
        return id
      })
    },

    /** Closes a cash account that is empty and not in use; the last one stays.
     *  @throws AppError currency_account.unknown, .active, .last or .not_empty */
    closeCurrencyAccount(visitor: Visitor, accountId: number, id: number): Promise<CurrencyAccount[]> {
      return change({ visitor, accountId, kind: 'currency_account.closed' }, async (tx, accounts, now) => {
        checkClosable(accounts, id)
        await closeAccount(tx, { accountId, currencyAccountId: id, now })
        return id
      })
    },
  }
}

function checkClosable(accounts: readonly CurrencyAccount[], id: number): void {
  const cash = accounts.filter(({ kind }) => kind === 'cash')
  const account = cash.find(({ currencyAccountId }) => currencyAccountId === id)
  if (!account) throw new AppError('currency_account.unknown')
  if (cash.length === 1) throw new AppError('currency_account.last')
  if (account.isActive) throw new AppError('currency_account.active')
  if (account.balanceMinor !== 0 || account.reservedMinor !== 0) throw new AppError('currency_account.not_empty')
}
