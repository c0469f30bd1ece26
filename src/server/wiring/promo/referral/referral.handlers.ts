import { AppError } from '#calls/app-error.ts'
import {
  getExtendedReferralUsers,
  getFriendTag,
  getPartnerProgramme,
  getPartnerStatistics,
  getReferralBanners,
  getReferralUsers,
  joinReferral,
  removeReferralUser,
  transferReferralMoney,
} from '#calls/promo/referral.calls.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { ReferralAnswer } from '#schemas'
import { networkOf } from '#server/guard/network.ts'
import { FRIENDS_ON_A_PAGE, type MemberView, shownTerms } from '#server/promo/referral/members.ts'
import { MOST_DAYS } from '#server/promo/referral/partners.ts'
import type { ReferralService } from '#server/promo/referral/referral.service.ts'
import type { Member } from '#server/promo/referral/referral-ports.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../../http/call-scope.ts'
import { balanceCard, bannerCards, dayCards, friendCard, linkOf, sumsOf } from './referral-shapes.ts'

const DAY_MS = 86_400_000
const USUAL_DAYS = 30

/** The calls of the referral programmes (REF-1 to REF-9). */
export function referralHandlers(referral: ReferralService): AnyHandler[] {
  return [...memberHandlers(referral), ...linkHandlers(referral), ...partnerHandlers(referral)]
}

function memberOf(scope: CallScope): Member {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}

function exponentOf({ site }: CallScope, currency: string): number {
  return site.config.global.currencies[currency]?.exponent ?? 2
}

function memberHandlers({ members }: ReferralService): AnyHandler[] {
  const shown = async (scope: CallScope, view: MemberView | null): Promise<ReferralAnswer> => {
    const currency = view?.currency ?? playerOf(scope).summary.currency
    const { rulesPage } = scope.site.config['bring-a-friend']
    const shared = {
      ...{ currency, exponent: exponentOf(scope, currency), terms: shownTerms(scope.site.config, currency) },
      ...(rulesPage ? { rulesPage } : {}),
    }
    if (!view) return { isMember: false, ...shared, friends: [] }
    const { friends, total } = await members.friends(memberOf(scope), 1)
    return {
      ...{ isMember: true, ...shared, code: view.code, link: linkOf(scope, view.code) },
      ...{ balance: balanceCard(view), friendCount: total, friends: friends.map(friendCard) },
    }
  }
  return [
    answer(getReferralUsers, async (_input, scope) => shown(scope, await members.read(memberOf(scope)))),
    answer(joinReferral, async (_input, scope) => shown(scope, await members.join(memberOf(scope)))),
    answer(removeReferralUser, async ({ body }, scope) => {
      await members.remove(memberOf(scope), body.referral_user_id)
      return shown(scope, await members.read(memberOf(scope)))
    }),
    answer(getExtendedReferralUsers, async ({ body }, scope) => {
      const { friends, currency, total } = await members.friends(memberOf(scope), body.page_number ?? 1)
      const pages = Math.ceil(total / FRIENDS_ON_A_PAGE)
      return { friends: friends.map(friendCard), pages, total, currency, exponent: exponentOf(scope, currency) }
    }),
    answer(transferReferralMoney, async ({ body }, scope) => {
      const { guid, transfer_amount: amountMinor } = body
      return balanceCard(await members.transfer(memberOf(scope), { guid, amountMinor }))
    }),
    answer(getReferralBanners, async (_input, scope) => {
      const view = await members.read(memberOf(scope))
      return { banners: bannerCards(scope, scope.site.config['bring-a-friend'].banners, view?.code) }
    }),
  ]
}

function linkHandlers(referral: ReferralService): AnyHandler[] {
  return [
    answer(getFriendTag, async ({ query }, scope) => {
      const { site, address, device } = scope
      const { code, tag, until } = await referral.tagVisit({
        ...{ brandId: site.brandId, typed: query.ref, bannerId: query.banner ?? '' },
        mark: `${networkOf(address)} ${device}`,
      })
      return { code, friendTag: tag, until: until.toISOString() }
    }),
  ]
}

function partnerHandlers(referral: ReferralService): AnyHandler[] {
  return [
    answer(getPartnerProgramme, async (_input, scope) => {
      const config = scope.site.config['bring-a-friend']
      if (!config.isPartnerProgrammeOffered) throw new AppError('referral.not_offered')
      const { partnerShareE4: shareE4, partnerEarnForMs: earnForMs, partnerTermsPage: termsPage } = config
      return {
        ...{ shareE4, earnForMs, carriesLosses: config.carriesLosses, refCodeDays: config.refCodeDays },
        ...(termsPage ? { termsPage } : {}),
        banners: bannerCards(scope, config.partnerBanners),
      }
    }),
    answer(getPartnerStatistics, async ({ body }, scope) => {
      const { 'bring-a-friend': config, global } = scope.site.config
      const days = lastDays(referral.clock(), Math.min(body.days ?? USUAL_DAYS, MOST_DAYS), global.timeZone)
      const statistics = await referral.partnerStatistics(scope.site.brandId, { key: body.key, days })
      const { name, code } = statistics
      return {
        ...{ name, code, link: linkOf(scope, code), shareE4: config.partnerShareE4 },
        ...{ currency: global.defaultCurrency, exponent: exponentOf(scope, global.defaultCurrency) },
        ...{ banners: bannerCards(scope, config.partnerBanners, code), sums: sumsOf(statistics.days) },
        days: dayCards(statistics.days),
      }
    }),
  ]
}

/** The latest days by the clock of the brand, today first. */
function lastDays(now: Date, count: number, timeZone: string): string[] {
  const today = Date.parse(`${zoneDay(now.getTime(), timeZone)}T00:00:00Z`)
  return Array.from({ length: count }, (_, back) => new Date(today - back * DAY_MS).toISOString().slice(0, 10))
}
