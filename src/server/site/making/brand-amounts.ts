import type { BettingConfig, CouponConfig, GlobalConfig, RegistrationConfig } from '#schemas'
import { type BrandLevel, sectionPath } from '../brands/brand-level.ts'
import type { FilePatches } from './file-patches.ts'
import { sectionOf } from './making-sections.ts'

/** The amounts that the configuration writes in the default currency, as much in the new one and as handy: 1000 EUR are 6000 BRL. */
export function amountChanges(level: BrandLevel, global: GlobalConfig, currency: string): FilePatches {
  if (currency === global.defaultCurrency) return {}
  const own = global.currencies[currency]
  if (!own) throw new Error(`the brand has no currency ${currency}`)
  const old = global.currencies[global.defaultCurrency] ?? own
  const rate = Number(own.baseRate) / Number(old.baseRate)
  const whole = (units: number) => handy(units * rate)
  const minor = (amount: number) => (amount === 0 ? 0 : whole(amount * 10 ** (own.exponent - old.exponent)))
  const coupon = sectionOf<CouponConfig>(level, 'coupon')
  const { riskLimits, advance, vipBets, taxes } = sectionOf<BettingConfig>(level, 'betting')
  const { bonusAmountMinor } = sectionOf<RegistrationConfig>(level, 'registration')
  const { overAmountText } = coupon
  return {
    [sectionPath('coupon')]: {
      quickStakesMinor: [...new Set(coupon.quickStakesMinor.map(minor))],
      maximumStakeMinor: minor(coupon.maximumStakeMinor),
      maximumPayoutMinor: minor(coupon.maximumPayoutMinor),
      ...(overAmountText === undefined ? {} : { overAmountText: String(whole(Number(overAmountText))) }),
    },
    [sectionPath('betting')]: {
      riskLimits: {
        outcomeLiabilityMinor: minor(riskLimits.outcomeLiabilityMinor),
        playerOutcomeStakeMinor: minor(riskLimits.playerOutcomeStakeMinor),
      },
      advance: { maximumMinor: minor(advance.maximumMinor) },
      vipBets: { maximumStakeMinor: minor(vipBets.maximumStakeMinor) },
      ...(taxes.activationThresholdMinor > 0
        ? {
            taxes: {
              activationThresholdMinor: Math.round(
                taxes.activationThresholdMinor * rate * 10 ** (own.exponent - old.exponent),
              ),
            },
          }
        : {}),
    },
    [sectionPath('registration')]: { bonusAmountMinor: minor(bonusAmountMinor) },
  }
}

/** An amount with two digits that are not noughts, as a person would choose it; at least 1. */
function handy(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1)
  return Math.max(1, Math.round(amount / unit) * unit)
}
