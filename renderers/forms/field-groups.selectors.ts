import type { FieldDefinition } from '#schemas'

/** Neighbouring fields of one group, or of none. */
export interface FieldRun {
  /** Stays the same whichever of its fields are shown. */
  readonly key: string
  readonly group: string | null
  /** The sentence that heads the group. */
  readonly heading: FieldDefinition | null
  /** Its fields that are shown, without what the heading says already. */
  readonly fields: readonly FieldDefinition[]
}

/** The shown fields in their order, neighbours of the same group together (FIELD-3). A group is headed by its first
 *  field when that is a label with a title; a label with no field under it is not a heading. */
export function fieldRuns(definitions: readonly FieldDefinition[], shown: ReadonlySet<string>): readonly FieldRun[] {
  const runs: FieldDefinition[][] = []
  for (const definition of definitions) {
    const run = runs.at(-1)
    if (run !== undefined && run[0]?.group === definition.group) run.push(definition)
    else runs.push([definition])
  }
  return runs.flatMap((run): FieldRun[] => {
    const fields = run.filter(({ id }) => shown.has(id))
    const [first] = fields
    if (first === undefined) return []
    const { group } = first
    const key = `${group ?? ''} ${run[0]?.id}`
    if (group === undefined || first.type !== 'label' || !first.title) {
      return [{ key, group: group ?? null, heading: null, fields }]
    }
    const others = fields.slice(1)
    if (others.length === 0) return []
    return [{ key, group, heading: first, fields: first.label ? fields : others }]
  })
}
