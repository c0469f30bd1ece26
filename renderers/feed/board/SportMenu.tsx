import { useEffect, useRef } from 'react'
import { press } from '#machines/site/events/press.rules.ts'
import { Icon } from '../../site/Icon.tsx'
import { useLink } from '../../site/link.tsx'
import styles from './SportMenu.module.css'

/** A line of the menu. */
export interface SportMenuItem {
  readonly id: string
  readonly label: string
  readonly to: string
  readonly icon: string
  /** How many games are behind it; left out where nothing is counted. */
  readonly count?: number
  /** Said beside the name in small. */
  readonly note?: string
  readonly isCurrent?: boolean
  readonly onPress?: () => void
}

/** Props of {@link SportMenu}. */
export interface SportMenuProps {
  /** What the lines lead to, for those who hear the page. */
  readonly label: string
  readonly items: readonly SportMenuItem[]
  /** Ways beside the sports: lower, so that they take little of a narrow page. */
  readonly isQuiet?: boolean
}

/** Sports with how many games each has: a column on a wide page, a strip that is drawn sideways on a narrow one. */
export function SportMenu({ label, items, isQuiet = false }: SportMenuProps) {
  const Link = useLink()
  const list = useRef<HTMLUListElement>(null)
  const current = items.find(({ isCurrent }) => isCurrent)?.id
  useEffect(() => {
    if (list.current && current !== undefined) showCurrent(list.current)
  }, [current])
  return (
    <nav className={styles.menu} data-quiet={isQuiet || undefined} aria-label={label}>
      <ul ref={list} className={styles.list}>
        {items.map(({ id, label: name, to, icon, count, note, isCurrent, onPress }) => (
          <li key={id} className={styles.entry}>
            <Link
              to={to}
              className={styles.item}
              aria-current={isCurrent ? 'page' : undefined}
              onClick={onPress}
              {...press('sport_opened', id)}
            >
              <Icon name={icon} size={20} />
              <span className={styles.name}>{name}</span>
              {note && <span className={styles.count}>{note}</span>}
              {count !== undefined && <span className={styles.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How much of a strip stays in sight before and behind its current line, px. */
const BESIDE_PX = 24

/** Draws a strip sideways until its current line is in sight; the page itself stays where it is. Several strips beside each other are
 *  drawn by what holds them. */
function showCurrent(list: HTMLElement): void {
  const line = list.querySelector('[aria-current]')?.getBoundingClientRect()
  const strip = [list, list.parentElement?.parentElement].find((one) => one && one.scrollWidth > one.clientWidth)
  if (!line || !strip) return
  const { left, right } = strip.getBoundingClientRect()
  if (line.right > right) strip.scrollLeft += line.right - right + BESIDE_PX
  else if (line.left < left) strip.scrollLeft += line.left - left - BESIDE_PX
}
