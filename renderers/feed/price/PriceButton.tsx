import { Icon } from '../../site/Icon.tsx'
import styles from './PriceButton.module.css'

/** Where a price stands: `stale` is shown, but nobody vouches for it now; `suspended` takes no bets for the moment. */
export type PriceState = 'open' | 'stale' | 'suspended'

/** Props of {@link PriceButton}. */
export interface PriceButtonProps {
  /** The outcome in short, muted: `1`, `O 2.5`. Left out where the head of the column says it. */
  readonly label?: string | undefined
  /** What stays beside the price even below a head: the line of a total or handicap. */
  readonly line?: string | undefined
  /** The price as it is written. */
  readonly price: string
  /** The outcome and its game in full, for those who hear the page. */
  readonly name: string
  readonly state?: PriceState
  /** Against the price before: up, down, or neither after a second. */
  readonly movement?: -1 | 0 | 1
  readonly isSelected?: boolean
  /** Without it there is nothing to press: the price is a plain cell. Null while it cannot be pressed yet: it is a button already,
   *  so that nothing is drawn over again when it can be. */
  readonly onPress?: (() => void) | null | undefined
}

/** One price: pressed it goes into the coupon. Its width is that of its column, whatever it says. */
export function PriceButton(props: PriceButtonProps) {
  const { state = 'open', movement = 0, isSelected = false, onPress } = props
  const marks = {
    className: styles.price,
    'data-state': state,
    'data-movement': movement === 0 || state !== 'open' ? undefined : movement > 0 ? 'up' : 'down',
  }
  if (onPress === undefined) {
    return (
      <span {...marks}>
        <PriceContent {...props} />
      </span>
    )
  }
  return (
    <button
      type="button"
      {...marks}
      aria-pressed={onPress ? isSelected : undefined}
      aria-disabled={!onPress || state === 'suspended' || undefined}
      onClick={onPress && state !== 'suspended' ? onPress : undefined}
    >
      <PriceContent {...props} />
    </button>
  )
}

function PriceContent({ name, label, line, price, state = 'open' }: PriceButtonProps) {
  return (
    <>
      <span className="visually-hidden">{name}</span>
      {label && (
        <span className={styles.label} dir="auto" aria-hidden="true">
          {label}
        </span>
      )}
      {line && (
        <bdi className={styles.line} aria-hidden="true">
          {line}
        </bdi>
      )}
      <span className={styles.value}>
        <bdi className={styles.figures}>{price}</bdi>
        {state === 'suspended' && (
          <span className={styles.lock}>
            <Icon name="lock" size={12} />
          </span>
        )}
      </span>
    </>
  )
}

/** The place of a price that there is none for; it keeps the column. */
export function PriceGap() {
  return <span className={styles.price} data-state="none" aria-hidden="true" />
}
