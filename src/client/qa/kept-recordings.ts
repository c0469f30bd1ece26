import { preferenceKey } from '#machines/site/consent/stored-keys.rules.ts'
import type { ListedRecording, RecordedFile } from '#stage/recorder/recorded-file.ts'

const KEY = preferenceKey('recordings')
/** Characters of files that a tab keeps beyond its pages. */
const SIZE_MAX = 1_000_000

/** A recording of a page that was left. */
export type KeptRecording = ListedRecording & RecordedFile

interface KeptPage {
  readonly page: number
  readonly recordings: readonly KeptRecording[]
}

/** Keeps the recordings of a tab's pages when one gives way to the next, as after a sign-in; without secrets, as files are. */
export interface KeptRecordings {
  /** Number of this page in its tab, from 1. */
  readonly page: number
  /** Those of the tab's other pages, the oldest first. */
  ofOtherPages(): readonly KeptRecording[]
  /** Keeps those of this page, in the place of what was kept of it before. When there is too much, the oldest go.
   *  @returns whether the browser took them: storage may be closed or full */
  keep(recordings: readonly KeptRecording[]): boolean
  /** Forgets all of them. */
  clear(): void
}

/** @param storage of the tab; asked for with every use, since a browser may refuse it */
export function keptRecordings(storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): KeptRecordings {
  const read = (): readonly KeptPage[] => {
    try {
      return JSON.parse(storage().getItem(KEY) ?? '[]') as readonly KeptPage[]
    } catch {
      return []
    }
  }
  const page = Math.max(0, ...read().map((kept) => kept.page)) + 1
  return {
    page,
    ofOtherPages: () => read().flatMap((kept) => (kept.page === page ? [] : kept.recordings)),
    keep(recordings) {
      const others = read().filter((kept) => kept.page !== page)
      try {
        storage().setItem(KEY, JSON.stringify(fitting([...others, { page, recordings }])))
        return true
      } catch {
        return false
      }
    },
    clear() {
      try {
        storage().removeItem(KEY)
      } catch {
        // A closed storage has kept nothing.
      }
    },
  }
}

/** The newest recordings that there is room for; a page stays known by its number. */
function fitting(pages: readonly KeptPage[]): readonly KeptPage[] {
  let left = SIZE_MAX
  return pages
    .toReversed()
    .map(({ page, recordings }) => ({
      page,
      recordings: recordings
        .toReversed()
        .filter(({ text }) => {
          left -= text.length
          return left >= 0
        })
        .toReversed(),
    }))
    .toReversed()
}
