import {
  type ChangeEvent,
  type ComponentProps,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useRef,
  useState,
} from 'react'
import { SEARCH_MAX_LENGTH } from '#machines/forms/kinds/options.rules.ts'
import { phoneCodeEntries } from '#machines/phone/phone-code.rules.ts'
import { useLanguage, useText } from '#renderers/site/texts.tsx'
import type { PhoneCodeEvent, PhoneCountry, PhonePrefix } from '#schemas'
import { FieldNothing } from '../FieldParts.tsx'
import { activeAfterKey } from '../select/combobox.selectors.ts'
import { PhoneCodeList } from './PhoneCodeList.tsx'
import styles from './phone-code.module.css'

/** Props of {@link PhoneCodePanel}. */
export interface PhoneCodePanelProps {
  readonly id: string
  readonly countries: readonly PhoneCountry[]
  readonly current: PhonePrefix
  readonly typedCode: string
  readonly typedName: string
  readonly isManualCodeAllowed: boolean
  readonly noResultText: string
  readonly send: (event: PhoneCodeEvent) => void
  /** The list closes by a key or a choice, and the focus has to go elsewhere. */
  readonly onLeave: (isChosen: boolean) => void
}

/** What opens below the dialling code: a field for digits, which has the focus, one for a name, and the list that both
 *  search. A letter typed among the digits continues in the name. */
export function PhoneCodePanel(props: PhoneCodePanelProps) {
  const { id, countries, current, typedCode, typedName, isManualCodeAllowed, noResultText, send, onLeave } = props
  const t = useText()
  const { direction } = useLanguage()
  const byCode = useRef<HTMLInputElement>(null)
  const byName = useRef<HTMLInputElement>(null)
  const entries = phoneCodeEntries(countries, { typedCode, typedName }, isManualCodeAllowed)
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      countries.findIndex((country) => country.id === current.id),
    ),
  )
  const listId = `${id}-list`
  const activeId = entries[active] === undefined ? undefined : `${listId}-${active}`

  useEffect(() => byCode.current?.focus({ preventScroll: true }), [])

  function pick(entry: PhonePrefix | undefined) {
    if (entry === undefined) return
    if (entry.id === undefined) send({ type: 'bare_code.picked' })
    else send({ type: 'country.picked', countryId: entry.id })
    onLeave(true)
  }

  function press(event: KeyboardEvent) {
    const next = activeAfterKey(event.key, active, entries.length)
    if (next !== null) setActive(next)
    else if (event.key === 'Enter') pick(entries[active])
    else if (event.key === 'Escape') {
      send({ type: 'escape.pressed' })
      onLeave(false)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  function typeCode({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) {
    setActive(0)
    const letters = value.replace(/[^\p{L}]/gu, '')
    if (letters === '') return send({ type: 'code.typed', text: value })
    send({ type: 'name.typed', text: typedName + letters })
    byName.current?.focus()
  }

  const search = {
    role: 'combobox',
    autoComplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': entries.length > 0,
    'aria-controls': entries.length > 0 ? listId : undefined,
    'aria-activedescendant': activeId,
    onKeyDown: press,
  } as const
  return (
    <div id={id} role="dialog" aria-label={t('phone.codes')} className={styles.panel} dir={direction}>
      <SearchInputs
        {...{ search, byCode, byName, typedCode, typedName }}
        onCode={typeCode}
        onName={(text) => {
          setActive(0)
          send({ type: 'name.typed', text })
        }}
      />
      <Found
        id={listId}
        entries={entries}
        active={active}
        currentId={current.id}
        noResultText={noResultText}
        onHover={setActive}
        onPick={pick}
      />
    </div>
  )
}

interface SearchInputsProps extends Pick<PhoneCodePanelProps, 'typedCode' | 'typedName'> {
  /** What makes an input search the list. */
  readonly search: InputHTMLAttributes<HTMLInputElement>
  readonly byCode: Ref<HTMLInputElement>
  readonly byName: Ref<HTMLInputElement>
  readonly onCode: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onName: (text: string) => void
}

function SearchInputs({ search, byCode, byName, typedCode, typedName, onCode, onName }: SearchInputsProps) {
  const t = useText()
  return (
    <div className={styles.search}>
      <span className={styles.byCode} dir="ltr">
        <span aria-hidden="true">+</span>
        <input
          {...search}
          ref={byCode}
          type="text"
          inputMode="tel"
          placeholder="xxx"
          aria-label={t('phone.search_code')}
          value={typedCode}
          onChange={onCode}
        />
      </span>
      <input
        {...search}
        ref={byName}
        className={styles.byName}
        type="text"
        maxLength={SEARCH_MAX_LENGTH}
        placeholder={t('phone.search_name')}
        aria-label={t('phone.search_name')}
        value={typedName}
        onChange={(event) => onName(event.currentTarget.value)}
      />
    </div>
  )
}

interface FoundProps extends ComponentProps<typeof PhoneCodeList> {
  readonly noResultText: string
}

/** The codes that were found, and for screen readers how many. */
function Found({ noResultText, ...list }: FoundProps) {
  const t = useText()
  const { entries } = list
  return (
    <>
      {entries.length === 0 ? <FieldNothing>{noResultText}</FieldNothing> : <PhoneCodeList {...list} />}
      <p className="visually-hidden" role="status">
        {entries.length === 0 ? noResultText : t('phone.countries_found', { count: entries.length })}
      </p>
    </>
  )
}
