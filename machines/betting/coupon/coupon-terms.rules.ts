import { convertMinor, decimalToMinor } from '#machines/money/amount.rules.ts'
import { divide, rational, rationalOf, toPlaces } from '#machines/odds/rational.rules.ts'
import type {
  BetTax,
  BettingConfig,
  BooleanConfig,
  CouponConfig,
  ExpressBoost,
  GlobalConfig,
  PricePolicy,
} from '#schemas'

/** What a brand allows in a coupon, amounts in minor units of the player's currency. */
export interface CouponTerms {
  readonly maximumBets: number
  readonly maximumSystemBets: number
  /** Types that are offered, in their order. */
  readonly betTypes: readonly string[]
  readonly quickStakesMinor: readonly number[]
  readonly minimumStakeMinor: number
  readonly maximumStakeMinor: number
  /** Largest stake of a VIP bet; absent where the visitor is offered none (BET-11). */
  readonly vipStakeMinor?: number
  /** Most that is paid for one bet, before tax. */
  readonly maximumPayoutMinor: number
  /** Payout above which the player is asked to look at the stake again (BET-8). */
  readonly largePayoutMinor: number
  readonly currency: string
  readonly exponent: number
  readonly tax: BetTax
  /** What is added to the winnings of an express; absent where nothing is. */
  readonly boost?: ExpressBoost
  /** Which price changes a coupon accepts without asking, until its player chooses otherwise (BET-25). */
  readonly pricePolicy: PricePolicy
  readonly isOneClickAllowed: boolean
  readonly isPromoAllowed: boolean
  readonly isSaveLoadAllowed: boolean
  readonly isAutoBetAllowed: boolean
  /** Whether a bet that waits for its price keeps waiting once its game begins. */
  readonly isAutoBetContinuedLive: boolean
  readonly isAdvanceAllowed: boolean
  /** Within how many hours an advance is to be covered. */
  readonly advanceHours: number
}

/** The sections of a brand's configuration that decide about coupons. */
export interface CouponConfiguration {
  readonly coupon: Omit<CouponConfig, 'cashOutMarginPercent'>
  readonly betting: Pick<BettingConfig, 'taxes' | 'vipBets' | 'advance' | 'bids' | 'expressBoost'>
  readonly boolean: BooleanConfig
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency'>
}

const RATE_PLACES = 6

/** The terms of a brand for players of a currency. Amounts of the configuration are in the default currency;
 *  the least stake is the currency's own (BET-6).
 *  @param country of the visitor, by which VIP bets are offered (BET-11)
 *  @throws Error when the site has no such currency */
export function couponTerms(config: CouponConfiguration, currencyCode: string, country?: string): CouponTerms {
  const { coupon, boolean, betting } = config
  const isVip = boolean.isVipBetAllowed && country !== undefined && betting.vipBets.countries.includes(country)
  const { source, currency, converted } = fromDefault(config.global, currencyCode)
  return {
    maximumBets: coupon.maximumBets,
    maximumSystemBets: coupon.maximumSystemBets,
    betTypes: Object.entries(coupon.betTypes)
      .filter(([, place]) => place.isAvailable !== false)
      .toSorted(([, one], [, other]) => one.order - other.order)
      .map(([type]) => type),
    quickStakesMinor: [...new Set(coupon.quickStakesMinor.map((minor) => handy(minor, converted(minor))))],
    minimumStakeMinor: currency.minimumBetMinor,
    maximumStakeMinor: converted(coupon.maximumStakeMinor),
    ...(isVip ? { vipStakeMinor: converted(betting.vipBets.maximumStakeMinor) } : {}),
    maximumPayoutMinor: converted(coupon.maximumPayoutMinor),
    largePayoutMinor: converted(largeMinor(coupon, source.exponent)),
    currency: currencyCode,
    exponent: currency.exponent,
    tax: betTax(config.betting.taxes, converted),
    ...(betting.expressBoost.steps.length > 0 ? { boost: betting.expressBoost } : {}),
    pricePolicy: { kind: coupon.pricePolicy },
    isOneClickAllowed: boolean.isOneClickBetAllowed,
    isPromoAllowed: boolean.isPromoCodeInCoupon,
    isSaveLoadAllowed: boolean.isCouponSaveLoadAllowed,
    isAutoBetAllowed: boolean.isAutoBetAllowed,
    isAutoBetContinuedLive: betting.bids.isContinuedLive,
    isAdvanceAllowed: boolean.isAdvanceBetAllowed,
    advanceHours: betting.advance.windowHours,
  }
}

/** The payout that is large, in minor units of the default currency; never more than the brand pays for a bet. */
function largeMinor({ overAmountText, maximumPayoutMinor }: CouponConfiguration['coupon'], exponent: number): number {
  return Math.min(decimalToMinor(overAmountText, exponent) ?? maximumPayoutMinor, maximumPayoutMinor)
}

/** Largest stake of one bet: a VIP bet is one bet, never one of several (BET-11). */
export function mostStakeMinor(
  { maximumStakeMinor, vipStakeMinor = 0 }: Pick<CouponTerms, 'maximumStakeMinor' | 'vipStakeMinor'>,
  bets: number,
): number {
  return bets > 1 ? maximumStakeMinor : Math.max(maximumStakeMinor, vipStakeMinor)
}

/** Converts amounts of the configuration, which are in the default currency, into another.
 *  @throws Error when the site has no such currency */
export function fromDefault({ currencies, defaultCurrency }: CouponConfiguration['global'], currencyCode: string) {
  const currency = Object.hasOwn(currencies, currencyCode) ? currencies[currencyCode] : undefined
  if (!currency) throw new Error(`the site has no currency ${currencyCode}`)
  const source = currencies[defaultCurrency] ?? currency
  return { source, currency, converted: (minor: number) => convertMinor(minor, source, currency) }
}

/** An amount of another currency as a person would choose it, with one digit that is not zero: 18.18 → 20.00. What
 *  needs no conversion stays as the brand wrote it. */
function handy(minor: number, convertedMinor: number): number {
  if (convertedMinor === minor || convertedMinor <= 0) return convertedMinor
  const unit = 10 ** (String(convertedMinor).length - 1)
  return Math.round(convertedMinor / unit) * unit
}

/** The taxes of a brand in the words of a bet (CFG-25, MATH-10); none when their type is `none`. */
function betTax(taxes: BettingConfig['taxes'], converted: (minor: number) => number): BetTax {
  if (taxes.type === 'none') return {}
  return {
    stakeRate: rateOf(taxes.stakeTaxPercent),
    payoutRate: rateOf(taxes.payoutTaxPercent),
    base: taxes.type,
    thresholdMinor: converted(taxes.activationThresholdMinor),
    thresholdMode: taxes.thresholdMode,
    stakeMode: taxes.stakeTaxMode,
    coefficientLimit: taxes.coefficientLimit,
    returnTax: taxes.hasReturnTax,
  }
}

function rateOf(percent: number): string {
  return toPlaces(divide(rationalOf(String(percent)), rational(100)), RATE_PLACES)
}
