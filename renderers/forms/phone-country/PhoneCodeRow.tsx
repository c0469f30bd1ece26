import { type CSSProperties, useEffect, useRef } from 'react'
import { Flag } from '#renderers/site/Flag.tsx'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PhonePrefix } from '#schemas'
import styles from './phone-code.module.css'

/** A country of the list, or the bare code that was typed. */
export type PhoneCodeEntry = PhonePrefix & { readonly name?: string }

/** What the rows of the list of dialling codes share. */
export interface PhoneCodeRows {
  readonly id: string
  readonly entries: readonly PhoneCodeEntry[]
  /** Index of the entry that Enter takes. */
  readonly active: number
  readonly currentId: number | undefined
  readonly onHover: (index: number) => void
  readonly onPick: (entry: PhonePrefix) => void
}

/** Props of {@link PhoneCodeRow}. */
export interface PhoneCodeRowProps extends PhoneCodeRows {
  readonly entry: PhoneCodeEntry
  readonly index: number
  /** Whether the row scrolls into sight by itself when it becomes active. */
  readonly isInSight?: boolean
  readonly style?: CSSProperties
}

/** One entry: flag, name and dialling code of a country. */
export function PhoneCodeRow(props: PhoneCodeRowProps) {
  const { id, entries, entry, index, active, currentId, onHover, onPick, isInSight = false, style } = props
  const t = useText()
  const row = useRef<HTMLDivElement>(null)
  const isActive = index === active
  const isCurrent = entry.id !== undefined && entry.id === currentId

  useEffect(() => {
    if (isInSight && isActive) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isInSight, isActive])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search that has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search, which names the active entry
    <div
      ref={row}
      id={`${id}-${index}`}
      className={styles.entry}
      role="option"
      aria-selected={isCurrent}
      aria-setsize={entries.length}
      aria-posinset={index + 1}
      data-active={isActive || undefined}
      style={style}
      onPointerDown={(event) => event.preventDefault()}
      onPointerMove={() => onHover(index)}
      onClick={() => onPick(entry)}
    >
      <Flag code={entry.code} />
      <span className={styles.name}>{entry.name ?? t('phone.other_code')}</span>
      <span className={styles.dial} dir="ltr">
        {entry.phoneCode}
      </span>
      <span className={styles.mark}>{isCurrent && <Icon name="check" size={16} />}</span>
    </div>
  )
}
