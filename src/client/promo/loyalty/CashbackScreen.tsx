import { useLoaderData } from 'react-router'
import { getLoyalty } from '#calls/promo/loyalty.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { OfficePage } from '../../page/office/OfficePage.tsx'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import styles from './loyalty.module.css'
import { PeriodPanel } from './PeriodPanel.tsx'
import { PeriodRows } from './PeriodRows.tsx'
import { StandingPanel } from './StandingPanel.tsx'

/** Loads the tier and the cashback of the player. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<LoyaltyAnswer>> {
  const data = await app.call(getLoyalty, {})
  return { meta: () => ({ title: app.texts.t('loyalty.vip_title'), isPrivate: true }), data }
}

/** VIP cashback: the tier of the player, what this period comes to, and what former ones have paid (OFF-5, PROMO-22). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<LoyaltyAnswer>>()
  const tiers = offeredPath(app, 'office_settings_cashback')
  return (
    <OfficePage title={t('loyalty.vip_title')} text={t('loyalty.vip_text')}>
      <StandingPanel loyalty={data} />
      <PeriodPanel loyalty={data} />
      {tiers ? (
        <div className={styles.section}>
          <ButtonLink to={tiers}>{t('loyalty.all_tiers')}</ButtonLink>
        </div>
      ) : null}
      <PeriodRows loyalty={data} />
    </OfficePage>
  )
}
