/** Callbacks by what they wait for. */
export class Watchers<Subject> {
  readonly #callbacks = new Map<Subject, Set<() => void>>()

  /** Adds a callback and gives the way to take it off again. */
  add(subject: Subject, callback: () => void): () => void {
    const callbacks = this.#callbacks.get(subject) ?? new Set()
    this.#callbacks.set(subject, callbacks)
    callbacks.add(callback)
    return () => {
      callbacks.delete(callback)
    }
  }

  /** Calls those who wait for a subject. */
  call(subject: Subject): void {
    for (const callback of [...(this.#callbacks.get(subject) ?? [])]) callback()
  }
}
