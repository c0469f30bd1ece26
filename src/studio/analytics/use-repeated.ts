import { useEffect } from 'react'

/** Does something as often as it is said, while the page is seen. */
export function useRepeated(work: () => void, everyMs: number): void {
  useEffect(() => {
    const ticking = setInterval(() => {
      if (document.visibilityState === 'visible') work()
    }, everyMs)
    return () => clearInterval(ticking)
  }, [work, everyMs])
}
