import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import { say } from '../../app/studio-texts.ts'
import { useFormPlace } from '../form-place.ts'
import type { SchemaNode } from '../schema/schema-node.ts'
import { aliasOf, colourOf, tokenColour } from '../token-values.ts'
import { useTypedText } from '../typed-text.ts'
import { AssetUpload } from './AssetUpload.tsx'
import { ContrastLine } from './ContrastLine.tsx'
import { type ControlProps, inputAttributes } from './control-props.ts'
import styles from './controls.module.css'

const COLOUR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$|^\{[a-z0-9-]+(?:\.[a-z0-9-]+)+\}$/i

/** A token with another value. */
function tokenWith(token: unknown, value: unknown): unknown {
  return { ...(isJsonObject(token) ? token : {}), $value: value }
}

/** A colour of the theme: picked, written as a code, or as an alias of another token. */
export function TokenColourControl(props: ControlProps) {
  const { label, field, value: token, isDisabled, onChange } = props
  const { document } = useFormPlace()
  const written = valueAt(token, '/$value')
  const colour = tokenColour(document.resolved, token)
  const text = aliasOf(written) === null ? (colourOf(written) ?? '') : String(written)
  const typed = useTypedText<string>(text, {
    parse: (next) => (COLOUR.test(next) ? { value: next } : null),
    format: (next) => next.toLowerCase(),
    onValue: (next) => onChange(tokenWith(token, next.toLowerCase())),
  })
  return (
    <div className={styles.stack}>
      <div className={styles.colour}>
        <input
          type="color"
          className={styles.well}
          aria-label={say('field.colour_pick', { field: label })}
          disabled={isDisabled}
          value={(colour ?? '#000000').slice(0, 7)}
          onChange={(event) => onChange(tokenWith(token, event.target.value + (colour ?? '').slice(7)))}
        />
        <input
          {...inputAttributes(props)}
          type="text"
          className={`${styles.input} ${styles.code}`}
          aria-label={say('field.hex', { field: label })}
          aria-invalid={props.isFaulty || typed.isWrong}
          spellCheck={false}
          value={typed.text}
          onChange={(event) => typed.type(event.target.value)}
          onBlur={typed.leave}
        />
      </div>
      <ContrastLine
        tokenKey={field.key}
        isDisabled={isDisabled}
        onColour={(next) => onChange(tokenWith(token, next))}
      />
    </div>
  )
}

/** Any other token: a length or a time as `4 px`, a number, an alias, or what else the schema allows as JSON. */
export function TokenControl(props: ControlProps) {
  const { field, label, value: token, isDisabled, onChange } = props
  const { choices: known } = useFormPlace()
  const choices = tokenChoices(field.node, Object.keys(known.asset ?? {}))
  const written = valueAt(token, '/$value')
  const typed = useTypedText<unknown>(tokenText(written), {
    parse: (next) => tokenOf(next, written),
    format: tokenText,
    onValue: (next) => onChange(tokenWith(token, next)),
  })
  if (choices) {
    return (
      <div className={styles.stack}>
        <select
          {...inputAttributes(props)}
          className={styles.input}
          disabled={isDisabled}
          value={String(written)}
          onChange={(event) => onChange(tokenWith(token, event.target.value))}
        >
          {choices.map((choice) => (
            <option key={String(choice)}>{String(choice)}</option>
          ))}
        </select>
        {takesFont(field.node) && !isDisabled && (
          <AssetUpload
            label={label}
            current={String(written).endsWith('.woff2') ? String(written) : FONTS_FOLDER}
            accept=".woff2"
            hint={say('field.font_hint')}
            onTaken={({ path }) => onChange(tokenWith(token, path))}
          />
        )}
      </div>
    )
  }
  return (
    <input
      {...inputAttributes(props)}
      type="text"
      className={`${styles.input} ${styles.code}`}
      aria-invalid={props.isFaulty || typed.isWrong}
      spellCheck={false}
      value={typed.text}
      onChange={(event) => typed.type(event.target.value)}
      onBlur={typed.leave}
    />
  )
}

/** The values among which a token is chosen: those that the schema lists, and of fonts also the WOFF2 files of the brand; undefined for
 *  one that is typed. */
export function tokenChoices(node: SchemaNode, assets: readonly string[]): readonly unknown[] | undefined {
  const listed = valueParts(node).find((part) => part.enum)?.enum
  return listed && [...listed, ...(takesFont(node) ? assets.filter((path) => path.endsWith('.woff2')) : [])]
}

/** Where fonts are put that are uploaded. */
const FONTS_FOLDER = 'fonts/'

/** Whether a token may name a font of the brand's own. */
function takesFont(node: SchemaNode): boolean {
  return valueParts(node).some(({ pattern }) => pattern?.endsWith('\\.woff2$'))
}

function valueParts({ properties }: SchemaNode): readonly SchemaNode[] {
  const value = properties?.$value
  return value ? [value, ...(value.anyOf ?? [])] : []
}

/** A token's value as text: `{ value: 4, unit: 'px' }` → `4 px`. */
export function tokenText(value: unknown): string {
  if (isJsonObject(value) && typeof value.value === 'number') return `${value.value} ${String(value.unit)}`
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)
}

/** The value that a text means, or null: `4 px` is a length, `{space.1}` an alias, `1.5` a number. */
export function tokenOf(text: string, former: unknown): { readonly value: unknown } | null {
  const trimmed = text.trim()
  if (aliasOf(trimmed) !== null && !trimmed.includes('"')) return { value: trimmed }
  const [, amount, unit] = /^(-?\d+(?:\.\d+)?)\s*(px|rem|ms|s)$/.exec(trimmed) ?? []
  if (amount && unit) return { value: { value: Number(amount), unit } }
  try {
    const value: unknown = JSON.parse(trimmed)
    const isKept = isJsonObject(former) && 'unit' in former && typeof value === 'number'
    return { value: isKept ? { value, unit: former.unit } : value }
  } catch {
    return null
  }
}
