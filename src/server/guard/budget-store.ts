import type { Budget } from './budgets.ts'

/** Where attempts are counted. In memory by default; a shared store serves several processes. */
export interface BudgetStore {
  /** Counts one attempt under `key`. @returns 0 when it is within the budget, else the milliseconds until one will be */
  take(key: string, budget: Budget, nowMs: number): Promise<number>
  /** Takes the latest attempt under `key` back. */
  giveBack(key: string): Promise<void>
}

const MAX_KEYS = 100_000

interface Attempts {
  /** When each counted attempt was made, oldest first; never more than the budget's limit. */
  times: number[]
  windowMs: number
}

/** Counts in the memory of this process. At most `maxKeys` keys are kept: beyond that the ones used longest ago go. */
export function createMemoryBudgetStore(maxKeys = MAX_KEYS): BudgetStore {
  const attempts = new Map<string, Attempts>()

  function drop(nowMs: number): void {
    for (const [key, { times, windowMs }] of attempts) {
      if (attempts.size < maxKeys && (times.at(-1) ?? 0) + windowMs > nowMs) return
      attempts.delete(key)
    }
  }
  return {
    async take(key, { limit, windowMs }, nowMs) {
      const times = (attempts.get(key)?.times ?? []).filter((time) => time + windowMs > nowMs)
      const oldest = times[0]
      if (oldest !== undefined && times.length >= limit) return oldest + windowMs - nowMs
      drop(nowMs)
      // Deleting first keeps the map in the order of use.
      attempts.delete(key)
      attempts.set(key, { times: [...times, nowMs], windowMs })
      return 0
    },
    async giveBack(key) {
      const entry = attempts.get(key)
      entry?.times.pop()
      if (entry?.times.length === 0) attempts.delete(key)
    },
  }
}
