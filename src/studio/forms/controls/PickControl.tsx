import { useMemo } from 'react'
import { say } from '../../app/studio-texts.ts'
import { countryPicks, currencyPicks, languagePicks } from '../../brands/code-names.ts'
import { PickBox } from '../../parts/PickBox.tsx'
import { type Pick, picksOf } from '../../parts/picks.ts'
import { type FormPlace, useFormPlace } from '../form-place.ts'
import type { FieldKind } from '../schema/field-kind.ts'
import { choiceWords, exampleOf } from '../schema/field-words.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { type ControlProps, textValue } from './control-props.ts'
import styles from './controls.module.css'

/** Kinds that are picked from a list. */
export type PickedKind = Extract<
  FieldKind,
  'asset' | 'country' | 'currency' | 'icon' | 'language' | 'page' | 'route' | 'sport' | 'text-key'
>

const PICKED: readonly string[] = [
  ...['asset', 'country', 'currency', 'icon', 'language', 'page', 'route', 'sport', 'text-key'],
]

/** Whether a kind is picked from a list. */
export function isPicked(kind: FieldKind): kind is PickedKind {
  return PICKED.includes(kind)
}

/** What a kind is picked from: what the draft offers, else the codes of the world. */
export function picksFor(kind: PickedKind, node: SchemaNode, choices: FormPlace['choices']): readonly Pick[] {
  const offered = choices[kind === 'text-key' ? 'text' : kind]
  if (offered && Object.keys(offered).length > 0) return picksOf(offered)
  if (kind === 'country') return countryPicks()
  if (kind === 'language') return languagePicks()
  if (kind === 'currency') return currencyPicks()
  return (node.enum ?? []).map((value) => ({ value: String(value), label: choiceWords(node, value) }))
}

/** A value from a long list: a route, an icon, the key of a text, a country, …  */
export function PickControl(props: ControlProps) {
  const { field, value, id, label, isDisabled, describedBy, onChange, onFocus } = props
  const { choices } = useFormPlace()
  const kind = field.kind as PickedKind
  const picks = useMemo(() => picksFor(kind, field.node, choices), [kind, field.node, choices])
  const text = value === undefined ? '' : String(value)
  const isNumber = field.node.type === 'integer' || field.node.type === 'number'
  const isUnknownText = kind === 'text-key' && text !== '' && !picks.some((pick) => pick.value === text)
  return (
    <div className={styles.stack}>
      <PickBox
        id={id}
        label={label}
        value={text}
        picks={picks}
        isFree={kind !== 'route' && kind !== 'sport'}
        placeholder={exampleOf(field.node)}
        isDisabled={isDisabled}
        describedBy={describedBy}
        onPick={(next) => onChange(isNumber && next !== '' ? Number(next) : textValue(next, field))}
        onFocus={onFocus}
      />
      {isUnknownText && <p className={styles.hint}>{say('field.text_none')}</p>}
    </div>
  )
}
