import { useCallback, useState } from 'react'
import { useLoaderData } from 'react-router'
import { getLoyaltyProgramme, getPoints } from '#calls/promo/loyalty.calls.ts'
import { PageHeading } from '#renderers/site/PageHeading.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyProgrammeAnswer, PointsAnswer, ShopItemShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../../page/screen.ts'
import { shellPort } from '../../page/shell-port.ts'
import styles from './loyalty.module.css'
import { pointRulesOf } from './loyalty-text.ts'
import { OrderDialog } from './OrderDialog.tsx'
import { OrderRows } from './OrderRows.tsx'
import { PointsPanel } from './PointsPanel.tsx'
import { ShopItems } from './ShopItems.tsx'
import { TierRows } from './TierRows.tsx'

/** What the page shows: the programme, and of a player their points. */
export interface PointsData {
  readonly programme: LoyaltyProgrammeAnswer
  readonly points: PointsAnswer | null
}

/** Loads the programme, and the points of a player who has signed in. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<PointsData>> {
  const isPlayer = app.state.visitor.player !== null
  const [programme, points] = await Promise.all([
    app.call(getLoyaltyProgramme, {}),
    isPlayer ? app.call(getPoints, {}) : null,
  ])
  const title = app.texts.t('loyalty.points_title')
  return { meta: () => ({ title, description: app.texts.t('loyalty.points_text') }), data: { programme, points } }
}

/** Points: how they are earned, the shop, and of a player what they have and have ordered (PROMO-21). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<PointsData>>()
  const [programme, setProgramme] = useState(data.programme)
  const [points, setPoints] = useState(data.points)
  const [ordering, setOrdering] = useState<ShopItemShown | null>(null)
  const { call } = app
  /** Shows the points after an order or its return, and what the shop has left by now. */
  const changed = useCallback(
    (next: PointsAnswer) => {
      setPoints(next)
      void call(getLoyaltyProgramme, {}).then(setProgramme, () => undefined)
    },
    [call],
  )
  const ordered = useCallback(
    (next: PointsAnswer) => {
      shellPort.notify({
        ...{ id: 'loyalty', kind: 'success', text: 'loyalty.order_done' },
        params: { item: ordering?.name ?? '' },
      })
      changed(next)
      setOrdering(null)
    },
    [ordering, changed],
  )
  return (
    <div className={styles.page}>
      <PageHeading title={t('loyalty.points_title')} text={t('loyalty.points_text')} trail={[]} />
      {points ? <PointsPanel points={points} /> : <p className={styles.hint}>{t('loyalty.points_sign_in')}</p>}
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('loyalty.shop')}</h2>
        <ShopItems items={programme.items} {...(points ? { onOrder: setOrdering } : {})} />
      </section>
      {points ? (
        <section className={styles.section}>
          <h2 className={styles.heading}>{t('loyalty.orders')}</h2>
          <OrderRows orders={points.orders} onReturned={changed} />
        </section>
      ) : null}
      <Panel className={styles.panel}>
        <h2 className={styles.heading}>{t('loyalty.points_rules')}</h2>
        <ul className={styles.rules}>
          {pointRulesOf(app, t, programme).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </Panel>
      <section className={styles.section}>
        <h2 className={styles.heading}>{t('loyalty.tiers')}</h2>
        <TierRows tiers={programme.tiers} money={programme} />
      </section>
      {ordering && points ? (
        <OrderDialog item={ordering} points={points.points} onClose={() => setOrdering(null)} onOrdered={ordered} />
      ) : null}
    </div>
  )
}
