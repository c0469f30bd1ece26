import { Badge } from '../Badge.tsx'
import type { NavItem } from '../frame/HeaderNav.tsx'
import { Icon } from '../Icon.tsx'
import { useLink } from '../link.tsx'
import { SectionHeading } from '../SectionHeading.tsx'
import styles from './MenuTiles.module.css'

/** Props of {@link MenuTiles}. */
export interface MenuTilesProps {
  /** Name of the group: spoken only, unless it is shown as a heading. */
  readonly label: string
  readonly isLabelShown?: boolean
  readonly items: readonly NavItem[]
  /** Tiles beside each other on a wide screen; all of them when nothing is said. */
  readonly columns?: number | undefined
}

/** The shortest ways to the parts of the site, as tiles. */
export function MenuTiles({ label, isLabelShown = false, items, columns }: MenuTilesProps) {
  const Link = useLink()
  return (
    <nav aria-label={label}>
      {isLabelShown && <SectionHeading title={label} />}
      <ul className={styles.tiles} data-columns={columns}>
        {items.map((item) => (
          <li key={item.id} className={styles.item}>
            <Link
              to={item.to}
              className={styles.tile}
              aria-current={item.isCurrent ? 'page' : undefined}
              data-highlighted={item.isHighlighted || undefined}
            >
              <span className={styles.icon}>
                <Icon name={item.icon ?? 'arrow-end'} size={24} />
              </span>
              <span>{item.label}</span>
              {item.badge && (
                <span className={styles.badge}>
                  <Badge kind="live">{item.badge}</Badge>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
