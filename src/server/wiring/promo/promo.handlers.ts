import {
  checkPromoCode,
  claimBonus,
  explainBonus,
  getBonuses,
  getIdentificationBonus,
  getPromoOffers,
  getUserPromoCodesNew,
  redeemPromoCode,
  refuseBonus,
} from '#calls/promo/bonus.calls.ts'
import type { PromoService } from '#server/promo/promo.service.ts'
import type { Rewarded } from '#server/promo/promo-ports.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { bonusShape, codeShape, offerShape, stakeShape } from './promo-shapes.ts'

/** The calls of bonuses (PROMO-1 to PROMO-24). */
export function promoHandlers(promo: PromoService): AnyHandler[] {
  const mine = async (scope: CallScope) => {
    const { accountId, summary } = playerOf(scope)
    const { brandId } = scope.site
    await promo.fundClaims(brandId, accountId)
    const awards = await promo.awards(brandId, accountId)
    const bonusMinor = await promo.bonusHeld(brandId, { accountId, currency: summary.currency })
    return { bonuses: awards.map((award) => bonusShape(award, scope)), bonusMinor }
  }
  const bonusOf = async (scope: CallScope, awardId: number) => {
    const { award } = await promo.award(scope.site.brandId, playerOf(scope).accountId, awardId)
    return { bonus: bonusShape(award, scope) }
  }
  return [
    answer(getPromoOffers, async (_input, scope) => {
      const { site, country, player } = scope
      if (player) await promo.fundClaims(site.brandId, player.accountId)
      const offers = await promo.offers(site.brandId, { accountId: player?.accountId ?? null, country })
      return { offers: offers.map((offer) => offerShape(offer, scope)) }
    }),
    answer(claimBonus, async ({ body }, scope) =>
      bonusOf(scope, await promo.claim(scope.site.brandId, rewarded(scope), body.campaignId)),
    ),
    answer(getBonuses, (_input, scope) => mine(scope)),
    answer(getIdentificationBonus, async (_input, scope) => ({
      isShown: await promo.isIdentificationShown(scope.site.brandId, rewarded(scope)),
    })),
    answer(explainBonus, async ({ query }, scope) => {
      const { award, stakes } = await promo.award(scope.site.brandId, playerOf(scope).accountId, query.id)
      const bonus = bonusShape(award, scope)
      const left = Math.max(0, bonus.target - bonus.currentProgress)
      return { bonus, left, stakes: stakes.map((stake) => stakeShape(stake, scope)) }
    }),
    answer(refuseBonus, async ({ body }, scope) => {
      const { accountId } = playerOf(scope)
      await promo.refuse(scope.site.brandId, { accountId, awardId: body.bonus_id })
      return mine(scope)
    }),
    answer(checkPromoCode, async ({ body }, scope) => {
      const named = await promo.check(scope.site.brandId, rewarded(scope), body.code)
      return { offer: offerShape({ ...named, award: null }, scope) }
    }),
    answer(redeemPromoCode, async ({ body }, scope) =>
      bonusOf(scope, await promo.redeem(scope.site.brandId, rewarded(scope), body.code)),
    ),
    answer(getUserPromoCodesNew, async (_input, scope) => {
      const codes = await promo.codes(scope.site.brandId, playerOf(scope).accountId)
      return { codes: codes.map((use) => codeShape(use, scope)) }
    }),
  ]
}

function rewarded(scope: CallScope): Rewarded {
  const { accountId, summary } = playerOf(scope)
  return { accountId, currency: summary.currency, country: scope.country }
}
