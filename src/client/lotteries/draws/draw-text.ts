import type { DrawCard } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'

/** An amount of a draw game in the visitor's language. */
export function drawMoney(app: App, minor: number, { exponent, currency }: Pick<DrawCard, 'exponent' | 'currency'>) {
  return moneyText(app, minor / 10 ** exponent, currency)
}

/** A count or a multiple in the visitor's language. */
export function countText(app: App, value: number): string {
  return new Intl.NumberFormat(app.visitor.locale).format(value)
}

/** The one part of a chance: `1/13983816` → `13983816`, and of `97/1024` the next whole number. */
export function oneIn(chance: string): number {
  const [numerator = 1n, denominator = 1n] = chance.split('/').map(BigInt)
  return Number((denominator * 10n + numerator / 2n) / numerator) / 10
}
