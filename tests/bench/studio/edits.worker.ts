/** Edits, undoes and redoes, and prints what it took. @param argv how many edits */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StudioEdit } from '#schemas'
import { SeededRandom } from '#stage/explore/seeded-random.ts'
import { BRANDS } from '#tools/bench/loads/bench-brand.ts'
import type { EditedSections } from '#tools/bench/loads/studio-edits.ts'
import { type EditHistory, makeEdits, newHistory, redo, undo } from '../../../src/studio/draft/edit-history.ts'

const SECTIONS = join(BRANDS, '_base/config')
/** Far enough apart for no two to be one step. */
const PAUSE_MS = 5000

/** Edits every section of the engine as a draft of one brand, undoes all of it and does it again. */
function editSections(count: number): EditedSections {
  const sections = readdirSync(SECTIONS).map((file) => [
    `config/${file}`,
    JSON.parse(readFileSync(join(SECTIONS, file), 'utf8')) as Record<string, unknown>,
  ])
  const start = newHistory(Object.fromEntries(sections))
  const edits = drawnEdits(start, count)
  const edited = timed(() => edits.reduce((history, edit, at) => makeEdits(history, [edit], at * PAUSE_MS), start))
  const undone = timed(() => walked(edited.value, undo))
  const redone = timed(() => walked(undone.value, redo))
  const isSame = bytesOf(undone.value) === bytesOf(start) && bytesOf(redone.value) === bytesOf(edited.value)
  const steps = edited.value.past.length
  return { steps, editMs: edited.ms, undoMs: undone.ms, redoMs: redone.ms, isSame }
}

/** Edits of values of the sections: another value, the value of an inherited entry taken out, and what was not there. */
function drawnEdits({ documents }: EditHistory, count: number): readonly StudioEdit[] {
  const random = new SeededRandom(3)
  const places = Object.entries(documents).flatMap(([path, document]) =>
    pointersOf(document).map((pointer) => ({ path, pointer })),
  )
  return Array.from({ length: count }, (_, at) => {
    const place = random.pick(places)
    const kind = random.below(4)
    return kind === 0 ? place : { ...place, value: kind === 1 ? null : `edit ${at}` }
  })
}

function pointersOf(value: unknown, above = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [above]
  return Object.entries(value).flatMap(([key, inner]) =>
    pointersOf(inner, `${above}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  )
}

function walked(history: EditHistory, step: typeof undo): EditHistory {
  let at = history
  for (let next = step(at); next; next = step(at)) at = next.history
  return at
}

function bytesOf({ documents }: EditHistory): string {
  return JSON.stringify(documents)
}

function timed<Value>(work: () => Value): { readonly value: Value; readonly ms: number } {
  const startedAt = performance.now()
  const value = work()
  return { value, ms: performance.now() - startedAt }
}

process.stdout.write(JSON.stringify(editSections(Number(process.argv[2]))))
