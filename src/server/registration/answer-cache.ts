import { createHash } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'

/** Answers to requests that carry a key of their sender, so that a request sent twice is carried out once. */
export interface AnswerCache<Answer> {
  /** The answer of the first request under `key`, made by `work` if there was none; a failed one may be tried again.
   *  @throws AppError request.invalid when the key was used for something else */
  once(key: string, request: unknown, work: () => Promise<Answer>): Promise<Answer>
}

const LIFETIME_MS = 10 * 60_000
const MAX_ENTRIES = 10_000

/** Keeps answers in memory for ten minutes: they may hold a password, which must not come to rest. */
export function createAnswerCache<Answer>(clock: () => Date): AnswerCache<Answer> {
  const entries = new Map<string, { fingerprint: string; answer: Promise<Answer>; untilMs: number }>()

  function drop(nowMs: number): void {
    for (const [key, { untilMs }] of entries) {
      if (entries.size < MAX_ENTRIES && untilMs > nowMs) return
      entries.delete(key)
    }
  }
  return {
    once(key, request, work) {
      const nowMs = clock().getTime()
      drop(nowMs)
      const fingerprint = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
      const entry = entries.get(key)
      if (entry && entry.fingerprint !== fingerprint) {
        return Promise.reject(
          new AppError('request.invalid', { where: 'body/requestKey', fault: 'was used for another request' }),
        )
      }
      if (entry) return entry.answer
      const answer = work()
      entries.set(key, { fingerprint, answer, untilMs: nowMs + LIFETIME_MS })
      answer.catch(() => entries.delete(key))
      return answer
    },
  }
}
