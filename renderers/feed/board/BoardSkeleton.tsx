import { Skeleton } from '../../site/Skeleton.tsx'
import { useText } from '../../site/texts.tsx'
import { PriceGap } from '../price/PriceButton.tsx'
import styles from './Board.module.css'
import own from './BoardSkeleton.module.css'

/** Props of {@link BoardSkeleton}. */
export interface BoardSkeletonProps {
  /** How many games are expected at least. */
  readonly count: number
  readonly priceColumns: number
}

const FIRST_MARKET = 3

/** A board that is loading, in the geometry that it will have. */
export function BoardSkeleton({ count, priceColumns }: BoardSkeletonProps) {
  const t = useText()
  const prices = Math.max(1, Math.min(priceColumns, FIRST_MARKET))
  return (
    <div className={styles.board} role="status">
      <span className="visually-hidden">{t('shell.loading')}</span>
      <div className={styles.headItem} data-first="" aria-hidden="true">
        <div className={styles.head}>
          <span className={styles.sport}>
            <span className={own.word}>
              <Skeleton width="half" />
            </span>
          </span>
        </div>
      </div>
      <div className={styles.item} aria-hidden="true">
        <div className={styles.champHead}>
          <span className={styles.champ}>
            <span className={own.word}>
              <Skeleton width="half" />
            </span>
          </span>
        </div>
      </div>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the stand-ins are all alike and never change places
        <div key={index} className={styles.row} aria-hidden="true">
          <span className={`${styles.marks} ${own.star}`} />
          <span className={styles.names}>
            <Skeleton width="most" />
            <span>
              <Skeleton width="most" />
              <Skeleton width="half" />
            </span>
          </span>
          <span className={styles.markets}>
            <span className={styles.market} data-tier="1" data-chosen="">
              {Array.from({ length: prices }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                <PriceGap key={place} />
              ))}
            </span>
          </span>
          <span className={styles.more} />
        </div>
      ))}
    </div>
  )
}
