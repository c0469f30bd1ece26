import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BRAND_ID } from './brand-files.ts'

/** How many brands a start reads before anybody asks: each takes it a third of a second. */
const MOST_KEPT = 3

/** The brands that were visited last, kept over a restart so that their first pages do not wait for their check. */
export interface VisitedBrands {
  /** Their ids, the last one first; null where nothing has been kept. */
  readonly read: () => Promise<readonly string[] | null>
  /** Keeps that a brand has been asked for. @throws Error when the disk refuses it */
  readonly note: (id: string) => Promise<void>
}

/** Keeps the brands that were visited last in the data folder. What cannot be read there counts as nothing: it only spares time. */
export function visitedBrands(dataDir: string): VisitedBrands {
  const file = join(dataDir, 'visited-brands.json')
  let ids: readonly string[] | null | undefined
  let writing = Promise.resolve()
  const read = async () => {
    ids ??= await readFile(file, 'utf8').then(idsIn, () => null)
    return ids
  }
  const write = async (id: string) => {
    const before = (await read()) ?? []
    if (before[0] === id) return
    ids = [id, ...before.filter((known) => known !== id)].slice(0, MOST_KEPT)
    const draft = `${file}.${process.pid}`
    await writeFile(draft, JSON.stringify(ids))
    await rename(draft, file)
  }
  const note = (id: string) => {
    writing = writing.catch(() => {}).then(() => write(id))
    return writing
  }
  return { read, note }
}

function idsIn(text: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string' && BRAND_ID.test(id)) : null
  } catch {
    return null
  }
}
