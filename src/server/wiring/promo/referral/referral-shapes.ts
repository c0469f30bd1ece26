import { referralLink } from '#machines/promo/referral/referral-link.rules.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type {
  PartnerDayShown,
  PartnerSums,
  ReferralBalanceShown,
  ReferralBanner,
  ReferralBannerCard,
  ReferralFriend,
} from '#schemas'
import type { MemberView, ShownFriend } from '#server/promo/referral/members.ts'
import type { PartnerDay } from '#server/promo/referral/partners.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { CallScope } from '../../http/call-scope.ts'
import { escapeHtml } from '../../pages/plain-page.ts'

type Asked = Pick<CallScope, 'site' | 'language' | 'origin'>

/** The link of a code to the brand's first page, in the language of the request. */
export function linkOf({ origin, language }: Asked, code: string, bannerId?: string): string {
  return referralLink(origin + buildPath('home', {}, language), code, bannerId)
}

/** Banners in their order; with a code also where they lead, and the HTML to put on another page. */
export function bannerCards(
  scope: Asked,
  banners: Readonly<Record<string, ReferralBanner>>,
  code?: string,
): ReferralBannerCard[] {
  const { site, language, origin } = scope
  const t = textWriter(language, pageTexts(site, language))
  return Object.entries(banners)
    .toSorted(([, one], [, other]) => one.order - other.order)
    .map(([id, { image, widthPx: width, heightPx: height, altKey }]) => {
      const card = { id, image: `/brand/${site.assetsHash}/${image}`, width, height, alt: t(altKey) }
      if (code === undefined) return card
      const link = linkOf(scope, code, id)
      const picture = `<img src="${escapeHtml(origin + card.image)}" width="${width}" height="${height}" alt="${escapeHtml(card.alt)}">`
      return { ...card, link, html: `<a href="${escapeHtml(link)}">${picture}</a>` }
    })
}

/** A friend as the referrer sees them: masked. */
export function friendCard({ tail, registeredAt, referralId, ...friend }: ShownFriend): ReferralFriend {
  const { state, earnedMinor, heldMinor, missing } = friend
  return {
    ...{ referralUserId: referralId, name: `••• ${tail}`, registeredAt: registeredAt.toISOString() },
    ...{ state: state as ReferralFriend['state'], earnedMinor, heldMinor, missing: [...missing] },
  }
}

/** The money of a referrer. */
export function balanceCard({ balance, transferredMinor }: MemberView): ReferralBalanceShown {
  return { ...balance, transferredMinor }
}

/** All days together. */
export function sumsOf(days: readonly PartnerDay[]): PartnerSums {
  const sum = (key: Exclude<keyof PartnerDay, 'day'>) => days.reduce((total, day) => total + day[key], 0)
  return {
    visits: sum('visits'),
    registrations: sum('registrations'),
    firstDeposits: sum('firstDeposits'),
    netWinMinor: sum('netWinMinor'),
    commissionMinor: sum('commissionMinor'),
  }
}

/** The days of a partner as they are shown. */
export function dayCards(days: readonly PartnerDay[]): PartnerDayShown[] {
  return days.map((day) => ({ ...day }))
}
