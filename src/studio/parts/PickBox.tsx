import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { say } from '../app/studio-texts.ts'
import styles from './PickBox.module.css'
import { type Pick, picksFor } from './picks.ts'

interface PickBoxProps {
  readonly id?: string
  readonly label: string
  readonly value: string
  readonly picks: readonly Pick[]
  /** Whether what was typed counts although it is not in the list. */
  readonly isFree?: boolean
  readonly placeholder?: string
  readonly isDisabled?: boolean
  readonly describedBy?: string | undefined
  readonly onPick: (value: string) => void
  readonly onFocus?: () => void
}

/** What is typed and which entry of the list is meant by it. */
function usePicking({ value, picks, isFree = false, onPick }: PickBoxProps) {
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const found = typed === null ? [] : picksFor(picks, typed)
  const pick = (next: string) => {
    setTyped(null)
    if (next !== value) onPick(next)
  }
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  const leave = () => {
    if (typed === null) return
    const exact = picks.find((one) => one.value === typed || one.label === typed)
    if (exact) pick(exact.value)
    else if (isFree || typed === '') pick(typed)
    else setTyped(null)
  }
  const move = (to: number) => {
    setActive(to)
    list.current?.children[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (typed === null) type('')
      else if (found.length > 0) move((active + step + found.length) % found.length)
    } else if (event.key === 'Enter' && found[active]) {
      event.preventDefault()
      pick(found[active].value)
    } else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation()
      setTyped(null)
    }
  }
  return { list, typed, active, found, pick, type, leave, onKeyDown }
}

/** A field that is searched as one types and picks from a list (ARIA combobox). Emptying it picks nothing. */
export function PickBox(props: PickBoxProps) {
  const { label, value, picks, isFree = false, placeholder, isDisabled, describedBy, onFocus } = props
  const own = useId()
  const id = props.id ?? own
  const { list, typed, active, found, pick, type, leave, onKeyDown } = usePicking(props)
  const shown = picks.find((one) => one.value === value)
  const isOpen = typed !== null && found.length > 0
  return (
    <div className={styles.box}>
      <input
        id={id}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        aria-describedby={describedBy}
        autoComplete="off"
        spellCheck={false}
        disabled={isDisabled}
        placeholder={placeholder}
        className={styles.input}
        value={typed ?? value}
        onFocus={onFocus}
        onClick={() => typed === null && type('')}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
      {shown && typed === null && shown.label !== value && <p className={styles.shown}>{shown.label}</p>}
      <div id={`${id}-list`} ref={list} role="listbox" aria-label={label} className={styles.list} hidden={!isOpen}>
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
          <div
            key={one.value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={styles.option}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => pick(one.value)}
          >
            <span>{one.label}</span>
            {one.label !== one.value && <code className={styles.code}>{one.value}</code>}
          </div>
        ))}
      </div>
      {typed !== null && typed !== '' && found.length === 0 && !isFree && (
        <p className={styles.shown} role="status">
          {say('common.nothing_found')}
        </p>
      )}
    </div>
  )
}
