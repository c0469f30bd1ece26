import { useLoaderData } from 'react-router'
import { getReferralBanners } from '#calls/promo/referral.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralBannersAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { BannerCards } from './BannerCards.tsx'
import { ReferralPage } from './ReferralPage.tsx'

/** Loads the banners of the programme. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<ReferralBannersAnswer>> {
  const data = await app.call(getReferralBanners, {})
  return { meta: () => ({ title: app.texts.t('referral.banners'), isPrivate: true }), data }
}

/** Banners with the player's link, as HTML to copy (OFF-4, REF-4). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<ReferralBannersAnswer>>()
  const join = offeredPath(app, 'office_bringfriend')
  const hasLink = data.banners.some(({ link }) => link !== undefined)
  return (
    <ReferralPage text={t('referral.banners_text')}>
      {data.banners.length === 0 ? <EmptyState icon="users" title={t('referral.banners_none')} /> : null}
      {!hasLink && data.banners.length > 0 && join ? (
        <div>
          <ButtonLink kind="primary" to={join}>
            {t('referral.join')}
          </ButtonLink>
        </div>
      ) : null}
      <BannerCards banners={data.banners} />
    </ReferralPage>
  )
}
