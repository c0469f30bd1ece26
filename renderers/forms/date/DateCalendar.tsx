import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { calendarMove, clampDay, monthWeeks, movedDay } from '#machines/forms/kinds/calendar.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import styles from './DateCalendar.module.css'
import { firstWeekday, monthNames, weekdayNames } from './date-parts.selectors.ts'

/** Years before and after today that a calendar without bounds offers. */
const YEARS_BACK = 100
const YEARS_ON = 30

/** Props of {@link DateCalendar}. */
export interface DateCalendarProps {
  /** What the date is of. */
  readonly label: string
  /** The day that is chosen, `yyyy-MM-dd`, or empty. */
  readonly value: string
  /** The earliest and the latest day to choose, `yyyy-MM-dd` or `today`. */
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly onChoose: (day: string) => void
}

/** A month of days to choose one from, by pointer or by the keys of a date picker dialog (APG): arrows, Home, End, Page Up and Page
 *  Down, with Shift for years. It takes the focus when it comes. */
export function DateCalendar({ label, value, min, max, onChoose }: DateCalendarProps) {
  const t = useText()
  const { dateLocale, direction } = useLanguage()
  const today = todayHere()
  const bounds = {
    min: (min === 'today' ? today : min) ?? yearOn(today, -YEARS_BACK, '01-01'),
    max: (max === 'today' ? today : max) ?? yearOn(today, YEARS_ON, '12-31'),
  }
  const [day, setDay] = useState(() => clampDay(value || today, bounds))
  const grid = useRef<HTMLTableElement>(null)
  const takesFocus = useRef(true)
  const first = firstWeekday(dateLocale)
  const months = monthNames(dateLocale)

  useEffect(() => {
    if (takesFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    takesFocus.current = false
  }, [day])

  function show(next: string) {
    setDay(clampDay(next, bounds))
  }

  function press(event: KeyboardEvent) {
    const move = calendarMove(event.key, { isShift: event.shiftKey, direction })
    if (!move) return
    event.preventDefault()
    takesFocus.current = true
    setDay(movedDay(day, move, bounds, first))
  }

  const step = (count: number) => movedDay(day, { kind: 'months', count }, bounds, first)
  return (
    <div className={styles.calendar} role="dialog" aria-label={t('forms.calendar', { label })}>
      <MonthHead day={day} months={months} bounds={bounds} step={step} onShow={show} />
      <p className="visually-hidden" aria-live="polite">
        {months[Number(day.slice(5, 7)) - 1]} {day.slice(0, 4)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the grid of the date picker pattern is a table */}
      <table ref={grid} role="grid" className={styles.grid} aria-label={label} onKeyDown={press}>
        <thead>
          <tr>
            {weekdayNames(dateLocale, first).map(({ long, short }) => (
              <th key={long} scope="col" abbr={long}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthWeeks(day, first).map((week) => (
            <tr key={week.find((one) => one !== null)}>
              {week.map((one, place) => (
                <DayCell
                  // biome-ignore lint/suspicious/noArrayIndexKey: the places of a week do not move
                  key={place}
                  day={one}
                  isChosen={one === value}
                  isToday={one === today}
                  isFocusable={one === day}
                  isOffered={one !== null && clampDay(one, bounds) === one}
                  onChoose={onChoose}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface MonthHeadProps extends MonthChoiceProps {
  /** The day so many months away. */
  readonly step: (months: number) => string
}

/** The month that is shown, with the ways to the one before and the next. */
function MonthHead({ day, months, bounds, step, onShow }: MonthHeadProps) {
  const t = useText()
  const hasStep = (count: number) => step(count).slice(0, 7) !== day.slice(0, 7)
  return (
    <div className={styles.head}>
      <StepButton
        icon="chevron-start"
        label={t('forms.previous_month')}
        isOffered={hasStep(-1)}
        onPress={() => onShow(step(-1))}
      />
      <MonthChoice day={day} months={months} bounds={bounds} onShow={onShow} />
      <StepButton
        icon="chevron-end"
        label={t('forms.next_month')}
        isOffered={hasStep(1)}
        onPress={() => onShow(step(1))}
      />
    </div>
  )
}

interface StepButtonProps {
  readonly icon: string
  readonly label: string
  readonly isOffered: boolean
  readonly onPress: () => void
}

function StepButton({ icon, label, isOffered, onPress }: StepButtonProps) {
  return (
    <button type="button" className={styles.step} aria-label={label} disabled={!isOffered} onClick={onPress}>
      <Icon name={icon} />
    </button>
  )
}

interface MonthChoiceProps {
  readonly day: string
  readonly months: readonly string[]
  readonly bounds: { readonly min: string; readonly max: string }
  readonly onShow: (day: string) => void
}

/** Month and year by name: years away are two presses away. */
function MonthChoice({ day, months, bounds, onShow }: MonthChoiceProps) {
  const t = useText()
  const [firstYear, lastYear] = [Number(bounds.min.slice(0, 4)), Number(bounds.max.slice(0, 4))]
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, place) => firstYear + place)
  const show = (year: string, month: string) => onShow(`${year}-${month}-01`)
  return (
    <>
      <SelectBox>
        <select
          className={styles.choice}
          aria-label={t('forms.month')}
          value={day.slice(5, 7)}
          onChange={({ target }) => show(day.slice(0, 4), target.value)}
        >
          {months.map((name, place) => (
            <option key={name} value={String(place + 1).padStart(2, '0')}>
              {name}
            </option>
          ))}
        </select>
      </SelectBox>
      <SelectBox>
        <select
          className={styles.choice}
          aria-label={t('forms.year')}
          value={day.slice(0, 4)}
          onChange={({ target }) => show(target.value, day.slice(5, 7))}
        >
          {years.map((year) => (
            <option key={year} value={String(year).padStart(4, '0')}>
              {year}
            </option>
          ))}
        </select>
      </SelectBox>
    </>
  )
}

interface DayCellProps {
  readonly day: string | null
  readonly isChosen: boolean
  readonly isToday: boolean
  readonly isFocusable: boolean
  readonly isOffered: boolean
  readonly onChoose: (day: string) => void
}

function DayCell({ day, isChosen, isToday, isFocusable, isOffered, onChoose }: DayCellProps) {
  if (day === null) return <td />
  return (
    <td>
      <button
        type="button"
        className={styles.day}
        data-day={day}
        data-closes=""
        tabIndex={isFocusable ? 0 : -1}
        aria-pressed={isChosen}
        aria-current={isToday ? 'date' : undefined}
        disabled={!isOffered}
        onClick={() => onChoose(day)}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

/** Today where the visitor is, `yyyy-MM-dd`. */
function todayHere(): string {
  const now = new Date()
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((number) => String(number).padStart(2, '0'))
  return `${now.getFullYear()}-${month}-${day}`
}

function yearOn(day: string, years: number, rest: string): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}-${rest}`
}
