import { isJsonObject, type JsonValue, mergePatch, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { FieldDefinition } from '#schemas'
import type { LoadedDocument } from '../draft/loaded-documents.ts'
import { inOrder, type OrderedEntry } from '../forms/rows/entry-order.ts'

/** The fields that every form can take: what it says of each counts where a form says nothing else. */
export const CATALOGUE = 'registration/fields.json'

/** Files below `registration/` that are no forms. */
const NO_FORMS = ['fields', 'data', 'welcome-bonuses']

/** The registration type of a file: `registration/full_reg.json` → `full_reg`; null for any other file. */
export function registrationTypeOf(path: string): string | null {
  const name = /^registration\/([a-z0-9_-]+)\.json$/.exec(path)?.[1] ?? null
  return name === null || NO_FORMS.includes(name) ? null : name
}

/** A form with all that counts of its fields: what the catalogue says of them too, with where that comes from. */
export function withCatalogue(form: LoadedDocument, catalogue: LoadedDocument): LoadedDocument {
  const fields = valueAt(form.resolved, '/fields')
  if (!isJsonObject(fields) || !isJsonObject(catalogue.resolved)) return form
  const known = catalogue.resolved
  const merged = Object.entries(fields).map(
    ([id, own]) => [id, mergePatch(ownOf(known, id), own as JsonValue)] as const,
  )
  const origins = Object.entries(catalogue.origins).flatMap(([at, from]) => {
    const [, id = ''] = at.split('/')
    return Object.hasOwn(fields, id) ? [[`/fields${at}`, from] as const] : []
  })
  return {
    ...form,
    resolved: { ...(form.resolved as object), fields: Object.fromEntries(merged) },
    origins: { ...Object.fromEntries(origins), ...form.origins },
  }
}

function ownOf(known: Readonly<Record<string, unknown>>, id: string): JsonValue | undefined {
  return Object.hasOwn(known, id) ? (known[id] as JsonValue) : undefined
}

/** The fields of a form in their order.
 *  @param resolved the form with what the catalogue says */
export function fieldsInOrder(resolved: unknown): {
  readonly entries: readonly OrderedEntry[]
  readonly definitions: readonly FieldDefinition[]
} {
  const fields = valueAt(resolved, '/fields')
  const entries = isJsonObject(fields) ? inOrder(fields) : []
  const definitions = entries.map(
    ({ key }) => ({ type: '', ...(valueAt(fields, `/${pointerStep(key)}`) as object), id: key }) as FieldDefinition,
  )
  return { entries, definitions }
}

/** What a field is called: its English text, else its id. */
export function fieldName(
  { id, title, label }: Pick<FieldDefinition, 'id' | 'title' | 'label'>,
  texts: Readonly<Record<string, string>> = {},
): string {
  const key = title ?? label
  return (key === undefined ? undefined : texts[key]) ?? id
}
