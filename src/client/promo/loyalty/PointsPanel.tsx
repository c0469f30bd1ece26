import { useText } from '#renderers/site/texts.tsx'
import type { PointsAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './loyalty.module.css'
import { countText } from './loyalty-text.ts'

/** What a player has of points. */
export function PointsPanel({ points: { points, pending, owed, expiring } }: { readonly points: PointsAnswer }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  return (
    <Panel className={styles.panel} aria-label={t('loyalty.points_balance')}>
      <dl className={styles.figures}>
        <div data-main>
          <dt>{t('loyalty.points_balance')}</dt>
          <dd>{countText(app, points)}</dd>
        </div>
        {pending > 0 ? (
          <div>
            <dt>{t('loyalty.points_pending')}</dt>
            <dd>{countText(app, pending)}</dd>
          </div>
        ) : null}
      </dl>
      {pending > 0 ? <p className={styles.text}>{t('loyalty.points_pending_text')}</p> : null}
      {expiring ? (
        <p className={styles.text}>
          {t('loyalty.points_expiring', { points: countText(app, expiring.points), date: write(expiring.at) })}
        </p>
      ) : null}
      {owed > 0 ? <p className={styles.hint}>{t('loyalty.points_owed', { points: countText(app, owed) })}</p> : null}
    </Panel>
  )
}
