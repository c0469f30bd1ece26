import { useId } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyAnswer } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { Panel } from '../../page/office/OfficeParts.tsx'
import styles from './loyalty.module.css'
import { countText } from './loyalty-text.ts'
import { TierMedal } from './TierMedal.tsx'

/** The tier of the player, and the way to the next one; during a break nothing beckons (PROMO-21). */
export function StandingPanel({ loyalty }: { readonly loyalty: LoyaltyAnswer }) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const { tier, xp, nextTier, missingXp, progressPercent, isPaused, takesPart } = loyalty
  return (
    <Panel className={styles.panel} aria-labelledby={id}>
      <div className={styles.standing}>
        <TierMedal tier={tier} size="large" />
        <div>
          <h2 id={id} className={styles.tier}>
            {t(`loyalty.tier_${tier}`)}
          </h2>
          <p className={styles.text}>{t('loyalty.xp', { xp: countText(app, xp) })}</p>
        </div>
      </div>
      {isPaused ? <p className={styles.hint}>{t('loyalty.paused')}</p> : null}
      {takesPart ? null : <p className={styles.hint}>{t('loyalty.out')}</p>}
      {isPaused || !takesPart ? null : nextTier === undefined ? (
        <p className={styles.text}>{t('loyalty.highest')}</p>
      ) : (
        <div className={styles.way}>
          <progress
            className={styles.progress}
            max={100}
            value={progressPercent}
            aria-label={t('loyalty.progress', { tier: t(`loyalty.tier_${nextTier}`) })}
          />
          <p className={styles.text}>
            {t('loyalty.to_next', { xp: countText(app, missingXp), tier: t(`loyalty.tier_${nextTier}`) })}
          </p>
        </div>
      )}
    </Panel>
  )
}
