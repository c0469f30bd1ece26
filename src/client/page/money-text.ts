import { amountTemplate, decimalToMinor, formatAmount } from '#machines/money/amount.rules.ts'
import type { App } from './app-context.ts'

/** An amount of money in the visitor's language: `(100, 'EUR')` → `'100.00 €'`.
 *  @param value currency units */
export function moneyText(app: App, value: number, currency: string): string {
  const { global } = app.site.config
  const found = global.currencies[currency] ?? { symbol: currency, exponent: 2 }
  const minor = Math.round(value * 10 ** found.exponent)
  return formatAmount(minor, found, { ...app.visitor, template: amountTemplate(global, currency) })
}

/** An amount as it was typed, in currency units. Null when it is none above zero, or has more places than the currency. */
export function typedMoney(app: App, text: string, currency: string): number | null {
  const exponent = app.site.config.global.currencies[currency]?.exponent ?? 2
  const minor = decimalToMinor(text.trim().replace(',', '.'), exponent)
  return minor === null || minor <= 0 ? null : minor / 10 ** exponent
}
