import { type KeyboardEvent, useEffect, useState } from 'react'
import { fieldPlaceholder } from '#machines/forms/field-kind.rules.ts'
import { findOption, optionText, optionValue, SEARCH_MAX_LENGTH, searchOptions } from '#machines/forms/options.rules.ts'
import { Icon } from '#renderers/site/Icon.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { FieldOption } from '#schemas'
import styles from '../Field.module.css'
import { controlAttributes, type FieldProps } from '../field-contract.ts'
import { activeAfterKey } from './combobox.selectors.ts'

/** A list that is searched by typing; arrows move, Enter chooses, Escape closes (APG combobox with a list). */
export function Combobox(props: FieldProps) {
  const t = useText()
  const { definition, value, controlId, labelId, isInvalid, isDisabled, onChange, onBlur } = props
  const [search, setSearch] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const isOpen = search !== null
  const chosen = findOption(definition, value)
  const found = searchOptions(definition.options ?? [], search ?? '')
  const listId = `${controlId}-list`
  const activeId = isOpen && found[active] !== undefined ? `${listId}-${active}` : undefined

  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  function open(text: string) {
    setSearch(text)
    setActive(Math.max(0, text === '' && chosen !== undefined ? (definition.options ?? []).indexOf(chosen) : 0))
  }

  function choose(option: FieldOption | undefined) {
    if (option !== undefined) onChange(optionValue(option))
    setSearch(null)
  }

  function pressKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      choose(found[active])
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      setSearch(null)
    } else if (!isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault()
      open('')
    } else if (isOpen) {
      const next = activeAfterKey(event.key, active, found.length)
      if (next === null) return
      event.preventDefault()
      setActive(next)
    }
  }

  return (
    <span
      className={styles.control}
      data-invalid={isInvalid || undefined}
      data-disabled={isDisabled || definition.disabled || undefined}
    >
      <input
        {...controlAttributes(props)}
        className={styles.input}
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-activedescendant={activeId}
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={chosen === undefined ? fieldPlaceholder(definition) : optionText(chosen)}
        value={search ?? (chosen === undefined ? '' : optionText(chosen))}
        onChange={(event) => open(event.currentTarget.value)}
        onClick={() => !isOpen && open('')}
        onKeyDown={pressKey}
        onBlur={() => {
          setSearch(null)
          onBlur()
        }}
      />
      <span className={styles.chevron}>
        <Icon name="chevron-down" />
      </span>
      <div id={listId} className={styles.list} role="listbox" aria-labelledby={labelId} hidden={!isOpen}>
        {isOpen &&
          found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the input that has the focus
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, which names the active option
            <div
              key={optionValue(option)}
              id={`${listId}-${index}`}
              className={styles.option}
              role="option"
              aria-selected={option === chosen}
              data-active={index === active || undefined}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(option)}
            >
              {optionText(option)}
              {option === chosen && <Icon name="check" size={16} />}
            </div>
          ))}
        {isOpen && found.length === 0 && <p className={styles.nothing}>{t('forms.nothing_found')}</p>}
      </div>
    </span>
  )
}
