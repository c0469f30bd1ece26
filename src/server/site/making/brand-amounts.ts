import type { JsonObject, JsonValue } from '#machines/site/merge-patch.rules.ts'
import type { BettingConfig, CasinoConfig, CouponConfig, GlobalConfig, PromoConfig, RegistrationConfig } from '#schemas'
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
    [sectionPath('casino')]: casinoAmounts(sectionOf<CasinoConfig>(level, 'casino'), minor),
    [sectionPath('promo')]: promoAmounts(sectionOf<PromoConfig>(level, 'promo'), { minor, rate }),
  }
}

type Convert = (amount: number) => number

function casinoAmounts({ games, jackpots, funMinor }: CasinoConfig, minor: Convert) {
  return {
    funMinor: minor(funMinor),
    games: mapped(games, ({ stake }) => ({ stake: minors(stake, minor) })),
    jackpots: mapped(jackpots, (jackpot) => jackpotAmounts(minors(jackpot, minor))),
  }
}

/** A jackpot whose amounts have become more than one can hold is not offered. */
function jackpotAmounts(amounts: JsonObject): JsonObject {
  const isHeld = Object.values(amounts).every((amount) => Number(amount) <= MOST_JACKPOT_MINOR)
  return isHeld ? amounts : { isOffered: false }
}

/** Of loyalty, as much play in the new currency leads as far: where a unit of it is worth less, thresholds and prices in points rise; where
 *  it is worth more, a unit gives more. */
function promoAmounts(promo: PromoConfig, { minor, rate }: { readonly minor: Convert; readonly rate: number }) {
  const { campaigns, grantApprovalMinor, loyaltyTiers, loyaltyShop, loyalty, loyaltyPoints } = promo
  const points = (count: number) => (count === 0 || rate <= 1 ? count : handy(count * rate))
  const each = (hundredths: number) => (rate >= 1 ? hundredths : Math.min(MOST_E2, Math.round(hundredths / rate)))
  return {
    grantApprovalMinor: minor(grantApprovalMinor),
    campaigns: mapped(campaigns, ({ trigger, reward, wagering, budgetMinor }) => ({
      ...{ trigger: minors(trigger, minor), reward: minors(reward, minor), wagering: minors(wagering, minor) },
      budgetMinor: minor(budgetMinor),
    })),
    loyaltyTiers: mapped(loyaltyTiers, (tier) => ({
      ...{ ...minors(tier, minor), fromXp: points(tier.fromXp), keepXp: points(tier.keepXp) },
    })),
    loyaltyShop: mapped(loyaltyShop, (item) => ({ points: points(item.points) })),
    loyalty: { experienceE2: each(loyalty.experienceE2) },
    loyaltyPoints: { perUnitE2: each(loyaltyPoints.perUnitE2) },
  }
}

/** The most that a unit staked gives, in hundredths. */
const MOST_E2 = 10_000
/** What a jackpot can hold, minor units. */
const MOST_JACKPOT_MINOR = 1_000_000_000

function mapped<Item>(items: Readonly<Record<string, Item>>, change: (item: Item) => JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(items).map(([id, item]) => [id, change(item)]))
}

/** The amounts of an item, by their names, and those of the items inside it. */
function minors(item: object, minor: Convert): JsonObject {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]): [string, JsonValue][] => {
      if (typeof value === 'number') return name.endsWith('Minor') ? [[name, minor(value)]] : []
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
      const inside = minors(value, minor)
      return Object.keys(inside).length > 0 ? [[name, inside]] : []
    }),
  )
}

/** An amount with two digits that are not noughts, as a person would choose it; at least 1. */
function handy(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1)
  return Math.max(1, Math.round(amount / unit) * unit)
}
