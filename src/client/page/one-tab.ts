import { report } from './report.ts'

/** Does something in one tab of the site at a time (Web Locks): begins when this tab's turn comes, and the next tab has its turn
 *  once it is ended or this one is closed. Where a browser has no locks, every tab does it.
 *  @param begin begins it and gives the way to end it  @returns ends it, or the wait for the turn */
export function inOneTab(lock: string, begin: () => () => void): () => void {
  if (!navigator.locks) return begin()
  const waiting = new AbortController()
  let leave = (): void => waiting.abort()
  const hold = () =>
    new Promise<void>((release) => {
      const end = begin()
      leave = () => {
        end()
        release()
      }
    })
  navigator.locks.request(lock, { signal: waiting.signal }, hold).catch((error: unknown) => {
    if (!waiting.signal.aborted) report('one_tab.no_turn', { lock, error: String(error) })
  })
  return () => leave()
}
