import type { LoyaltyAnswer, LoyaltyProgrammeAnswer, LoyaltyTermsShown, LoyaltyTierShown } from '#schemas'
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

/** A whole number in the visitor's language: 1250 → `1,250`. */
export function countText({ visitor }: Pick<App, 'visitor'>, count: number): string {
  return new Intl.NumberFormat(visitor.locale, { maximumFractionDigits: 2 }).format(count)
}

/** Days in words of the language: `7 days`. */
export function daysText({ visitor }: Pick<App, 'visitor'>, days: number): string {
  return new Intl.NumberFormat(visitor.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days)
}

/** A share in ten-thousandths: 25 → `0.25 %`. */
export function rateText({ visitor }: Pick<App, 'visitor'>, ratioE4: number): string {
  const format = new Intl.NumberFormat(visitor.locale, { style: 'percent', maximumFractionDigits: 2 })
  return format.format(ratioE4 / 10_000)
}

type Write = (key: string, params?: Record<string, string | number>) => string

/** What a tier pays back: `6% of what you lose`. */
export function cashbackText(
  app: App,
  t: Write,
  { base, ratioE4 }: Pick<LoyaltyTierShown, 'base' | 'ratioE4'>,
): string {
  return t(`loyalty.rate_${base}`, { rate: rateText(app, ratioE4) })
}

/** The rules of the programme, as its settings say them (PROMO-21, PROMO-22). */
export function rulesOf(app: App, t: Write, loyalty: LoyaltyAnswer): readonly string[] {
  const { terms, tiers, currency, exponent } = loyalty
  const amount = (minor: number) => minorText(app, minor, { currency, exponent })
  const { experienceE2, keepDays, mostOfStakesE4 } = terms
  const games = excludedText(app, t, terms)
  const minimums = new Set(tiers.map(({ minimumMinor }) => minimumMinor))
  const [minimum = 0] = minimums
  return [
    t('loyalty.rule_xp', { xp: countText(app, experienceE2 / 100), amount: amount(10 ** exponent) }),
    t('loyalty.rule_settled'),
    t('loyalty.rule_bonus'),
    ...(games ? [t('loyalty.rule_excluded', { games })] : []),
    ...(minimums.size === 1 && minimum > 0 ? [t('loyalty.rule_minimum', { amount: amount(minimum) })] : []),
    ...(mostOfStakesE4 > 0 ? [t('loyalty.rule_most', { rate: rateText(app, mostOfStakesE4) })] : []),
    t('loyalty.rule_paid'),
    t('loyalty.rule_again'),
    t('loyalty.rule_break'),
    keepDays > 0 ? t('loyalty.rule_keep_days', { days: daysText(app, keepDays) }) : t('loyalty.rule_keep'),
    t('loyalty.rule_currency', { currency }),
  ]
}

/** What counts for nothing, as a list in words; empty where all counts. */
function excludedText(app: App, t: Write, { excludedProducts, excludedGames }: LoyaltyTermsShown): string {
  const out = [...excludedProducts.map((product) => t(`loyalty.product_${product}`)), ...excludedGames]
  return new Intl.ListFormat(app.visitor.locale, { type: 'conjunction' }).format(out)
}

/** How points work, as the settings say it (PROMO-21). */
export function pointRulesOf(app: App, t: Write, programme: LoyaltyProgrammeAnswer): readonly string[] {
  const { perUnitE2, lifeDays, terms, exponent } = programme
  const unit = minorText(app, 10 ** exponent, programme)
  const games = excludedText(app, t, terms)
  return [
    t('loyalty.rule_points', { points: countText(app, perUnitE2 / 100), amount: unit }),
    t('loyalty.rule_points_settled'),
    t('loyalty.rule_bonus'),
    ...(games ? [t('loyalty.rule_excluded', { games })] : []),
    t('loyalty.rule_points_expire', { days: daysText(app, lifeDays) }),
    t('loyalty.rule_points_taken'),
    t('loyalty.rule_points_bonus'),
    t('loyalty.rule_break'),
  ]
}
