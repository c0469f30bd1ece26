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
  readonly to: string
  readonly isCurrent?: boolean
  /** How many things wait there, e.g. selections in the coupon; nothing is shown for none. */
  readonly count?: number
  /** Does something instead of going there, e.g. opens the coupon's drawer; the link stays for a page without script. */
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
    <nav className={styles.navigation} aria-label={t('shell.bottom_navigation')}>
      {places.slice(0, BOTTOM_NAVIGATION_PLACES).map((place) => (
        <Link
          key={place.id}
          to={place.to}
          className={styles.place}
          aria-current={place.isCurrent ? 'page' : undefined}
          onClick={
            place.onPress &&
            ((event) => {
              event.preventDefault()
              place.onPress?.()
            })
          }
        >
          <span className={styles.icon}>
            <Icon name={place.icon} size={24} />
            {place.count !== undefined && place.count > 0 && (
              <span className={styles.count}>
                <Badge kind="accent">{place.count}</Badge>
              </span>
            )}
          </span>
          <span className={styles.label}>{place.label}</span>
        </Link>
      ))}
    </nav>
  )
}
