import { pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem, StudioEdit } from '#schemas'
import { isWithin, lastKey, parentPointer } from '../draft/own-documents.ts'

/** The file of a problem inside its brand's folder. */
export function fileOf({ file }: Pick<BrandProblem, 'file'>): string {
  return file.slice(file.indexOf('/') + 1)
}

/** What is found at a place of a document: at the place itself and, with `isDeep`, inside it. */
export function problemsAt(
  problems: readonly BrandProblem[],
  path: string,
  pointer: string,
  isDeep: boolean,
): readonly BrandProblem[] {
  return problems.filter(
    (problem) => fileOf(problem) === path && (isDeep ? isWithin(problem.path, pointer) : problem.path === pointer),
  )
}

/** The edits that put a problem right by its suggestion: another value, or another key with the same value; null when there is
 *  no suggestion, or it is not clear where it belongs.
 *  @param own what the brand's own file writes */
export function mendOf(problem: BrandProblem, path: string, own: unknown): readonly StudioEdit[] | null {
  const { suggestion, path: pointer, found } = problem
  const value = valueAt(own, pointer)
  if (suggestion === null || value === undefined || pointer === '') return null
  if (typeof value === 'string' && (found === value || found === JSON.stringify(value))) {
    return [{ path, pointer, value: suggestion }]
  }
  if (!found.includes(lastKey(pointer))) return null
  return [
    { path, pointer: `${parentPointer(pointer)}/${pointerStep(suggestion)}`, value },
    { path, pointer },
  ]
}
