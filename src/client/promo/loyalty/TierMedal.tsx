import { Icon } from '#renderers/site/Icon.tsx'
import type { LoyaltyTierShown } from '#schemas'
import styles from './loyalty.module.css'

/** The medal of a tier: its name is beside it. */
export function TierMedal({
  tier,
  size = 'small',
}: {
  readonly tier: LoyaltyTierShown['tier']
  readonly size?: 'small' | 'large'
}) {
  return (
    <span className={styles.medal} data-tier={tier} data-size={size} aria-hidden="true">
      <Icon name="crown" size={size === 'large' ? 24 : 20} />
    </span>
  )
}
