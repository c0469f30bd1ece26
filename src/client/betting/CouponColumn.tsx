import { useSyncExternalStore } from 'react'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from './CouponColumn.module.css'
import { couponBridge } from './coupon-bridge.ts'

/** The place of the coupon beside the page; it has its size and its outline before its code is there. */
export function CouponColumn() {
  const isFilled = useSyncExternalStore(couponBridge.listen, couponBridge.isThere, () => false)
  return (
    <div className={styles.column}>
      {isFilled ? null : <WaitingCoupon />}
      <div ref={couponBridge.setSlot} />
    </div>
  )
}

/** An empty coupon as it looks from afar: its name, the mark in the middle, the setting below. Where no script runs it says so. */
function WaitingCoupon() {
  const t = useText()
  return (
    <section className={styles.waiting} aria-label={t('site.menu_coupon')} aria-busy="true">
      <h2 className={styles.title}>{t('site.menu_coupon')}</h2>
      <noscript>
        <p className={styles.note}>{t('site.coupon_script')}</p>
      </noscript>
      <div className={styles.middle}>
        <span className={styles.mark}>
          <Skeleton shape="circle" />
        </span>
        <Skeleton width="half" />
        <Skeleton width="most" />
      </div>
      <span className={styles.setting}>
        <Skeleton shape="box" />
      </span>
    </section>
  )
}
