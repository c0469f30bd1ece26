import type { Act, Reading } from './history-checker.ts'

/** What is asked for again and again, all through a storm. */
export type ActKind = 'bet' | 'deposit' | 'withdrawal' | 'round' | 'seat' | 'ticket' | 'card' | 'price'

/** When something of a kind was asked for and answered, by one clock. */
export interface Answered {
  readonly kind: ActKind
  readonly askedAt: number
  readonly answeredAt: number
}

/** Keeps what players asked for and were answered. */
export function createRecorder() {
  const acts: Act[] = []
  const readings: Reading[] = []
  const answered: Answered[] = []
  let isOver = false
  const now = () => performance.now()
  return {
    acts,
    readings,
    answered,
    now,
    isOver: () => isOver,
    /** Ends the storm: lanes end after the act that they are at. */
    end: () => {
      isOver = true
    },
    /** Keeps an act that was answered. */
    note: (kind: ActKind, of: Omit<Act, 'answeredAt' | 'outcome'>, outcome: Act['outcome']): void => {
      const answeredAt = now()
      acts.push({ ...of, answeredAt, outcome })
      answered.push({ kind, askedAt: of.askedAt, answeredAt })
    },
  }
}

export type Recorder = ReturnType<typeof createRecorder>
