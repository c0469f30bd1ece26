/** Answers that are given to all who ask the same for a moment. */
export interface SharedAnswers {
  /** The answer to a question: made by who asks first, frozen, and forgotten after a moment or when it cannot be made. */
  share<Answer extends object>(question: readonly unknown[], make: () => Promise<Answer>): Promise<Answer>
}

/** Questions that are remembered at most. */
const MAX_QUESTIONS = 1000

/** @param shareMs how long an answer is given, in milliseconds  @param nowMs a clock that never goes back */
export function createSharedAnswers({
  shareMs,
  nowMs,
}: {
  readonly shareMs: number
  readonly nowMs: () => number
}): SharedAnswers {
  const answers = new Map<string, { readonly atMs: number; readonly answer: Promise<object> }>()
  return {
    share<Answer extends object>(question: readonly unknown[], make: () => Promise<Answer>): Promise<Answer> {
      const key = JSON.stringify(question)
      const known = answers.get(key)
      if (known && nowMs() - known.atMs < shareMs) return known.answer as Promise<Answer>
      answers.delete(key)
      const answer = make().then((made) => Object.freeze(made))
      answers.set(key, { atMs: nowMs(), answer })
      answer.catch(() => answers.delete(key))
      for (const oldest of answers.keys()) {
        if (answers.size <= MAX_QUESTIONS) break
        answers.delete(oldest)
      }
      return answer
    },
  }
}
