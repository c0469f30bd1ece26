import type { AnswerValue, FieldDefinition } from '#schemas'
import { conditionForest, conditionProblems } from './depends-on.rules.ts'
import { answerSort } from './field-kind.rules.ts'
import { optionValue } from './kinds/options.rules.ts'

/** Why no answer shows a field: it waits for itself by way of others, for a field that the form does not have, for values that its
 *  parent cannot have, or for a field that is itself never shown. */
export type UnreachedReason = 'circle' | 'unknown_parent' | 'never_met' | 'parent_unreached'

/** A field that waits for another, or that another waits for, and its place in a drawing: the column is how many fields it waits for,
 *  one after the other. */
export interface ConditionPlace {
  readonly id: string
  readonly column: number
  readonly row: number
  readonly unreached: UnreachedReason | null
}

/** `to` is shown when the answer of `from` is one of `values`; null when it is shown for every other answer. */
export interface ConditionEdge {
  readonly from: string
  readonly to: string
  readonly values: readonly (string | number | boolean)[] | null
}

/** The conditions of a form as a drawing of fields and arrows. Fields that stand alone are not in it. */
export interface ConditionGraph {
  readonly places: readonly ConditionPlace[]
  readonly edges: readonly ConditionEdge[]
  readonly columns: number
  readonly rows: number
}

/** The conditions of a form as fields and arrows, and which fields no answer reaches. */
export function conditionGraph(definitions: readonly FieldDefinition[]): ConditionGraph {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  const edges = definitions.flatMap(({ id, depends_on: on }): ConditionEdge[] =>
    on === undefined || !byId.has(on.field_id) ? [] : [{ from: on.field_id, to: id, values: on.condition ?? null }],
  )
  const reasons = unreachedFields(definitions)
  const inGraph = new Set([...edges.flatMap(({ from, to }) => [from, to]), ...reasons.keys()])
  const places = placed(
    definitions.filter(({ id }) => inGraph.has(id)).map(({ id }) => id),
    edges,
    reasons,
  )
  const most = (of: (place: ConditionPlace) => number) => Math.max(0, ...places.map((place) => of(place) + 1))
  return { places, edges, columns: most(({ column }) => column), rows: most(({ row }) => row) }
}

/** The circle that a condition would close: `name` upon `email`, which waits for `name`, gives `['name', 'email', 'name']`; null when it
 *  closes none. */
export function circleThrough(
  definitions: readonly Pick<FieldDefinition, 'id' | 'depends_on'>[],
  fieldId: string,
  parentId: string,
): readonly string[] | null {
  const parentOf = new Map(definitions.map(({ id, depends_on: on }) => [id, on?.field_id]))
  const path = [fieldId]
  for (let at: string | undefined = parentId; at !== undefined && path.length <= definitions.length; ) {
    path.push(at)
    if (at === fieldId) return path
    at = parentOf.get(at)
  }
  return null
}

/** Fields with a condition that no answer meets → why. */
function unreachedFields(definitions: readonly FieldDefinition[]): ReadonlyMap<string, UnreachedReason> {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  const { byId: nodes } = conditionForest(definitions)
  const circles = new Set(conditionProblems(definitions).flatMap(({ kind, path }) => (kind === 'cycle' ? path : [])))
  const known = new Map<string, UnreachedReason | null>()
  const reasonOf = (field: FieldDefinition): UnreachedReason | null => {
    const told = known.get(field.id)
    if (told !== undefined) return told
    const reason = circles.has(field.id) ? 'circle' : reasonByParent(field)
    known.set(field.id, reason)
    return reason
  }
  const reasonByParent = ({ id, depends_on: on }: FieldDefinition): UnreachedReason | null => {
    if (on === undefined) return null
    const parent = byId.get(on.field_id)
    if (!parent) return 'unknown_parent'
    if (parent.hide === true || reasonOf(parent) !== null) return 'parent_unreached'
    const isMet = nodes.get(id)?.isMet ?? (() => false)
    return possibleAnswers(parent, on.condition ?? []).some((answer) => isMet(answer)) ? null : 'never_met'
  }
  return new Map(
    definitions.flatMap((field) => {
      const reason = reasonOf(field)
      return reason === null ? [] : [[field.id, reason] as const]
    }),
  )
}

/** Stands for every answer that no condition names. */
const ANY_OTHER = '\u0000'

/** Answers that a field can have, as far as conditions tell them apart. What is chosen from lists of the engine can be anything. */
function possibleAnswers(
  { type, options, options_from: source }: FieldDefinition,
  asked: readonly (string | number | boolean)[],
): readonly (AnswerValue | undefined)[] {
  const sort = answerSort(type)
  if (sort === 'none') return []
  if (sort === 'switch') return [true, false]
  const isListed = (sort === 'choice' || sort === 'choices') && source === undefined && options !== undefined
  return isListed ? [undefined, ...options.map(optionValue)] : [undefined, ANY_OTHER, ...asked]
}

/** Gives each field its column and row: below one another in the order of the form, what waits beside what it waits for. */
function placed(
  ids: readonly string[],
  edges: readonly ConditionEdge[],
  reasons: ReadonlyMap<string, UnreachedReason>,
): readonly ConditionPlace[] {
  const places = new Map<string, ConditionPlace>()
  let row = 0
  const place = (id: string, column: number): void => {
    if (places.has(id)) return
    places.set(id, { id, column, row, unreached: reasons.get(id) ?? null })
    const below = edges.filter(({ from, to }) => from === id && !places.has(to))
    for (const { to } of below) place(to, column + 1)
    if (below.length === 0) row += 1
  }
  const waiting = new Set(edges.map(({ to }) => to))
  for (const id of ids) if (!waiting.has(id)) place(id, 0)
  // What is left goes in circles: it begins wherever the form does.
  for (const id of ids) place(id, 0)
  return [...places.values()]
}
