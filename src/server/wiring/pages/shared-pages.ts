/** How long a page is given to all guests who ask for it, from the moment its rendering began. */
export const PAGE_SHARE_MS = 1000
/** What the pages that are kept may take, with their keys and codings. */
export const MOST_PAGES_BYTES = 32 * 1024 * 1024

/** What a rendering for one visitor gave. */
export interface Made<Page> {
  readonly page: Page
  /** Bytes that it takes while it is kept; null where the page is this visitor's alone. */
  readonly bytes: number | null
}

export interface SharedPagesPorts {
  readonly shareMs: number
  readonly mostBytes: number
  /** A clock that never goes back. */
  readonly nowMs: () => number
}

/** Pages that guests share for a moment. */
export interface SharedPages<Page> {
  /** The page of a key, rendered for the first visitor who asks while the others wait. If that page is the visitor's own, or
   *  rendering failed, each of the others gets a rendering of their own.
   *  @param render is given what to call when the page grows by so many bytes */
  readonly page: (key: string, render: (grow: (bytes: number) => void) => Promise<Made<Page>>) => Promise<Page>
  /** Bytes of what is kept. */
  readonly keptBytes: () => number
}

interface Entry<Page> {
  readonly atMs: number
  readonly made: Promise<Made<Page>>
  isPending: boolean
  bytes: number
}

const CHARACTER_BYTES = 2

/** A store of pages: those asked for least lately go first when there is no room. */
export function createSharedPages<Page>({ shareMs, mostBytes, nowMs }: SharedPagesPorts): SharedPages<Page> {
  const entries = new Map<string, Entry<Page>>()
  let kept = 0
  const drop = (key: string, entry: Entry<Page>) => {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    kept -= entry.bytes
  }
  const isOver = ({ isPending, atMs }: Entry<Page>) => !isPending && nowMs() - atMs >= shareMs
  const makeRoom = () => {
    for (const [key, entry] of entries) if (isOver(entry)) drop(key, entry)
    for (const [key, entry] of entries) {
      if (kept <= mostBytes) return
      drop(key, entry)
    }
  }
  const grow = (key: string, entry: Entry<Page>, bytes: number) => {
    if (entries.get(key) !== entry) return
    entry.bytes += bytes
    kept += bytes
    if (kept > mostBytes) makeRoom()
  }
  const begin = (key: string, render: Parameters<SharedPages<Page>['page']>[1]): Entry<Page> => {
    makeRoom()
    const atMs = nowMs()
    const made = render((bytes) => grow(key, entry, bytes))
    const entry: Entry<Page> = { atMs, made, isPending: true, bytes: 0 }
    entries.set(key, entry)
    grow(key, entry, key.length * CHARACTER_BYTES)
    void made.then(
      ({ bytes }) => {
        entry.isPending = false
        grow(key, entry, bytes ?? 0)
      },
      () => drop(key, entry),
    )
    return entry
  }
  return {
    page: async (key, render) => {
      const known = entries.get(key)
      if (!known || isOver(known)) {
        if (known) drop(key, known)
        return (await begin(key, render).made).page
      }
      entries.delete(key)
      entries.set(key, known)
      const made = await known.made.catch(() => null)
      return made && made.bytes !== null ? made.page : (await render(() => {})).page
    },
    keptBytes: () => kept,
  }
}
