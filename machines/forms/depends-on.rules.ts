import type { Answers, AnswerValue, FieldDefinition } from '#schemas'

/** What is wrong with the conditions of a form. `path` names the fields along the way: a cycle ends where it begins. */
export interface ConditionProblem {
  readonly kind: 'cycle' | 'unknown_parent'
  readonly fieldId: string
  readonly path: readonly string[]
}

type Conditional = Pick<FieldDefinition, 'id' | 'hide' | 'group' | 'depends_on'>

/** All cycles and unknown parents among the conditions of a form; an empty list when the graph is sound. */
export function conditionProblems(definitions: readonly Conditional[]): readonly ConditionProblem[] {
  const byId = new Map(definitions.map((definition) => [definition.id, definition]))
  const inCycles = new Set<string>()
  return definitions.flatMap((definition): ConditionProblem[] => {
    const path = [definition.id]
    for (
      let parent = definition.depends_on?.field_id;
      parent !== undefined;
      parent = byId.get(parent)?.depends_on?.field_id
    ) {
      const known = path.indexOf(parent)
      path.push(parent)
      if (!byId.has(parent)) {
        return path.length === 2 ? [{ kind: 'unknown_parent', fieldId: definition.id, path }] : []
      }
      if (known === 0 && !inCycles.has(parent)) {
        for (const id of path) inCycles.add(id)
        return [{ kind: 'cycle', fieldId: definition.id, path }]
      }
      if (known >= 0) return []
    }
    return []
  })
}

/** The fields that are shown with these answers, in their order. A field whose parent is not shown is not shown either,
 *  nor is one in a cycle or with an unknown parent (FIELD-5, FIELD-17…19). */
export function visibleFields<Field extends Conditional>(
  definitions: readonly Field[],
  answers: Answers,
): readonly Field[] {
  const graph: Graph = {
    byId: new Map(definitions.map((definition) => [definition.id, definition])),
    definitions,
    answers,
  }
  const known = new Map<string, boolean>()
  return definitions.filter((definition) => isVisible(definition, graph, known))
}

interface Graph {
  readonly byId: ReadonlyMap<string, Conditional>
  readonly definitions: readonly Conditional[]
  readonly answers: Answers
}

function isVisible(definition: Conditional, graph: Graph, known: Map<string, boolean>): boolean {
  const before = known.get(definition.id)
  if (before !== undefined) return before
  known.set(definition.id, false)
  const result = !definition.hide && isConditionMet(definition, graph, known)
  known.set(definition.id, result)
  return result
}

function isConditionMet(definition: Conditional, graph: Graph, known: Map<string, boolean>): boolean {
  const condition = definition.depends_on
  if (condition === undefined) return true
  const parent = graph.byId.get(condition.field_id)
  if (parent === undefined || !isVisible(parent, graph, known)) return false
  const answer = graph.answers[condition.field_id]
  if (condition.condition !== undefined) return includesAnswer(condition.condition, answer)
  return !graph.definitions.some(
    (other) =>
      other.group === definition.group &&
      other.depends_on?.field_id === condition.field_id &&
      other.depends_on.condition !== undefined &&
      includesAnswer(other.depends_on.condition, answer),
  )
}

/** Whether an answer is in a condition list: `1` and `'1'` are the same, an absent tick is `false`, and of several chosen
 *  options one is enough. */
function includesAnswer(list: readonly (string | number | boolean)[], answer: AnswerValue | undefined): boolean {
  if (Array.isArray(answer)) return answer.some((part) => includesAnswer(list, part))
  if (typeof answer === 'object') return false
  const wanted = answer === undefined ? 'false' : String(answer)
  return list.some((value) => String(value) === wanted)
}
