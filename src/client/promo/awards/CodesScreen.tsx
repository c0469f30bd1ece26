import { useLoaderData } from 'react-router'
import { getUserPromoCodesNew } from '#calls/promo/bonus.calls.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PromoCodesAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import styles from './awards.module.css'
import { BonusesPage } from './BonusesPage.tsx'

/** Loads the codes that the player has tried. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<PromoCodesAnswer>> {
  return {
    meta: () => ({ title: app.texts.t('promo.tab_codes'), isPrivate: true }),
    data: await app.call(getUserPromoCodesNew, {}),
  }
}

/** The promo codes that the player has tried, and what came of each (PROMO-7, PROMO-20). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { data } = useLoaderData<ScreenData<PromoCodesAnswer>>()
  const check = offeredPath(app, 'promo_code_check')
  return (
    <BonusesPage text={t('promo.codes_text')}>
      {data.codes.length === 0 ? (
        <EmptyState
          icon="ticket"
          title={t('promo.codes_none')}
          action={check ? <ButtonLink to={check}>{t('promo.tab_code')}</ButtonLink> : undefined}
        />
      ) : (
        <ul className={styles.rows}>
          {data.codes.map(({ code, usedAt, name, refusal }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same code may be tried twice in a millisecond
            <li key={`${usedAt} ${place}`}>
              <div className={styles.row}>
                <p className={styles.what}>
                  <strong dir="ltr">{code}</strong>
                  <time dateTime={usedAt}>{write(usedAt)}</time>
                </p>
                <p className={styles.sum}>
                  <Badge kind={refusal === '' ? 'positive' : 'neutral'}>
                    {t(refusal === '' ? 'promo.code_used' : 'promo.code_refused')}
                  </Badge>
                </p>
                <p className={styles.why}>{refusal === '' ? name : t(refusal)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </BonusesPage>
  )
}
