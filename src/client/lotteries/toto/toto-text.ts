import type { TextKey } from '#schemas/generated/text-keys.ts'
import type { App } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'

/** A currency with its decimal places. */
export interface Money {
  readonly currency: string
  readonly exponent: number
}

/** Minor units as money. */
export function minorText(app: App, minor: number, { currency, exponent }: Money): string {
  return moneyText(app, minor / 10 ** exponent, currency)
}

/** Name of a type of toto. */
export function poolKey(pool: string): TextKey {
  return `toto.pool_${pool}` as TextKey
}

/** Name of the status of a draw. */
export function statusKey(status: string): TextKey {
  return `toto.status_${status}` as TextKey
}

/** Hundredths of a percent as a whole percentage: 3334 → `33 %`. */
export function percentText({ visitor }: Pick<App, 'visitor'>, shareE2: number): string {
  return new Intl.NumberFormat(visitor.locale, { style: 'percent', maximumFractionDigits: 0 }).format(shareE2 / 10_000)
}

/** Millionths as a percentage: 50000 → `5 %`. */
export function ppmText({ visitor }: Pick<App, 'visitor'>, ppm: number): string {
  return new Intl.NumberFormat(visitor.locale, { style: 'percent', maximumFractionDigits: 2 }).format(ppm / 1_000_000)
}

const SECOND_MS = 1000
const MINUTE_S = 60
const HOUR_S = 3600
const DAY_S = 86_400

/** How long until a moment, as a clock: `1 d 04:12:09`; null once it is over. */
export function countdownText(untilMs: number, nowMs: number, dayText: (days: number) => string): string | null {
  const seconds = Math.ceil((untilMs - nowMs) / SECOND_MS)
  if (seconds <= 0) return null
  const days = Math.floor(seconds / DAY_S)
  const parts = [Math.floor((seconds % DAY_S) / HOUR_S), Math.floor((seconds % HOUR_S) / MINUTE_S), seconds % MINUTE_S]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return days > 0 ? `${dayText(days)} ${clock}` : clock
}
