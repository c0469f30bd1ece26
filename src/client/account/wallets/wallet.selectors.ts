import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { isCryptoId } from '#machines/money/crypto-currency.rules.ts'
import { shownBalance } from '#machines/money/currency-account.rules.ts'
import { currencyName } from '#machines/money/currency-name.rules.ts'
import type { WalletCardProps } from '#renderers/site/content/WalletCard.tsx'
import type { CurrencyAccountBalance } from '#schemas'
import type { App } from '../../page/app-context.ts'

/** A currency that an account may be opened in. */
export interface CurrencyChoice {
  /** Numeric id of the currency. */
  readonly id: number
  readonly name: string
}

/** Currencies of a kind. */
export interface CurrencyGroup {
  readonly kind: 'money' | 'crypto'
  readonly choices: readonly CurrencyChoice[]
}

/** What is shown of an account, in the visitor's language. */
export function walletFacts(app: App, account: CurrencyAccountBalance): Omit<WalletCardProps, 'note' | 'actions'> {
  const { iso, symbol, isActive, isBonusAccount, amountOfUnplacedBets } = account
  const { global } = app.site.config
  const currency = global.currencies[iso] ?? { symbol, exponent: 2 }
  const write = (minor: number) =>
    formatAmount(minor, currency, { ...app.visitor, template: amountTemplate(global, iso) })
  const shown = shownBalance(account, currency.exponent)
  return {
    name: walletName(app, account),
    isActive,
    isBonus: isBonusAccount,
    ...(shown.kind === 'points' ? { points: pointsText(app, shown.points) } : { amount: write(shown.minor) }),
    ...(amountOfUnplacedBets > 0
      ? { reserved: write(Math.round(amountOfUnplacedBets * 10 ** currency.exponent)) }
      : {}),
  }
}

/** The name of an account's currency in the visitor's language; what the account says where the language has none. */
export function walletName({ state }: App, { iso, name }: Pick<CurrencyAccountBalance, 'iso' | 'name'>): string {
  return currencyName(iso, state.visitor.language) ?? name
}

/** The currencies that new accounts are offered and the player has no cash account in, in the order of the brand. */
export function currencyChoices(app: App, accounts: readonly CurrencyAccountBalance[]): CurrencyChoice[] {
  const held = new Set(accounts.filter(isCash).map(({ iso }) => iso))
  return Object.entries(app.site.config.global.currencies)
    .filter(([iso, { isHidden }]) => !isHidden && !held.has(iso))
    .sort(([, one], [, other]) => one.order - other.order)
    .map(([iso, { id, name }]) => ({ id, name: walletName(app, { iso, name }) }))
}

/** Money and cryptocurrencies apart (CFG-5): first the kind that is paid with where the visitor is. Kinds of which there is none are
 *  left out. */
export function currencyGroups(
  { visitor }: Pick<App, 'visitor'>,
  choices: readonly CurrencyChoice[],
): readonly CurrencyGroup[] {
  const ofKind = (isCrypto: boolean) => choices.filter(({ id }) => isCryptoId(id) === isCrypto)
  const groups: readonly CurrencyGroup[] = [
    { kind: 'money', choices: ofKind(false) },
    { kind: 'crypto', choices: ofKind(true) },
  ]
  return (visitor.geoCurrency.isCrypto ? groups.toReversed() : groups).filter(({ choices: own }) => own.length > 0)
}

/** Whether an account holds the player's own money, and can therefore be added and removed. */
export function isCash({ isBonusAccount, isPointsTypeBalance }: CurrencyAccountBalance): boolean {
  return !isBonusAccount && !isPointsTypeBalance
}

/** Whether nothing is on an account or set aside from it. */
export function isEmpty({ money, balanceMinor = money, amountOfUnplacedBets }: CurrencyAccountBalance): boolean {
  return balanceMinor === 0 && money === 0 && amountOfUnplacedBets === 0
}

function pointsText({ visitor }: App, points: number): string {
  return new Intl.NumberFormat(visitor.locale, { maximumFractionDigits: 2 }).format(points)
}
