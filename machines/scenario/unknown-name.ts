import { nearest } from '#machines/site/nearest.rules.ts'

/** Says that a name is not known, with the one that was probably meant, else with all that there are.
 *  `unknown event "modal.show"; did you mean "modal.shown"?` */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  const hint = meant === null ? `known: ${known.join(', ') || 'none'}` : `did you mean "${meant}"?`
  return `unknown ${kind} "${name}"; ${hint}`
}
