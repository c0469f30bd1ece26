import { pointerKeys } from '#machines/site/merge-patch.rules.ts'
import { parentPointer } from '../draft/own-documents.ts'
import { humanised } from '../forms/schema/field-words.ts'
import { languageOf } from './document-groups.ts'

/** Where a found value is edited: in the form of the object that holds it; a text in the list of its dictionary. */
export function placeOfHit({ path, pointer }: { readonly path: string; readonly pointer: string }): {
  readonly path: string
  readonly pointer: string
} {
  if (path.startsWith('locales/')) return { path, pointer }
  if (path.startsWith('pages/')) return { path, pointer: '' }
  // A list is a field of the object around it, and a token's value one of the group around the token.
  const above = parentPointer(pointer.replace(/\/\$value(?:\/.*)?$/, ''))
  return { path, pointer: above.replace(/\/\d+$/, (index) => (path === 'theme.tokens.json' ? index : '')) }
}

/** Hits in the order in which they are wanted: texts of the shown language, then the configuration, then other languages. */
export function byLanguage<Hit extends { readonly path: string }>(
  hits: readonly Hit[],
  language: string,
): readonly Hit[] {
  const rank = ({ path }: Hit) => {
    const own = languageOf(path)
    return own === language ? 0 : own === null ? 1 : 2
  }
  return hits.toSorted((one, other) => rank(one) - rank(other))
}

/** What a found place is called: a text by its key, any other value by the way to it: `Menu › live › Label`. */
export function hitTitle({
  path,
  pointer,
  title,
}: {
  readonly path: string
  readonly pointer: string
  readonly title: string
}): string {
  if (languageOf(path) !== null) return title
  const keys = pointerKeys(pointer.replace(/\/\$value(?:\/.*)?$/, ''))
  return keys.length === 0 ? title : keys.map((key) => (/[A-Z]/.test(key) ? humanised(key) : key)).join(' › ')
}
