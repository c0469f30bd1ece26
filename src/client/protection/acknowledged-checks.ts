const KEY = 'livery:reality-checks'

interface Acknowledged {
  readonly userId: number
  readonly startedAt: string
  readonly checks: number
}

/** How many reality checks of a session were acknowledged in this browser, in any of its tabs. */
export function acknowledgedChecks(userId: number, startedAt: string): number {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Acknowledged> | null
    return kept?.userId === userId && kept.startedAt === startedAt ? Number(kept.checks) || 0 : 0
  } catch {
    // What cannot be read was not acknowledged: the player is asked once more.
    return 0
  }
}

/** Keeps that the checks of a session up to one were acknowledged. */
export function keepAcknowledged(userId: number, startedAt: string, checks: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, startedAt, checks } satisfies Acknowledged))
  } catch {
    // A browser that keeps nothing asks again on the next page.
  }
}

/** Hears of checks that another tab has acknowledged. @returns how to stop */
export function hearAcknowledged(userId: number, hear: (startedAt: string, checks: number) => void): () => void {
  const listen = ({ key, newValue }: StorageEvent) => {
    if (key !== KEY || newValue === null) return
    try {
      const kept = JSON.parse(newValue) as Partial<Acknowledged>
      if (kept.userId === userId && kept.startedAt !== undefined) hear(kept.startedAt, Number(kept.checks) || 0)
    } catch {
      // What cannot be read was not acknowledged.
    }
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

const REVIEW_KEY = 'livery:limits-review'
const SIGN_IN_KEY = 'livery:last-sign-in'

/** Whether a player has answered in this session, in this browser, that they look over their limits or do so later. */
export function isReviewAnswered(userId: number, startedAt: string): boolean {
  return isKept(REVIEW_KEY, userId, startedAt)
}

/** Keeps that they have. */
export function keepReviewAnswered(userId: number, startedAt: string): void {
  keep(REVIEW_KEY, userId, startedAt)
}

/** Whether a player was told in this session, in this browser, when they last signed in. */
export function isSignInTold(userId: number, startedAt: string): boolean {
  return isKept(SIGN_IN_KEY, userId, startedAt)
}

/** Keeps that they were. */
export function keepSignInTold(userId: number, startedAt: string): void {
  keep(SIGN_IN_KEY, userId, startedAt)
}

function isKept(key: string, userId: number, startedAt: string): boolean {
  try {
    return localStorage.getItem(key) === `${userId} ${startedAt}`
  } catch {
    // A browser that keeps nothing says it on each page.
    return false
  }
}

function keep(key: string, userId: number, startedAt: string): void {
  try {
    localStorage.setItem(key, `${userId} ${startedAt}`)
  } catch {
    // A browser that keeps nothing says it again on the next page.
  }
}
