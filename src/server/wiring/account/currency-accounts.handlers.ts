import { AppError } from '#calls/app-error.ts'
import {
  createCurrencyAccount,
  deleteCurrencyAccount,
  getBalance,
  getBearerBalance,
  setActiveAccount,
} from '#calls/money.calls.ts'
import { moneyOfMinor } from '#machines/money/currency-account.rules.ts'
import type { BalanceAnswer, CurrencyAccountBalance, GlobalConfig } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { CurrencyAccount } from '#server/money/currency-accounts.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

type Currencies = GlobalConfig['currencies']

/** The calls of a player's currency accounts. */
export function currencyAccountHandlers(account: AccountService): AnyHandler[] {
  const balance = async (_input: unknown, scope: CallScope) =>
    balanceAnswer(scope, await account.readCurrencyAccounts(scope.site.brandId, accountIdOf(scope)))
  return [
    answer(getBalance, balance),
    answer(getBearerBalance, balance),
    answer(setActiveAccount, async ({ body }, scope) =>
      balanceAnswer(scope, await account.activateCurrencyAccount(visitorOf(scope), accountIdOf(scope), body.account)),
    ),
    answer(createCurrencyAccount, async ({ body }, scope) => {
      const currency = offeredCurrency(currenciesOf(scope), body.currency_id)
      return balanceAnswer(scope, await account.openCurrencyAccount(visitorOf(scope), accountIdOf(scope), currency))
    }),
    answer(deleteCurrencyAccount, async ({ body }, scope) =>
      balanceAnswer(scope, await account.closeCurrencyAccount(visitorOf(scope), accountIdOf(scope), body.account_id)),
    ),
  ]
}

function accountIdOf({ player }: CallScope): number {
  if (!player) throw new AppError('access.denied')
  return player.accountId
}

function currenciesOf({ site }: CallScope): Currencies {
  return site.config.global.currencies
}

/** The code of a currency that new accounts are offered. @throws AppError currency_account.currency_unknown */
function offeredCurrency(currencies: Currencies, id: number): string {
  const found = Object.entries(currencies).find(([, currency]) => currency.id === id && !currency.isHidden)
  if (!found) throw new AppError('currency_account.currency_unknown')
  return found[0]
}

function balanceAnswer(scope: CallScope, accounts: readonly CurrencyAccount[]): BalanceAnswer {
  return { accounts: accounts.map((account) => toBalance(account, currenciesOf(scope))) }
}

/** An account as the calls carry it (ACC-27 to ACC-29). One in a currency that the site has no more is named by its code. */
function toBalance(account: CurrencyAccount, currencies: Currencies): CurrencyAccountBalance {
  const { currencyAccountId: id, currency: iso, kind, isActive, balanceMinor, reservedMinor } = account
  const currency = Object.hasOwn(currencies, iso) ? currencies[iso] : undefined
  const isPoints = kind === 'points'
  const exponent = currency?.exponent ?? standardExponent(iso)
  return {
    id,
    idBonus: null,
    type: kind,
    money: isPoints ? 0 : moneyOfMinor(balanceMinor, exponent),
    ...(isPoints ? {} : { balanceMinor }),
    name: currency?.name ?? iso,
    iso,
    symbol: currency?.symbol ?? iso,
    isActive,
    currencyId: currency?.id ?? 0,
    amountOfUnplacedBets: moneyOfMinor(reservedMinor, exponent),
    points: isPoints ? balanceMinor : 0,
    isBonusAccount: kind === 'bonus',
    isPointsTypeBalance: isPoints,
  }
}

/** Decimal places that ISO 4217 gives a currency; 2 for what it does not know. */
function standardExponent(iso: string): number {
  if (!/^[A-Z]{3}$/.test(iso)) return 2
  return new Intl.NumberFormat('en', { style: 'currency', currency: iso }).resolvedOptions().maximumFractionDigits ?? 2
}
