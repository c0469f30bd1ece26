import { parentPointer } from '../draft/own-documents.ts'

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
