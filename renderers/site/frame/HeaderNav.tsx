import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { shownArea } from '#machines/site/recording/shown-areas.rules.ts'
import { Dropdown } from '../../shell/Dropdown.tsx'
import { DropdownItem } from '../../shell/DropdownItem.tsx'
import { Badge } from '../Badge.tsx'
import { useLink } from '../link.tsx'
import { useText } from '../texts.tsx'
import styles from './HeaderNav.module.css'
import { countFittingItems, NAV_INDENT_PX, NAV_MAX_VISIBLE, type NavMeasure } from './nav-fit.selectors.ts'

/** One item of a navigation. */
export interface NavItem {
  readonly id: string
  /** The visible text, already in the page's language. */
  readonly label: string
  readonly to: string
  readonly icon?: string
  readonly isCurrent?: boolean
  /** A word beside the item: "New", "Live". */
  readonly badge?: string
  /** The item stands out from its neighbours. */
  readonly isHighlighted?: boolean
}

/** Props of {@link HeaderNav}. */
export interface HeaderNavProps {
  readonly items: readonly NavItem[]
  readonly maxVisible?: number | undefined
  readonly indentPx?: number | undefined
}

/**
 * The main navigation: as many items as the place holds, at most nine, the rest under "more" (LAYOUT-1). Before it is
 * measured, items that do not fit wrap into rows that are not shown, so nothing moves when the page comes to life.
 */
export function HeaderNav({ items, maxVisible = NAV_MAX_VISIBLE, indentPx = NAV_INDENT_PX }: HeaderNavProps) {
  const t = useText()
  const Link = useLink()
  const navRef = useRef<HTMLElement>(null)
  const candidates = items.slice(0, maxVisible)
  const fitting = useFittingCount(navRef, { total: items.length, maxVisible, indentPx })
  const rest = items.slice(Math.min(fitting ?? maxVisible, maxVisible))

  return (
    <nav ref={navRef} className={styles.nav} aria-label={t('shell.main_navigation')} {...shownArea('menu')}>
      <ul
        className={styles.list}
        data-indent={indentPx}
        data-fits={fitting === undefined ? 'unknown' : rest.length === 0 ? 'all' : 'some'}
      >
        {candidates.map((item, index) => (
          <li
            key={item.id}
            className={styles.item}
            data-hidden={(fitting !== undefined && index >= fitting) || undefined}
          >
            <Link
              to={item.to}
              className={styles.link}
              aria-current={item.isCurrent ? 'page' : undefined}
              data-highlighted={item.isHighlighted || undefined}
            >
              {item.label}
              {item.badge && <Badge kind="live">{item.badge}</Badge>}
            </Link>
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <div className={styles.more}>
          <Dropdown trigger={{ kind: 'plain', iconEnd: 'chevron-down', children: t('shell.more') }} alignment="end">
            <ul>
              {rest.map((item) => (
                <li key={item.id}>
                  <DropdownItem to={item.to} icon={item.icon} isCurrent={item.isCurrent ?? false}>
                    {item.label}
                  </DropdownItem>
                </li>
              ))}
            </ul>
          </Dropdown>
        </div>
      )}
    </nav>
  )
}

type NavLimits = Required<Pick<NavMeasure, 'total' | 'maxVisible' | 'indentPx'>>

/** How many items fit, measured again whenever the place or an item changes its width; undefined until measured. */
function useFittingCount(navRef: RefObject<HTMLElement | null>, limits: NavLimits): number | undefined {
  const { total, maxVisible, indentPx } = limits
  const [fitting, setFitting] = useState<number>()

  useLayoutEffect(() => {
    const nav = navRef.current
    const list = nav?.querySelector('ul')
    if (!nav || !list) return
    const measured = [...list.children]
    function measure(place: Element, row: Element) {
      if (place.clientWidth === 0) return
      const gapPx = Number.parseFloat(getComputedStyle(row).columnGap) || 0
      const itemWidthsPx = measured.map((item) => item.getBoundingClientRect().width)
      setFitting(
        countFittingItems({ availablePx: place.clientWidth, itemWidthsPx, gapPx, total, maxVisible, indentPx }),
      )
    }
    const observer = new ResizeObserver(() => measure(nav, list))
    for (const element of [nav, ...measured]) observer.observe(element)
    measure(nav, list)
    return () => observer.disconnect()
  }, [navRef, total, maxVisible, indentPx])

  return fitting
}
