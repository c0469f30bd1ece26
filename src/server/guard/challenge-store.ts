/** What is known of a challenge when its answer comes. */
export type SpentChallenge =
  | { readonly kind: 'fresh'; readonly record: string }
  /** It was answered before. */
  | { readonly kind: 'spent' }
  /** There never was one, or it is forgotten. */
  | { readonly kind: 'unknown' }

/** Where challenges wait for their answer. In memory by default; a shared store serves several processes. */
export interface ChallengeStore {
  /** Keeps a record under a name that nobody can guess, for `lifetimeMs`. */
  put(name: string, record: string, lifetimeMs: number, nowMs: number): Promise<void>
  /** Hands a record out, once: of any number of askers at the same moment one alone gets it. */
  spend(name: string, nowMs: number): Promise<SpentChallenge>
  /** Notes a token of somebody else's as used. @returns false when it was used before */
  claim(name: string, lifetimeMs: number, nowMs: number): Promise<boolean>
}

const MAX_RECORDS = 100_000

interface Kept {
  /** Null once it is spent. */
  record: string | null
  readonly goneAtMs: number
}

/** Keeps challenges in the memory of this process, at most `maxRecords`: beyond that the oldest go. */
export function createMemoryChallengeStore(maxRecords = MAX_RECORDS): ChallengeStore {
  const kept = new Map<string, Kept>()

  function add(name: string, entry: Kept, nowMs: number): void {
    for (const [oldest, { goneAtMs }] of kept) {
      if (kept.size < maxRecords && goneAtMs > nowMs) break
      kept.delete(oldest)
    }
    kept.set(name, entry)
  }
  const find = (name: string, nowMs: number): Kept | undefined => {
    const entry = kept.get(name)
    return entry && entry.goneAtMs > nowMs ? entry : undefined
  }
  return {
    async put(name, record, lifetimeMs, nowMs) {
      add(name, { record, goneAtMs: nowMs + lifetimeMs }, nowMs)
    },
    async spend(name, nowMs) {
      const entry = find(name, nowMs)
      if (!entry) return { kind: 'unknown' }
      const { record } = entry
      entry.record = null
      return record === null ? { kind: 'spent' } : { kind: 'fresh', record }
    },
    async claim(name, lifetimeMs, nowMs) {
      if (find(name, nowMs)) return false
      add(name, { record: null, goneAtMs: nowMs + lifetimeMs }, nowMs)
      return true
    },
  }
}
