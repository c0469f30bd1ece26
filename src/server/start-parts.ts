/** Milliseconds of a start by what they went to, in the order in which it happened. */
export type StartParts = Readonly<Record<string, number>>

/** Measures the parts of a start from the birth of the process. */
export function measureStart(nowMs: () => number = () => performance.now()) {
  const parts: Record<string, number> = {}
  let beganMs = 0
  return {
    /** Ends a part: it took what has gone since the one before it. */
    ended(part: string): void {
      const now = nowMs()
      parts[part] = Math.round(now - beganMs)
      beganMs = now
    },
    parts: (): StartParts => ({ ...parts }),
  }
}
