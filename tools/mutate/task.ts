/** A part of a machine's mutants, for one thread. */
export interface MutationTask {
  readonly machine: string
  /** From 0 on, below `parts`. */
  readonly part: number
  readonly parts: number
}
