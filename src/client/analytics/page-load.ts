/** How long the load of a page is waited for at most, ms (ANA-26). */
const MOST_WAIT_MS = 10_000

/** Waits until the page has loaded. @returns milliseconds from its beginning to its load; those until now when it takes longer than 10 s */
export function pageLoad(signal: AbortSignal): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const end = () => resolve(Math.round(loadedAfter() || performance.now()))
  if (document.readyState === 'complete') end()
  else {
    const timer = setTimeout(end, MOST_WAIT_MS)
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
    // The times of the load are known once its listeners have run.
    window.addEventListener('load', () => setTimeout(end), { once: true, signal })
  }
  return promise
}

function loadedAfter(): number {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.loadEventEnd ?? 0
}
