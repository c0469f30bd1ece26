import { useId } from 'react'
import { Badge } from '#renderers/site/Badge.tsx'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { Card } from '#renderers/site/Card.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PlayerBonus } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { offeredPath } from '../../page/paths.ts'
import { shortMoney } from '../promo-text.ts'
import { givenText, moneyOf, STATE_KINDS, stateKey } from './award-text.ts'
import styles from './awards.module.css'
import { ProgressBar } from './ProgressBar.tsx'
import { RoundsLeft } from './RoundsLeft.tsx'
import { StreakLine } from './StreakLine.tsx'

/** A bonus of the player: where it stands, how far it is played through, and the way to what explains it. */
export function BonusCard({ bonus }: { readonly bonus: PlayerBonus }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const id = useId()
  const { name, state, isClosed, end, endedAt, paid } = bonus
  const money = moneyOf(bonus)
  const to = offeredPath(app, 'bonus', { id: String(bonus.id) })
  return (
    <Card as="article" aria-labelledby={id}>
      <div className={styles.bonus}>
        <div className={styles.title}>
          <h3 id={id} className={styles.name}>
            {name}
          </h3>
          <Badge kind={STATE_KINDS[state]}>{t(stateKey(bonus))}</Badge>
        </div>
        <p className={styles.amount}>{givenText(app, t, bonus)}</p>
        {state === 'ready' ? <RoundsLeft bonus={bonus} /> : null}
        <StreakLine bonus={bonus} />
        {state === 'active' ? <ProgressBar bonus={bonus} /> : null}
        <p className={styles.note}>
          {isClosed && endedAt ? <span>{t('promo.ended_at', { time: write(endedAt) })}</span> : null}
          {paid > 0 ? <span>{t('promo.paid', { amount: shortMoney(app, paid, money) })}</span> : null}
          {!isClosed && end ? <span>{t('promo.until', { time: write(end) })}</span> : null}
          {state === 'ready' && bonus.code ? <span>{t('promo.freebet_code', { code: bonus.code })}</span> : null}
          {state === 'queued' ? <span>{t('promo.queued_text')}</span> : null}
        </p>
        {to ? (
          <div>
            <ButtonLink to={to} kind="quiet" size="small" aria-label={t('promo.explain_named', { name })}>
              {t('promo.explain')}
            </ButtonLink>
          </div>
        ) : null}
      </div>
    </Card>
  )
}
