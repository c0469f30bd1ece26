import type { RateLimit } from '#schemas'

/** Where attempts are counted. In memory by default; a shared store serves several processes. */
export interface BudgetStore {
  /** Counts one attempt under `key`. The limit of a key may change from one attempt to the next: what was counted stays.
   *  @returns 0 when it is within the limit, else the milliseconds until one will be */
  take(key: string, limit: RateLimit, nowMs: number): Promise<number>
  /** How many attempts under `key` are within the limit now. It counts none. */
  left(key: string, limit: RateLimit, nowMs: number): Promise<number>
  /** Takes the latest attempt under `key` back. */
  giveBack(key: string): Promise<void>
}

const MAX_KEYS = 100_000

interface Attempts {
  /** When each counted attempt was made, oldest first; as many as the limit at most, while that stays the same. */
  times: number[]
  windowMs: number
}

/** Counts in the memory of this process. At most `maxKeys` keys are kept: beyond that the ones used longest ago go. */
export function createMemoryBudgetStore(maxKeys = MAX_KEYS): BudgetStore {
  const counted = new Map<string, Attempts>()

  function drop(nowMs: number): void {
    for (const [key, { times, windowMs }] of counted) {
      if (counted.size < maxKeys && (times.at(-1) ?? 0) + windowMs > nowMs) return
      counted.delete(key)
    }
  }
  return {
    async take(key, { attempts, windowMs }, nowMs) {
      const times = (counted.get(key)?.times ?? []).filter((time) => time + windowMs > nowMs)
      const last = times.at(-attempts)
      if (last !== undefined) return last + windowMs - nowMs
      drop(nowMs)
      // Deleting first keeps the map in the order of use.
      counted.delete(key)
      counted.set(key, { times: [...times, nowMs], windowMs })
      return 0
    },
    async left(key, { attempts, windowMs }, nowMs) {
      const times = (counted.get(key)?.times ?? []).filter((time) => time + windowMs > nowMs)
      return Math.max(0, attempts - times.length)
    },
    async giveBack(key) {
      const entry = counted.get(key)
      entry?.times.pop()
      if (entry?.times.length === 0) counted.delete(key)
    },
  }
}
