import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { comparableDate } from '#machines/forms/kinds/date.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import { typeKey } from '#renderers/betting/coupon/coupon.selectors.ts'
import { DateInput } from '#renderers/forms/date/DateInput.tsx'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { SelectBox } from '#renderers/site/SelectBox.tsx'
import { useText } from '#renderers/site/texts.tsx'
import { useApp } from '../page/app-context.ts'
import styles from './history.module.css'
import { BET_TYPES, filterOf, shownStatuses } from './history.selectors.ts'

/** Which bets are shown: days, status and type, kept in the address. On a phone they are behind a button, so that the bets are seen. */
export function HistoryFilter({ path }: { readonly path: string }) {
  const { site } = useApp()
  const t = useText()
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const { dateFrom = '', dateTo = '', status, betType } = filterOf(search)
  const set = (name: string, value: string) =>
    setSearch(
      (former) => {
        const next = new URLSearchParams(former)
        next.delete('page')
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const filters = ['from', 'to', 'status', 'type'].filter((name) => search.has(name)).length
  const isFiltered = filters > 0
  const [isOpen, setOpen] = useState(isFiltered)
  return (
    <>
      <div className={styles.disclosure} data-history-filter>
        <Button
          icon="filter"
          iconEnd={isOpen ? 'chevron-up' : 'chevron-down'}
          isWide
          aria-expanded={isOpen}
          aria-controls={`${id}-filters`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('history.filters')}
          {isFiltered ? ` (${filters})` : ''}
        </Button>
      </div>
      <fieldset id={`${id}-filters`} className={styles.filter} data-open={isOpen || undefined}>
        <legend className="visually-hidden">{t('history.filters')}</legend>
        {(['from', 'to'] as const).map((name) => (
          <FilterDay
            key={name}
            id={`${id}-${name}`}
            label={t(`history.${name}`)}
            day={name === 'from' ? dateFrom : dateTo}
            onChange={(day) => set(name, day)}
          />
        ))}
        <FilterChoice
          id={`${id}-status`}
          label={t('history.status')}
          value={status ?? ''}
          choices={shownStatuses(site.config.coupon.betStatusesHiddenInHistory).map((one) => ({
            value: String(one),
            label: t(`history.status_${one}`),
          }))}
          onChoose={(value) => set('status', value)}
        />
        <FilterChoice
          id={`${id}-type`}
          label={t('history.type')}
          value={betType ?? ''}
          choices={BET_TYPES.map((one) => ({ value: String(one), label: t(typeKey({ betType: one })) }))}
          onChoose={(value) => set('type', value)}
        />
        {isFiltered ? (
          <div className={styles.reset}>
            <ButtonLink kind="plain" icon="close" to={path}>
              {t('history.reset')}
            </ButtonLink>
          </div>
        ) : null}
      </fieldset>
    </>
  )
}

interface FilterChoiceProps {
  readonly id: string
  readonly label: string
  /** What the address says, empty where it says nothing. */
  readonly value: string | number
  readonly choices: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

/** One of several, or all of them. */
function FilterChoice({ id, label, value, choices, onChoose }: FilterChoiceProps) {
  const t = useText()
  return (
    <div className={styles.line}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <SelectBox>
        <select
          id={id}
          className={styles.control}
          {...press('bet_history_filtered')}
          value={value}
          onChange={({ target }) => onChoose(target.value)}
        >
          <option value="">{t('history.all')}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      </SelectBox>
    </div>
  )
}

interface FilterDayProps {
  readonly id: string
  readonly label: string
  /** The day of the address, empty without one. */
  readonly day: string
  readonly onChange: (day: string) => void
}

/** A day of the filter: it counts once it is whole, or taken away. */
function FilterDay({ id, label, day, onChange }: FilterDayProps) {
  const [draft, setDraft] = useState({ of: day, text: day })
  if (draft.of !== day) setDraft({ of: day, text: day })
  const isWhole = draft.text === '' || comparableDate(draft.text) !== null
  const change = (text: string) => {
    setDraft({ of: day, text })
    if (text === '' || comparableDate(text) !== null) onChange(text)
  }
  return (
    <div className={`${styles.line} ${styles.day}`}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <DateInput id={id} label={label} value={draft.text} max="today" isInvalid={!isWhole} onChange={change} />
    </div>
  )
}
