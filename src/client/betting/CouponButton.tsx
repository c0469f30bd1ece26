import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import styles from './CouponButton.module.css'

/** Opens the coupon where a page has neither its column nor the phone's navigation; absent while the coupon is empty. */
export function CouponButton({ count, onPress }: { readonly count: number; readonly onPress: () => void }) {
  const t = useText()
  if (count === 0) return null
  return (
    <div className={styles.place}>
      <Button kind="primary" size="large" icon="coupon" onClick={onPress}>
        {`${t('betting.coupon')} · ${count}`}
      </Button>
    </div>
  )
}
