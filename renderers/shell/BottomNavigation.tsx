import { Fragment } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { Badge } from '../site/Badge.tsx'
import { Icon } from '../site/Icon.tsx'
import { useLink } from '../site/link.tsx'
import { useText } from '../site/texts.tsx'
import styles from './BottomNavigation.module.css'

/** Most places of the bottom navigation. */
export const BOTTOM_NAVIGATION_PLACES = 5

/** One place of the bottom navigation. */
export interface BottomPlace {
  readonly id: string
  readonly label: string
  readonly icon: string
  /** Where it leads; left out where it does something instead. */
  readonly to?: string
  readonly isCurrent?: boolean
  /** How many things wait there, e.g. selections in the coupon; nothing is shown for none. */
  readonly count?: number
  /** What it does instead of leading somewhere, e.g. opens the coupon's drawer. */
  readonly onPress?: () => void
}

/** Props of {@link BottomNavigation}. */
export interface BottomNavigationProps {
  readonly places: readonly BottomPlace[]
}

/** The phone's navigation at the lower edge: the first five places, within reach of the thumb. */
export function BottomNavigation({ places }: BottomNavigationProps) {
  const t = useText()
  const Link = useLink()
  return (
    <nav className={styles.navigation} data-bottom-actions aria-label={t('shell.bottom_navigation')}>
      {places.slice(0, BOTTOM_NAVIGATION_PLACES).map((place) => (
        <Fragment key={place.id}>
          {place.to === undefined ? (
            <button
              type="button"
              className={styles.place}
              onClick={place.onPress}
              {...press('bottom_place_opened', place.id)}
            >
              <PlaceWords place={place} />
            </button>
          ) : (
            <Link
              to={place.to}
              className={styles.place}
              aria-current={place.isCurrent ? 'page' : undefined}
              {...press('bottom_place_opened', place.id)}
            >
              <PlaceWords place={place} />
            </Link>
          )}
        </Fragment>
      ))}
    </nav>
  )
}

function PlaceWords({ place: { icon, label, count } }: { readonly place: BottomPlace }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon name={icon} size={24} />
        {count !== undefined && count > 0 && (
          <span className={styles.count}>
            <Badge kind="accent">{count}</Badge>
          </span>
        )}
      </span>
      <span className={styles.label}>{label}</span>
    </>
  )
}
