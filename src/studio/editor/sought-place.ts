import { pointerKeys } from '#machines/site/merge-patch.rules.ts'
import type { SoughtPlace } from '../preview/preview-messages.ts'

const NOTHING: SoughtPlace = { texts: [], places: [], fields: [], tokens: [] }

/** What of a page belongs to a place of a file; null where nothing can be said of it, such as for a whole section. */
export function soughtPlace(path: string, pointer: string): SoughtPlace | null {
  const keys = pointerKeys(pointer)
  const [first = '', second] = keys
  if (path.startsWith('pages/')) return { ...NOTHING, places: [{ path, pointer: '' }] }
  if (keys.length === 0) return null
  if (path.startsWith('locales/')) return { ...NOTHING, texts: [first] }
  if (path === 'registration/fields.json') return { ...NOTHING, fields: [first] }
  if (path.startsWith('registration/')) return first === 'fields' && second ? { ...NOTHING, fields: [second] } : null
  if (path !== 'theme.tokens.json') return { ...NOTHING, places: [{ path, pointer }] }
  const name = propertyOfToken(keys)
  return name === null ? null : { ...NOTHING, tokens: [name] }
}

/** The custom property of a token: `['color', 'light', 'accent']` → `--color-accent`; null for palettes, which pages read by alias
 *  alone, and for groups. */
export function propertyOfToken(keys: readonly string[]): string | null {
  const [group = '', ...rest] = keys.filter((key) => !key.startsWith('$'))
  const names = group === 'color' ? rest.slice(1) : rest
  return group === 'palette' || names.length !== 1 ? null : `--${group}-${names[0]}`
}

/** Where a custom property is written: `--color-accent` → `/color/light/accent`; null for one that is no token.
 *  @param scheme in which its colours are edited */
export function tokenOfProperty(name: string, scheme: 'light' | 'dark'): string | null {
  const [, group = '', key = ''] =
    /^--(color|font|text|leading|space|radius|row-height|elevation|motion)-(.+)$/.exec(name) ?? []
  if (group === '') return null
  return group === 'color' ? `/color/${scheme}/${key}` : `/${group}/${key}`
}
