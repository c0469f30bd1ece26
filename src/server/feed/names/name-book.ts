import type { FeedDoor } from '#server/db/for-feed.ts'

/** Names of the feed in the languages of visitors. */
export interface NameBook {
  /** Name as the source writes it → as it is written in a language; empty where every name is shown as it is. */
  readonly in: (language: string) => Promise<ReadonlyMap<string, string>>
}

/** What has been read of a language. */
interface Shelf {
  readonly names: Map<string, string>
  readAtMs: number
  /** The latest change that was read; null before the first. */
  changedAt: Date | null
  reading: Promise<void> | null
}

/** How long names that were read are taken as they are, ms: a side that is new is shown as its source writes it for so long. */
const FRESH_MS = 5000
/** Changes of transactions that ended after a later one was read, ms. */
const OVERLAP_MS = 10_000

/** Keeps the names of each language that is asked for, and reads only what has changed since. @param nowMs a clock that never goes back */
export function createNameBook({ door, nowMs }: { readonly door: FeedDoor; readonly nowMs: () => number }): NameBook {
  const shelves = new Map<string, Shelf>()
  const read = async (language: string, shelf: Shelf): Promise<void> => {
    const since = shelf.changedAt && new Date(shelf.changedAt.getTime() - OVERLAP_MS)
    const rows = await door.read((tx) => {
      const query = tx
        .selectFrom('feed.name')
        .select(['name', 'written', 'changed_at'])
        .where('language', '=', language)
      return (since ? query.where('changed_at', '>=', since) : query).orderBy('changed_at').execute()
    })
    for (const { name, written } of rows) shelf.names.set(name, written)
    shelf.changedAt = rows.at(-1)?.changed_at ?? shelf.changedAt
    shelf.readAtMs = nowMs()
  }
  return {
    async in(language) {
      const shelf = shelves.get(language) ?? {
        ...{ names: new Map<string, string>(), readAtMs: Number.NEGATIVE_INFINITY, changedAt: null, reading: null },
      }
      shelves.set(language, shelf)
      if (nowMs() - shelf.readAtMs >= FRESH_MS) {
        shelf.reading ??= read(language, shelf).finally(() => {
          shelf.reading = null
        })
        await shelf.reading
      }
      return shelf.names
    },
  }
}
