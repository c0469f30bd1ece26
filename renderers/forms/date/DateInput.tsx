import {
  type ClipboardEvent,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  lazy,
  Suspense,
  useId,
  useRef,
  useState,
} from 'react'
import { comparableDate } from '#machines/forms/kinds/date.rules.ts'
import { Dropdown } from '#renderers/shell/Dropdown.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import styles from './DateInput.module.css'
import {
  answerOf,
  cleanDigits,
  type DateParts,
  isPartFull,
  PART_LENGTHS,
  partOrder,
  partSeparator,
  partsOf,
  pastedParts,
} from './date-parts.selectors.ts'

const DateCalendar = lazy(async () => ({ default: (await import('./DateCalendar.tsx')).DateCalendar }))

/** Props of {@link DateInput}. */
export interface DateInputProps {
  /** Id of the part that is typed first. */
  readonly id: string
  /** What the date is of. */
  readonly label: string
  /** `yyyy-MM-dd`, `2031-08-` while the day is missing, or empty. */
  readonly value: string
  /** The earliest and the latest day that the calendar offers, `yyyy-MM-dd` or `today`. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly name?: string
  readonly describedBy?: string
  readonly isRequired?: boolean
  readonly isInvalid?: boolean
  readonly isDisabled?: boolean
  /** A birthday, which a browser may fill in. */
  readonly isBirthday?: boolean
  readonly onChange: (value: string) => void
  /** All parts have been left. */
  readonly onBlur?: () => void
}

/** A date: digits to type, in the order of the language, and a calendar to choose from, whose code comes once it is opened. */
export function DateInput(props: DateInputProps) {
  const { id, label, isInvalid, isDisabled } = props
  const { dateLocale } = useLanguage()
  const labelId = useId()
  const order = partOrder(dateLocale)
  const { root, parts, change, type, go, handlers } = useDateParts(props, order)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as the line of a form in every browser
    <span
      ref={root}
      className={styles.date}
      role="group"
      aria-labelledby={labelId}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || undefined}
      {...handlers}
    >
      <span id={labelId} hidden>
        {label}
      </span>
      {order.map((name, place) => (
        <Fragment key={name}>
          {place > 0 && (
            <span className={styles.separator} aria-hidden="true">
              {partSeparator(dateLocale)}
            </span>
          )}
          <DatePart
            input={props}
            name={name}
            id={place === 0 ? id : `${id}-${name}`}
            text={parts[name]}
            onType={(text) => type(place, text)}
            onStep={(step) => go(place + step)}
          />
        </Fragment>
      ))}
      {!isDisabled && <CalendarOpener input={props} onChoose={(day) => change(partsOf(day))} />}
    </span>
  )
}

/** The parts of a date as they are typed, and what typing, pasting and leaving do. */
function useDateParts({ value, isDisabled, onChange, onBlur }: DateInputProps, order: readonly (keyof DateParts)[]) {
  const root = useRef<HTMLSpanElement>(null)
  const [typed, setTyped] = useState(() => partsOf(value))
  const parts = answerOf(typed) === value ? typed : partsOf(value)
  const change = (next: DateParts) => {
    setTyped(next)
    onChange(answerOf(next))
  }
  const go = (place: number) => {
    const next = root.current?.querySelectorAll('input')[place]
    next?.focus()
    next?.select()
  }
  const type = (place: number, text: string) => {
    const name = order[place]
    if (name === undefined) return
    change({ ...parts, [name]: text })
    if (text.length > parts[name].length && isPartFull(name, text)) go(place + 1)
  }
  const handlers = {
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (currentTarget.contains(relatedTarget)) return
      setTyped(partsOf(value))
      onBlur?.()
    },
    onPaste: (event: ClipboardEvent) => {
      const pasted = pastedParts(event.clipboardData.getData('text'), order)
      if (!pasted || isDisabled) return
      event.preventDefault()
      change(pasted)
    },
  }
  return { root, parts, change, type, go, handlers }
}

interface CalendarOpenerProps {
  readonly input: DateInputProps
  readonly onChoose: (day: string) => void
}

function CalendarOpener({ input: { label, value, min, max }, onChoose }: CalendarOpenerProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={styles.opener}>
      <Dropdown
        trigger={{ kind: 'plain', size: 'small', icon: 'calendar' }}
        label={t('forms.calendar', { label })}
        alignment="end"
        onToggled={setOpen}
      >
        {isOpen && (
          <Suspense fallback={<span className={styles.waiting} />}>
            <DateCalendar
              label={label}
              value={comparableDate(value) === null ? '' : value}
              min={min}
              max={max}
              onChoose={onChoose}
            />
          </Suspense>
        )}
      </Dropdown>
    </span>
  )
}

interface DatePartProps {
  readonly input: DateInputProps
  readonly name: keyof DateParts
  readonly id: string
  readonly text: string
  readonly onType: (text: string) => void
  /** To the part before or after. */
  readonly onStep: (step: 1 | -1) => void
}

function DatePart({ input, name, id, text, onType, onStep }: DatePartProps) {
  const t = useText()
  const { direction } = useLanguage()

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const step = stepOf(event, direction)
    if (step === 0) return
    event.preventDefault()
    onStep(step)
  }

  return (
    <input
      id={id}
      name={input.name === undefined ? undefined : `${input.name}-${name}`}
      className={styles.part}
      data-part={name}
      type="text"
      inputMode="numeric"
      autoComplete={input.isBirthday ? `bday-${name}` : 'off'}
      placeholder={t(`forms.${name}_placeholder`)}
      aria-label={t(`forms.${name}`)}
      aria-describedby={input.describedBy}
      aria-invalid={input.isInvalid || undefined}
      required={input.isRequired}
      disabled={input.isDisabled}
      value={text}
      onChange={({ currentTarget }) => onType(cleanDigits(currentTarget.value, PART_LENGTHS[name]))}
      onKeyDown={press}
    />
  )
}

/** Whether a key leads to the next part, to the former one, or stays: arrows at an end of the text, the separators, and Backspace
 *  where nothing is left to take away. */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLInputElement>, direction: 'ltr' | 'rtl'): 1 | -1 | 0 {
  const { selectionStart, selectionEnd, value } = currentTarget
  const [forward, back] = direction === 'ltr' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  if (key === 'Backspace' && value === '') return -1
  if (key === back && selectionStart === 0 && (selectionEnd === 0 || value !== '')) return -1
  if (key === forward && selectionEnd === value.length) return 1
  return /^[./\-\s]$/.test(key) && value !== '' ? 1 : 0
}
