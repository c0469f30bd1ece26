/** How often what somebody watches is looked at, ms. */
const EVERY_MS = 500

/** Somebody who watches. */
export type ShowWatcher = (text: string) => void

/** What shows are made of. */
export interface ShowPorts {
  /** What is seen now, with the time of the server. @throws AppError where there is no such thing */
  readonly view: (brandId: string, name: string) => Promise<{ readonly now: string }>
  readonly log: { readonly warn: (of: object, text: string) => void }
  readonly everyMs?: number
}

interface Show {
  readonly watchers: Set<ShowWatcher>
  readonly timer: NodeJS.Timeout
  /** What was sent last, without the time. */
  last: string
  isReading: boolean
}

/** Shows lottery draws and bingo rooms to all who watch them: each is read once for all its watchers, and sent to them when it has changed. Nothing
 *  runs where nobody watches. */
export function createLiveShows({ view, log, everyMs = EVERY_MS }: ShowPorts) {
  const shows = new Map<string, Show>()
  async function publish(brandId: string, name: string, show: Show): Promise<void> {
    if (show.isReading) return
    show.isReading = true
    try {
      const seen = await view(brandId, name)
      const { now: _, ...rest } = seen
      const text = JSON.stringify(rest)
      if (text === show.last) return
      show.last = text
      for (const watcher of [...show.watchers]) watcher(JSON.stringify(seen))
    } catch (error) {
      log.warn({ err: error, brandId, name }, 'lotteries: a draw could not be shown')
    } finally {
      show.isReading = false
    }
  }
  return {
    view,

    /** Sends what is seen to somebody, now and whenever it changes. @returns what ends that */
    watch(brandId: string, name: string, watcher: ShowWatcher): () => void {
      const key = `${brandId}/${name}`
      const found = shows.get(key)
      const show: Show = found ?? {
        ...{ watchers: new Set<ShowWatcher>(), last: '', isReading: false },
        timer: setInterval(() => void publish(brandId, name, show), everyMs).unref(),
      }
      if (!found) shows.set(key, show)
      show.watchers.add(watcher)
      show.last = ''
      void publish(brandId, name, show)
      return () => {
        show.watchers.delete(watcher)
        if (show.watchers.size > 0) return
        clearInterval(show.timer)
        shows.delete(key)
      }
    },

    /** Stops all. */
    stop(): void {
      for (const { timer, watchers } of shows.values()) {
        clearInterval(timer)
        watchers.clear()
      }
      shows.clear()
    },
  }
}
