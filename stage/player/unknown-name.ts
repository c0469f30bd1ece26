import { nearest } from '#machines/site/nearest.rules.ts'

/** So many names are listed where none comes near. */
const LISTED_MAX = 24

/** Says that a name is not known, with the one that was probably meant, else with all that there are, as long as they are few.
 *  `unknown event "modal.show"; did you mean "modal.shown"?` */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  if (meant !== null) return `unknown ${kind} "${name}"; did you mean "${meant}"?`
  const rest = known.length - LISTED_MAX
  const listed = known.slice(0, LISTED_MAX).join(', ') || 'none'
  return `unknown ${kind} "${name}"; known: ${listed}${rest > 0 ? ` and ${rest} more` : ''}`
}
