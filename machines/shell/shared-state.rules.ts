import type { SharedChange } from '#schemas'
import { isSharedState as validate, isSharedChange as validateChange } from '#schemas/generated/validators/shell.js'

/** A key that windows share (XWIN-2). */
export type SharedKey = SharedChange['key']

/** What a window knows of the shared keys: each with its newest change; a key that was never set is absent. */
export type SharedEntries = Readonly<Partial<Record<SharedKey, SharedChange>>>

/** Whether a key may have this value. */
export function isSharedValue(key: string, value: unknown): boolean {
  return validate({ [key]: value })
}

/** Whether this is a change, with a value that its key may have. */
export function isSharedChange(change: SharedChange): boolean {
  return validateChange(change) && isSharedValue(change.key, change.value)
}

/**
 * Whether the first change is to stand against the second. Counts are Lamport's: a change made in knowledge of another has the
 * higher one; of changes made unknowingly at once the writer's name decides, so that all windows come to the same value, in
 * whatever order and however often they hear of changes.
 */
export function isNewerChange(change: SharedChange, known: SharedChange | undefined): boolean {
  if (known === undefined || change.count !== known.count) return change.count > (known?.count ?? 0)
  return change.writer > known.writer
}

/** The changes that are news, each against what is known and those before it. */
export function newChanges(entries: SharedEntries, changes: readonly SharedChange[]): readonly SharedChange[] {
  const { news } = changes.reduce<{ readonly known: SharedEntries; readonly news: readonly SharedChange[] }>(
    ({ known, news }, change) =>
      isNewerChange(change, known[change.key])
        ? { known: { ...known, [change.key]: change }, news: [...news, change] }
        : { known, news },
    { known: entries, news: [] },
  )
  return news
}

/** What is known after some changes. */
export function withChanges(entries: SharedEntries, changes: readonly SharedChange[]): SharedEntries {
  return { ...entries, ...Object.fromEntries(newChanges(entries, changes).map((change) => [change.key, change])) }
}

/** The highest count that is known; 0 when nothing is. */
export function highestCount(entries: SharedEntries): number {
  return Object.values(entries).reduce((highest, { count }) => Math.max(highest, count), 0)
}
