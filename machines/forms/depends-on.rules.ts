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

/** The conditions of a form, made ready to be asked at every key. Since a field hangs on one other at most, sound fields are
 *  a forest; fields in a circle or with an unknown parent are in none of its trees. */
export interface ConditionForest {
  readonly roots: readonly ConditionNode[]
  readonly byId: ReadonlyMap<string, ConditionNode>
}

interface ConditionNode {
  readonly id: string
  readonly isHidden: boolean
  /** Whether the answer of the parent lets this field be shown. */
  readonly isMet: (answer: AnswerValue | undefined) => boolean
  readonly children: ConditionNode[]
}

const forests = new WeakMap<readonly Conditional[], ConditionForest>()

/** The forest of a list of definitions; it is made once a list. */
export function conditionForest(definitions: readonly Conditional[]): ConditionForest {
  const known = forests.get(definitions)
  if (known !== undefined) return known
  const nodes = definitions.map((definition): [Conditional, ConditionNode] => [
    definition,
    { id: definition.id, isHidden: definition.hide === true, isMet: testOf(definition, definitions), children: [] },
  ])
  const byId = new Map(nodes.map(([{ id }, node]) => [id, node]))
  for (const [definition, node] of nodes) {
    if (definition.depends_on !== undefined) byId.get(definition.depends_on.field_id)?.children.push(node)
  }
  const roots = nodes.filter(([definition]) => definition.depends_on === undefined).map(([, node]) => node)
  const forest = { roots, byId }
  forests.set(definitions, forest)
  return forest
}

/** Ids of the fields that are shown with these answers. */
export function shownIds({ roots }: ConditionForest, answers: Answers): Set<string> {
  const shown = new Set<string>()
  for (const root of roots) settle(root, !root.isHidden, { answers, shown, changed: [] })
  return shown
}

/** Brings shown ids up to date with a change of one answer, looking at its descendants alone.
 *  @returns ids of the fields that came or went */
export function updateShown(
  { byId }: ConditionForest,
  shown: Set<string>,
  changedId: string,
  answers: Answers,
): readonly string[] {
  const walk: Walk = { answers, shown, changed: [] }
  const parent = byId.get(changedId)
  if (parent !== undefined && shown.has(changedId)) settleChildren(parent, walk)
  return walk.changed
}

interface Walk {
  readonly answers: Answers
  readonly shown: Set<string>
  readonly changed: string[]
}

/** Shows or hides a field; those below it are looked at only when that is news. */
function settle(node: ConditionNode, isShown: boolean, walk: Walk): void {
  if (walk.shown.has(node.id) === isShown) return
  if (isShown) walk.shown.add(node.id)
  else walk.shown.delete(node.id)
  walk.changed.push(node.id)
  settleChildren(node, walk)
}

function settleChildren(parent: ConditionNode, walk: Walk): void {
  const isShown = walk.shown.has(parent.id)
  const answer = walk.answers[parent.id]
  for (const child of parent.children) settle(child, isShown && !child.isHidden && child.isMet(answer), walk)
}

/** The fields that are shown with these answers, in their order. A field whose parent is not shown is not shown either,
 *  nor is one in a cycle or with an unknown parent (FIELD-5, FIELD-17…19). */
export function visibleFields<Field extends Conditional>(
  definitions: readonly Field[],
  answers: Answers,
): readonly Field[] {
  const shown = shownIds(conditionForest(definitions), answers)
  return definitions.filter(({ id }) => shown.has(id))
}

/** The test of a field's condition; a case without a list is met when no other case of its group is. */
function testOf({ group, depends_on: own }: Conditional, definitions: readonly Conditional[]): ConditionNode['isMet'] {
  if (own === undefined) return () => true
  if (own.condition !== undefined) return testOfList(own.condition)
  const others = definitions.flatMap(({ group: otherGroup, depends_on: other }) =>
    otherGroup === group && other?.field_id === own.field_id ? (other.condition ?? []) : [],
  )
  const isOther = testOfList(others)
  return (answer) => !isOther(answer)
}

/** Whether an answer is in a condition list: `1` and `'1'` are the same, an absent tick is `false`, and of several chosen
 *  options one is enough. */
function testOfList(list: readonly (string | number | boolean)[]): ConditionNode['isMet'] {
  const wanted = new Set(list.map(String))
  return (answer) => {
    if (Array.isArray(answer)) return answer.some((part) => wanted.has(String(part)))
    return typeof answer !== 'object' && wanted.has(answer === undefined ? 'false' : String(answer))
  }
}
