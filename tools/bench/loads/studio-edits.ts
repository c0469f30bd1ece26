import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** A program of its own: what draws is out of reach from here. */
const WORKER = fileURLToPath(new URL('../../../tests/bench/studio/edits.worker.ts', import.meta.url))

/** What many edits of all sections of a brand cost, one after the other. */
export interface EditedSections {
  readonly steps: number
  readonly editMs: number
  readonly undoMs: number
  readonly redoMs: number
  /** Whether everything undone is the beginning again, and everything redone the end, byte by byte. */
  readonly isSame: boolean
}

/** Edits every section of the engine as a draft of one brand, undoes all of it and does it again, in a process of its own. */
export async function editSections(count: number): Promise<EditedSections> {
  const { stdout } = await promisify(execFile)(process.execPath, [WORKER, String(count)])
  return JSON.parse(stdout) as EditedSections
}
