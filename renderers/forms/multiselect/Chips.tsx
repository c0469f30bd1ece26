import { type KeyboardEvent, useRef, useState } from 'react'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { chipAfterKey, chipAfterRemoval } from './chips.selectors.ts'
import styles from './multiselect.module.css'

/** More chips than this are counted instead of drawn; the list itself shows and removes them all. */
const CHIPS_SHOWN = 50

/** Props of {@link Chips}. */
export interface ChipsProps {
  readonly chosen: readonly { readonly value: string | number; readonly text: string }[]
  readonly isDisabled: boolean
  readonly onRemove: (value: string | number) => void
  /** The focus leaves the chips for the search. */
  readonly onLeave: () => void
}

/** What has been selected, each with a button that takes it out. They are one stop of the Tab key; arrows move between them. */
export function Chips({ chosen, isDisabled, onRemove, onLeave }: ChipsProps) {
  const t = useText()
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  if (chosen.length === 0) return null
  const shown = chosen.slice(0, CHIPS_SHOWN)
  const stop = Math.min(current, shown.length - 1)

  function focusChip(index: number | null) {
    if (index === null) return onLeave()
    setCurrent(index)
    list.current?.querySelectorAll('button')[index]?.focus()
  }

  function remove(index: number) {
    const chip = shown[index]
    if (chip === undefined) return
    const next = chipAfterRemoval(index, shown.length)
    const nextButton = next === null ? null : list.current?.querySelectorAll('button')[index === 0 ? 1 : index - 1]
    if (nextButton) nextButton.focus()
    else onLeave()
    if (next !== null) setCurrent(next)
    onRemove(chip.value)
  }

  function pressKey(event: KeyboardEvent<HTMLElement>, index: number) {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      remove(index)
      return
    }
    const next = chipAfterKey(event.key, { index, count: shown.length, isRtl })
    if (next === undefined) return
    event.preventDefault()
    focusChip(next)
  }

  return (
    <ul ref={list} className={styles.chips} aria-label={t('forms.chosen_options')}>
      {shown.map(({ value, text }, index) => (
        <li key={value} className={styles.chip}>
          <span className={styles.name}>{text}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={t('forms.remove_option', { name: text })}
            tabIndex={index === stop ? 0 : -1}
            disabled={isDisabled}
            onFocus={() => setCurrent(index)}
            onKeyDown={(event) => pressKey(event, index)}
            onClick={() => remove(index)}
          >
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
      {chosen.length > shown.length && (
        <li className={styles.more}>{t('forms.more_chosen', { count: chosen.length - shown.length })}</li>
      )}
    </ul>
  )
}
