import { useSyncExternalStore } from 'react'
import { Skeleton } from '#renderers/site/Skeleton.tsx'
import styles from './CouponColumn.module.css'
import { couponBridge } from './coupon-bridge.ts'

/** The place of the coupon beside the page; it has its size before its code is there. */
export function CouponColumn() {
  const isFilled = useSyncExternalStore(couponBridge.listen, couponBridge.isThere, () => false)
  return (
    <div className={styles.column}>
      {isFilled ? null : (
        <div className={styles.waiting}>
          <Skeleton shape="box" />
        </div>
      )}
      <div ref={couponBridge.setSlot} />
    </div>
  )
}
