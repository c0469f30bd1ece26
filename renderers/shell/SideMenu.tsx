import type { ReactNode } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import type { NavItem } from '../site/frame/HeaderNav.tsx'
import { Icon } from '../site/Icon.tsx'
import { useLink } from '../site/link.tsx'
import styles from './SideMenu.module.css'

/** A place of the menu, with the places below it. */
export interface SideMenuPlace extends NavItem {
  readonly places: readonly NavItem[]
}

/** Props of {@link SideMenu}. */
export interface SideMenuProps {
  /** Name of the navigation, spoken only. */
  readonly label: string
  readonly places: readonly SideMenuPlace[]
  /** Whether the places below are shown of every place, or only of the one where the page is. */
  readonly isWhole?: boolean
  /** What stands over the places, such as who is signed in. */
  readonly head?: ReactNode
  /** What is shown under them, such as the sign-out button. */
  readonly foot?: ReactNode
}

/** The places of a part of the site, one under the other. */
export function SideMenu({ label, places, isWhole = false, head, foot }: SideMenuProps) {
  return (
    <div className={styles.menu} data-whole={isWhole || undefined}>
      {head}
      <nav aria-label={label}>
        <ul className={styles.places}>
          {places.map(({ places: below, ...place }) => (
            <li key={place.id} className={styles.part}>
              <Place {...place} />
              {below.length > 0 && (isWhole || isAt(place, below)) && (
                <ul className={styles.below}>
                  {below.map((item) => (
                    <li key={item.id}>
                      <Place {...item} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      {foot && <div className={styles.foot}>{foot}</div>}
    </div>
  )
}

function Place({ to, label, icon, isCurrent, badge }: NavItem) {
  const Link = useLink()
  return (
    <Link
      to={to}
      className={styles.place}
      aria-current={isCurrent ? 'page' : undefined}
      {...press('side_place_opened')}
    >
      {icon && <Icon name={icon} size={20} />}
      <span className={styles.label}>{label}</span>
      {badge && <span className={styles.badge}>{badge}</span>}
      <span className={styles.onward}>
        <Icon name="chevron-end" size={16} />
      </span>
    </Link>
  )
}

function isAt(place: NavItem, below: readonly NavItem[]): boolean {
  return place.isCurrent === true || below.some(({ isCurrent }) => isCurrent)
}
