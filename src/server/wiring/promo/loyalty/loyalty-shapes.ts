import { TIERS } from '#machines/site/loyalty-tiers.rules.ts'
import type {
  LoyaltyAnswer,
  LoyaltyPeriodShown,
  LoyaltyProgrammeAnswer,
  LoyaltyTermsShown,
  LoyaltyTierShown,
  PointsAnswer,
  ShopItemShown,
} from '#schemas'
import { awardAmounts } from '#server/promo/awards/award-terms.ts'
import type { LoyaltyView } from '#server/promo/loyalty/loyalty.service.ts'
import { tiersOf } from '#server/promo/loyalty/loyalty-terms.ts'
import { dueOf, type PeriodRow } from '#server/promo/loyalty/periods.ts'
import type { PointsView } from '#server/promo/loyalty/points-view.ts'
import type { OfferedItem } from '#server/promo/loyalty/shop.ts'
import type { CallScope } from '../../http/call-scope.ts'
import { campaignWriter } from '../promo-shapes.ts'

type Site = Pick<CallScope, 'site'>

const DAY_MS = 86_400_000

/** What a player has of the programme, as the page shows it. Nothing is promised to a player who has a break. */
export function loyaltyShape(view: LoyaltyView, { site }: Site): LoyaltyAnswer {
  const { member, standing, periods, isPaused } = view
  const { global } = site.config
  const shown = periods.map((period) => periodShape(period, { site }))
  const current = shown.find(({ state }) => state === 'open')
  return {
    ...{ takesPart: member.takes_part, isPaused, tier: standing.tier, xp: standing.xp },
    ...(standing.next === null ? {} : { nextTier: standing.next }),
    ...{ missingXp: standing.missingXp, progressPercent: standing.progressPercent, owedMinor: member.owed_minor },
    ...{ currency: global.defaultCurrency, exponent: global.currencies[global.defaultCurrency]?.exponent ?? 2 },
    ...(current ? { current } : {}),
    periods: shown.filter((period) => period !== current),
    ...{ tiers: tierShapes({ site }), terms: termsShape({ site }) },
  }
}

/** The tiers in their order. */
function tierShapes({ site }: Site): LoyaltyTierShown[] {
  const tiers = tiersOf(site.config)
  return TIERS.map((tier) => ({ tier, ...tiers[tier] }))
}

/** How loyalty is counted. */
function termsShape({ site }: Site): LoyaltyTermsShown {
  const { loyalty } = site.config.promo
  const { games } = site.config.casino
  return {
    ...{ experienceE2: loyalty.experienceE2, keepDays: loyalty.keepDays, mostOfStakesE4: loyalty.mostOfStakesE4 },
    excludedProducts: [...loyalty.excludedProducts],
    excludedGames: loyalty.excludedGames.map((id) => (Object.hasOwn(games, id) ? games[id]?.name : undefined) ?? id),
  }
}

function periodShape(period: PeriodRow, { site }: Site): LoyaltyPeriodShown {
  const { paid_minor: paidMinor, paid_currency: paidCurrency } = period
  const paid =
    paidCurrency === null || paidMinor === 0
      ? {}
      : { paidMinor, paidCurrency, paidExponent: site.config.global.currencies[paidCurrency]?.exponent ?? 2 }
  return {
    ...{ number: period.sequence, tier: period.tier, base: period.terms.base, ratioE4: period.terms.ratioE4 },
    ...{ from: period.starts_at.toISOString(), until: period.ends_at.toISOString() },
    ...{ stakeMinor: Math.max(0, period.stake_minor), lossMinor: period.loss_minor, dueMinor: dueOf(period) },
    ...{ state: period.state, ...paid },
  }
}

/** The programme, as anyone sees it. */
export function programmeShape(shop: readonly OfferedItem[], scope: CallScope): LoyaltyProgrammeAnswer {
  const { global, promo } = scope.site.config
  return {
    ...{ perUnitE2: promo.loyaltyPoints.perUnitE2, lifeDays: promo.loyaltyPoints.lifeDays },
    ...{ currency: global.defaultCurrency, exponent: global.currencies[global.defaultCurrency]?.exponent ?? 2 },
    ...{ tiers: tierShapes(scope), terms: termsShape(scope), items: shop.map((item) => itemShape(item, scope)) },
  }
}

/** An item in the currency of the player, or of the brand for a guest. */
function itemShape({ id, item, campaign, left }: OfferedItem, scope: CallScope): ShopItemShown {
  const { global } = scope.site.config
  const currency = scope.player?.summary.currency ?? global.defaultCurrency
  const t = campaignWriter(campaign, currency, scope)
  return {
    ...{ id, name: t(campaign.titleKey), text: t(campaign.textKey), icon: item.icon, points: item.points },
    ...(left === null ? {} : { left }),
    amountMinor: awardAmounts(campaign, { currency, depositMinor: 0, global }).grantedMinor,
    ...{ currency, exponent: global.currencies[currency]?.exponent ?? 2 },
    ...{ timesE2: campaign.wagering.timesE2, lifeDays: Math.ceil(campaign.lifeMs / DAY_MS) },
  }
}

/** The points and orders of a player. */
export function pointsShape({ points, pending, owed, expiring, orders }: PointsView, scope: CallScope): PointsAnswer {
  const currency = scope.player?.summary.currency ?? scope.site.config.global.defaultCurrency
  return {
    ...{ points, pending, owed },
    ...(expiring ? { expiring: { points: expiring.points, at: expiring.at.toISOString() } } : {}),
    orders: orders.map(({ orderId, itemId, campaign, orderedAt, ...order }) => ({
      ...{ id: orderId, itemId, points: order.points, state: order.state, at: orderedAt.toISOString() },
      name: campaign ? campaignWriter(campaign, currency, scope)(campaign.titleKey) : itemId,
    })),
  }
}
