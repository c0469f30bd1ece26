import type { ReactNode } from 'react'
import type { PressMark } from '#machines/site/events/press.rules.ts'
import { Icon } from '../site/Icon.tsx'
import { useLink } from '../site/link.tsx'
import styles from './DropdownItem.module.css'

/** Props of {@link DropdownItem}: a destination, or something to do. */
export interface DropdownItemProps {
  readonly to?: string
  readonly onPress?: () => void
  readonly icon?: string | undefined
  /** The item is the present choice: marked by a tick, not by colour alone. */
  readonly isCurrent?: boolean
  /** Language of the item's text when it is not the page's. */
  readonly language?: string
  /** Lets its press be counted. */
  readonly mark?: PressMark
  readonly children: ReactNode
}

/** One line of a dropdown's panel: a link with `to`, else a button that closes the panel. */
export function DropdownItem({ to, onPress, icon, isCurrent = false, language, mark, children }: DropdownItemProps) {
  const Link = useLink()
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span className={styles.text}>{children}</span>
      {isCurrent && <Icon name="check" size={16} />}
    </>
  )
  if (to === undefined) {
    return (
      <button type="button" className={styles.item} data-closes="" aria-pressed={isCurrent} onClick={onPress} {...mark}>
        {content}
      </button>
    )
  }
  return (
    <Link
      to={to}
      className={styles.item}
      lang={language}
      hrefLang={language}
      aria-current={isCurrent || undefined}
      onClick={onPress}
      {...mark}
    >
      {content}
    </Link>
  )
}
