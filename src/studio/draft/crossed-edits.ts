import { isJsonObject, valueAt } from '#machines/site/merge-patch.rules.ts'
import type { StudioEdit, StudioLoggedEdit } from '#schemas'
import { isWithin } from './own-documents.ts'

/** Two windows have written at one place, and what one of them wrote is not there any more. */
export interface Crossing {
  /** Whose edit it is that met ours. */
  readonly account: string
  /** Whose edit counts now: the later one. */
  readonly counts: 'ours' | 'theirs'
  /** What counts no more; made again, it is there as before. */
  readonly lost: StudioEdit
}

/** What a window has written and nobody has replaced since, and what it has to hear. */
export interface CrossedEdits {
  readonly written: readonly Placed[]
  readonly crossings: readonly Crossing[]
}

/** An edit with its number in the draft; one that is not there yet comes after all that are. */
export interface Placed {
  readonly sequence: number
  readonly edit: StudioEdit
}

/** Compares what others have written with what this window has.
 *  @param logged new edits of the draft in their order, those of this window too
 *  @param pending edits of this window that the server has not taken yet
 *  @param editor the name of this window */
export function crossedBy(
  { written, crossings }: CrossedEdits,
  logged: readonly StudioLoggedEdit[],
  pending: readonly StudioEdit[],
  editor: string,
): CrossedEdits {
  const others = lastOfEach(logged.filter((one) => one.editor !== editor))
  const sent = logged.filter((one) => one.editor === editor)
  const waiting = pending.map((edit) => ({ sequence: Number.POSITIVE_INFINITY, edit }))
  const ours = lastOfEach<Placed>([...written, ...sent, ...waiting])
  const found = others.flatMap((theirs) => ours.flatMap((our) => crossingOf(our, theirs) ?? []))
  const heard = new Map([...crossings, ...found].map((crossing) => [placeOf(crossing.lost), crossing]))
  const isReplaced = ({ edit }: Placed) => found.some(({ counts, lost }) => counts === 'theirs' && isIn(lost, edit))
  const kept = lastOfEach<Placed>([...written, ...sent]).filter((one) => !isReplaced(one))
  return { written: kept, crossings: found.length === 0 ? crossings : [...heard.values()] }
}

/** Takes a crossing off the list of what has to be said. */
export function withoutCrossing({ written, crossings }: CrossedEdits, gone: Crossing): CrossedEdits {
  return { written, crossings: crossings.filter((one) => one !== gone) }
}

function placeOf({ path, pointer }: StudioEdit): string {
  return `${path}#${pointer}`
}

function lastOfEach<One extends Placed>(edits: readonly One[]): readonly One[] {
  return [...new Map(edits.map((one) => [placeOf(one.edit), one])).values()]
}

function isIn(lost: StudioEdit, edit: StudioEdit): boolean {
  return lost.path === edit.path && isWithin(lost.pointer, edit.pointer)
}

function crossingOf(our: Placed, { account, sequence, edit }: StudioLoggedEdit): Crossing | null {
  const isOurs = our.sequence > sequence
  const lost = isOurs ? lostOf(edit, our.edit) : lostOf(our.edit, edit)
  return lost && { account, counts: isOurs ? 'ours' : 'theirs', lost }
}

/** What a later edit leaves nothing of. Null when all of the earlier one is still there, or is written again. */
function lostOf(earlier: StudioEdit, later: StudioEdit): StudioEdit | null {
  if (earlier.path !== later.path) return null
  if (isWithin(earlier.pointer, later.pointer)) {
    const now = valueAt(later.value, earlier.pointer.slice(later.pointer.length))
    return isSame(now, earlier.value) ? null : earlier
  }
  if (!isWithin(later.pointer, earlier.pointer)) return null
  // What was taken out, or is no object, cannot have something written inside of it and stay.
  if (!isJsonObject(earlier.value)) return earlier
  const before = valueAt(earlier.value, later.pointer.slice(earlier.pointer.length))
  if (before === undefined || isSame(before, later.value)) return null
  return { path: later.path, pointer: later.pointer, value: before }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
