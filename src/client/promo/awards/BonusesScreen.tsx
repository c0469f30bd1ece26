import { useLoaderData } from 'react-router'
import { getBonuses, getPromoOffers } from '#calls/promo/bonus.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../../page/screen.ts'
import styles from './awards.module.css'
import { BonusCard } from './BonusCard.tsx'
import { BonusesPage } from './BonusesPage.tsx'
import { type BonusPart, type PartOfBonuses, partOf } from './bonus-parts.ts'
import { OfferCard } from './OfferCard.tsx'

/** A page of the office that lists bonuses (OFF-8, PROMO-1). */
export function screenOf(part: BonusPart): ScreenModule {
  return {
    loadScreen: async ({ app }: ScreenRequest): Promise<LoadedScreen<PartOfBonuses>> => {
      const [{ bonuses }, { offers }] = await Promise.all([app.call(getBonuses, {}), app.call(getPromoOffers, {})])
      return {
        meta: () => ({ title: app.texts.t(`promo.tab_${part}`), isPrivate: true }),
        data: partOf(part, { bonuses, offers }),
      }
    },
    Screen: () => <Listed part={part} />,
  }
}

function Listed({ part }: { readonly part: BonusPart }) {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<PartOfBonuses>>()
  const { active, waiting, past, offers } = data
  const promotions = offeredPath(app, 'promotions')
  const isEmpty = [active, waiting, past, offers].every(({ length }) => length === 0)
  return (
    <BonusesPage text={t(`promo.text_${part}`)}>
      {isEmpty ? (
        <EmptyState
          icon="gift"
          title={t('promo.none')}
          text={t('promo.none_text')}
          action={promotions ? <ButtonLink to={promotions}>{t('promo.promotions')}</ButtonLink> : undefined}
        />
      ) : null}
      <Group title={t('promo.group_active')} bonuses={active} />
      <Group title={t('promo.group_waiting')} bonuses={waiting} />
      {offers.length > 0 ? (
        <section className={styles.group}>
          <h2 className={styles.heading}>{t('promo.group_offers')}</h2>
          {offers.map((offer) => (
            <OfferCard key={offer.id} offer={offer} />
          ))}
        </section>
      ) : null}
      <Group title={t('promo.group_past')} bonuses={past} />
    </BonusesPage>
  )
}

function Group({ title, bonuses }: { readonly title: string; readonly bonuses: readonly PlayerBonus[] }) {
  if (bonuses.length === 0) return null
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{title}</h2>
      <div className={styles.cards}>
        {bonuses.map((bonus) => (
          <BonusCard key={bonus.id} bonus={bonus} />
        ))}
      </div>
    </section>
  )
}
