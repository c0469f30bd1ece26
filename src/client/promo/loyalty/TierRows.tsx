import { Badge } from '#renderers/site/Badge.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { LoyaltyTierShown } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import styles from './loyalty.module.css'
import { cashbackText, countText, daysText, type Money, minorText } from './loyalty-text.ts'
import { TierMedal } from './TierMedal.tsx'

/** Props of {@link TierRows}. */
export interface TierRowsProps {
  readonly tiers: readonly LoyaltyTierShown[]
  readonly money: Money
  /** The player's own. */
  readonly mine?: LoyaltyTierShown['tier']
}

/** All tiers in their order, with what each gives (PROMO-4). */
export function TierRows({ tiers, money, mine }: TierRowsProps) {
  const app = useApp()
  const t = useText()
  return (
    <ol className={styles.rows}>
      {tiers.map((one) => (
        <li key={one.tier} className={styles.tierRow} data-mine={one.tier === mine || undefined}>
          <TierMedal tier={one.tier} />
          <div>
            <h3 className={styles.name}>
              {t(`loyalty.tier_${one.tier}`)}
              {one.tier === mine ? <Badge kind="accent">{t('loyalty.your_tier')}</Badge> : null}
            </h3>
            <p className={styles.facts}>
              <span>{t('loyalty.from_xp', { xp: countText(app, one.fromXp) })}</span>
              <span>{t('loyalty.faster', { times: countText(app, one.xpTimesE2 / 100) })}</span>
            </p>
          </div>
          <div className={styles.gives}>
            <strong>{cashbackText(app, t, one)}</strong>
            <p className={styles.facts}>
              <span>{t('loyalty.every', { days: daysText(app, one.periodDays) })}</span>
              {one.capMinor > 0 ? (
                <span>{t('loyalty.most', { amount: minorText(app, one.capMinor, money) })}</span>
              ) : null}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}
