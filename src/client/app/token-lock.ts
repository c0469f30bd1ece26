import type { Observer, Subscribable } from 'xstate'

const LOCK = 'livery.service-token'
/** How long the lock is held after the token was fetched, so that what this tab has stored and announced reaches the
 *  others before one of them can take the lock and miss it. Those that wait have heard of the token by then and left
 *  the queue. */
const LINGER_MS = 250

interface Turn {
  readonly isHeld: boolean
}

/** The lock that all tabs of the browser share (Web Locks): shows when it is had, and holds it until nobody listens. It completes
 *  when another tab has taken it away, and fails where there are no locks. */
export function lockOfTabs(isStealing: boolean): Subscribable<Turn> {
  const subscribe = (observer: Observer<Turn>) => {
    const leaving = new AbortController()
    let release: (() => void) | undefined
    let isOver = false
    const hold = () =>
      new Promise<void>((resolve) => {
        release = resolve
        if (isOver) resolve()
        else observer.next?.({ isHeld: true })
      })
    const end = (tell: () => void) => {
      if (!isOver) tell()
      isOver = true
    }
    request(isStealing ? { steal: true } : { signal: leaving.signal }, hold).then(
      () => end(() => observer.complete?.()),
      (error: unknown) => end(() => (release ? observer.complete?.() : observer.error?.(error))),
    )
    return {
      unsubscribe: () => {
        isOver = true
        if (release) setTimeout(release, LINGER_MS)
        else leaving.abort()
      },
    }
  }
  return { subscribe } as Subscribable<Turn>
}

async function request(options: LockOptions, hold: () => Promise<void>): Promise<void> {
  if (!navigator.locks) throw Object.assign(new Error('this browser has no locks'), { code: 'lock.unavailable' })
  await navigator.locks.request(LOCK, options, hold)
}
