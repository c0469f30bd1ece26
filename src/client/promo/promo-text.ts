import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import type { App } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'

/** A currency with its decimal places. */
export interface Money {
  readonly currency: string
  readonly exponent: number
}

/** Minor units as money. */
export function minorText(app: App, minor: number, { currency, exponent }: Money): string {
  return moneyText(app, minor / 10 ** exponent, currency)
}

/** Minor units as money in the fewest digits: whole amounts have no decimals. */
export function shortMoney(app: App, minor: number, { currency, exponent }: Money): string {
  const whole = 10 ** exponent
  const { global } = app.site.config
  const known = global.currencies[currency]
  if (!known || minor % whole !== 0) return minorText(app, minor, { currency, exponent })
  const template = amountTemplate(global, currency)
  return formatAmount(minor / whole, { ...known, exponent: 0 }, { ...app.visitor, template })
}

const DAY_MS = 86_400_000

/** A time as days in words of the language: `30 days`. */
export function daysText({ visitor }: Pick<App, 'visitor'>, ms: number): string {
  const format = new Intl.NumberFormat(visitor.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  return format.format(Math.max(Math.round(ms / DAY_MS), 1))
}

/** A share: 2000 → `20 %`. */
export function shareText({ visitor }: Pick<App, 'visitor'>, shareE4: number): string {
  const format = new Intl.NumberFormat(visitor.locale, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(shareE4 / 10_000)
}
