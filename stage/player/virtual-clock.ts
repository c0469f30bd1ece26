interface Timer {
  readonly id: number
  readonly dueMs: number
  readonly delayMs: number
  readonly fire: () => void
}

/** More firings than this at one instant are an endless loop of delays of 0 ms. */
const MAX_FIRINGS_PER_INSTANT = 10_000

/**
 * A clock that stands still until it is moved. Timers fire at their own due time, the earliest first and in the order of
 * their setting on ties; a timer set by another one fires in the same move if it falls due in it (QA-4).
 */
export class VirtualClock {
  #nowMs = 0
  #nextId = 1
  readonly #timers = new Map<number, Timer>()

  /** Virtual time in ms since the start. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** Number of timers that have not fired yet. */
  get pendingCount(): number {
    return this.#timers.size
  }

  /** Virtual time in ms at which the next timer fires; undefined when none is set. */
  get nextDueMs(): number | undefined {
    return this.#earliest(Number.POSITIVE_INFINITY)?.dueMs
  }

  /** The delays that are under way, in ms as they were set, in the order in which they will end. */
  get pendingDelaysMs(): readonly number[] {
    return [...this.#timers.values()].sort((left, right) => left.dueMs - right.dueMs).map(({ delayMs }) => delayMs)
  }

  /** Sets a timer `delayMs` ms after now; the half of the clock that XState calls. */
  setTimeout(fire: () => void, delayMs: number): number {
    const id = this.#nextId++
    this.#timers.set(id, { id, dueMs: this.#nowMs + Math.max(0, delayMs), delayMs, fire })
    return id
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id)
  }

  /** Moves time to `timeMs` and fires everything that falls due on the way. @throws when time would run backwards */
  advanceTo(timeMs: number): void {
    if (timeMs < this.#nowMs) throw new Error(`the clock is at ${this.#nowMs} ms and cannot go back to ${timeMs} ms`)
    let firings = 0
    for (let timer = this.#earliest(timeMs); timer; timer = this.#earliest(timeMs)) {
      firings = timer.dueMs > this.#nowMs ? 1 : firings + 1
      if (firings > MAX_FIRINGS_PER_INSTANT) throw new Error(`timers at ${this.#nowMs} ms set each other without end`)
      this.#nowMs = timer.dueMs
      this.#timers.delete(timer.id)
      timer.fire()
    }
    this.#nowMs = timeMs
  }

  /** The timer that is due first, not later than `timeMs`; a Map keeps the order of setting, so ties need no rule. */
  #earliest(timeMs: number): Timer | undefined {
    let earliest: Timer | undefined
    for (const timer of this.#timers.values()) {
      if (timer.dueMs <= timeMs && (!earliest || timer.dueMs < earliest.dueMs)) earliest = timer
    }
    return earliest
  }
}
