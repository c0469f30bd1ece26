import { useLoaderData } from 'react-router'
import { getPromoOffers } from '#calls/promo/bonus.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PromoOffersAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import styles from './awards.module.css'
import { OfferCard } from './OfferCard.tsx'

/** Loads what can be had here. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<PromoOffersAnswer>> {
  const { t } = app.texts
  return {
    meta: () => ({ title: t('promo.promotions'), description: t('promo.promotions_text') }),
    data: await app.call(getPromoOffers, {}),
  }
}

/** The promotions of the brand (PROMO-24). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<PromoOffersAnswer>>()
  const rules = offeredPath(app, 'bonus_rules')
  const code = offeredPath(app, 'promo_code_check')
  return (
    <div className={styles.page}>
      <PageHeading
        title={t('promo.promotions')}
        text={t('promo.promotions_text')}
        actions={
          code ? (
            <ButtonLink to={code} icon="ticket">
              {t('promo.tab_code')}
            </ButtonLink>
          ) : undefined
        }
      />
      {data.offers.length === 0 ? (
        <EmptyState icon="gift" title={t('promo.offers_none')} text={t('promo.offers_none_text')} />
      ) : (
        <div className={styles.offers}>
          {data.offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} />
          ))}
        </div>
      )}
      {rules ? (
        <div>
          <ButtonLink to={rules} kind="plain" icon="document">
            {t('shell.bonus_terms')}
          </ButtonLink>
        </div>
      ) : null}
    </div>
  )
}
