import { decimalToMinor } from '#machines/money/amount.rules.ts'
import type { AvailableLimitsAnswer, PlayerLimit, SiteConfig } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { moneyText, typedMoney } from '../../page/money-text.ts'

const HOURS_OF_DAY = 24
const MONTHS_OF_YEAR = 12

/** An amount of a limit in the visitor's language: money of its currency, or minutes. `(100, 'EUR')` → `'100.00 €'` */
export function limitAmount(app: App, value: number, currency: string | null): string {
  return currency === null ? unitText(app, value, 'minute') : moneyText(app, value, currency)
}

/** The key of what a period is: of the calendar, or rolling. */
export function periodKey(period: PlayerLimit['period'], isRolling: boolean): string {
  return `limits.${isRolling ? 'rolling' : 'period'}_${period}`
}

/** So many hours, as days where they are whole ones: `168` → `'7 days'`. */
export function hoursText(app: App, hours: number): string {
  return hours % HOURS_OF_DAY === 0 ? unitText(app, hours / HOURS_OF_DAY, 'day') : unitText(app, hours, 'hour')
}

/** So many hours, never as days: `24` → `'24 hours'`. */
export function plainHoursText(app: App, hours: number): string {
  return unitText(app, hours, 'hour')
}

/** So many months, as years where they are whole ones: `12` → `'1 year'`. */
export function monthsText(app: App, months: number): string {
  return months % MONTHS_OF_YEAR === 0 ? unitText(app, months / MONTHS_OF_YEAR, 'year') : unitText(app, months, 'month')
}

function unitText({ visitor }: App, value: number, unit: 'minute' | 'hour' | 'day' | 'month' | 'year'): string {
  return new Intl.NumberFormat(visitor.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A limit as it was typed: an amount of the currency, or whole minutes. Null when it is none above zero. */
export function typedLimit(app: App, text: string, currency: string | null): number | null {
  if (currency !== null) return typedMoney(app, text, currency)
  const minutes = decimalToMinor(text.trim(), 0)
  return minutes === null || minutes <= 0 ? null : minutes
}

/** The currency in which a limit is typed: its own where it is set already, else that of the player's active account. */
export function currencyOf(
  limits: readonly PlayerLimit[],
  { currency }: Pick<AvailableLimitsAnswer, 'currency'>,
  chosen: Pick<PlayerLimit, 'kind' | 'period'>,
): string | null {
  const kept = limits.find(({ kind, period }) => kind === chosen.kind && period === chosen.period)
  return kept ? kept.currency : chosen.kind === 'session' ? null : currency
}

/** Whether a raise can be confirmed now. */
export function isRaiseReady({ raise }: PlayerLimit, nowMs: number): boolean {
  return raise !== null && Date.parse(raise.startsAt) <= nowMs
}

type HelpOrganisation = SiteConfig['responsible']['helpOrganisations'][string] & { readonly id: string }

/** Who helps in a country, those that are there for it alone first; then those that help everywhere. */
export function helpersIn(
  organisations: SiteConfig['responsible']['helpOrganisations'],
  country: string,
): readonly HelpOrganisation[] {
  return Object.entries(organisations)
    .map(([id, organisation]) => ({ id, ...organisation }))
    .filter(({ countries }) => countries.length === 0 || countries.includes(country))
    .toSorted(
      (one, other) => Math.sign(other.countries.length) - Math.sign(one.countries.length) || one.order - other.order,
    )
}

/** So much time in hours and minutes: `'1 hour 30 minutes'`. */
export function spentText(locale: string, minutes: number): string {
  const parts = [
    { value: Math.floor(minutes / 60), unit: 'hour' },
    { value: minutes % 60, unit: 'minute' },
  ].filter(({ value }, place) => value > 0 || (place === 1 && minutes === 0))
  return parts
    .map(({ value, unit }) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value))
    .join(' ')
}
