import { traced } from '#server/tracing/tracing.ts'

/** Work that is done again and again in the background. */
export interface Rounds {
  /** Begins, a while from now; the timer alone keeps no process alive. */
  start(): void
  /** Whether the round under way should come to its end. */
  isStopping(): boolean
  /** Stops when the round under way is over. */
  stop(): Promise<void>
}

/** Repeats a round, each as long after the end of the one before: `everyMs` in milliseconds. What a round throws is its own to tell.
 *  @param name what it is called in traces */
export function createRounds(name: string, round: () => Promise<void>, everyMs: number): Rounds {
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  function schedule(): void {
    if (isStopping) return
    timer = setTimeout(() => {
      underWay = traced(`job ${name}`, { kind: 'internal', parent: 'none' }, round).finally(schedule)
    }, everyMs).unref()
  }
  return {
    start() {
      isStopping = false
      schedule()
    },
    isStopping: () => isStopping,
    async stop() {
      isStopping = true
      clearTimeout(timer)
      await underWay
    },
  }
}
