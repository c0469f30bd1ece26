/** A part of a list of the desk. */
export interface DeskPart {
  /** Whether what is done is wanted, instead of what waits. */
  readonly isDone: boolean
  /** So many rows, after so many others. */
  readonly most: number
  readonly skip?: number
  /** Of these numbers alone; at least one. */
  readonly only?: readonly number[] | undefined
}
