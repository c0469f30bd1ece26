/** What the measured process is to do. */
export interface BrandsOrder {
  readonly brandsDir: string
  /** Generated brands of the directory. */
  readonly count: number
  /** How many of them are visited before the first look at the memory, so that it has what all brands share. */
  readonly warmUp: number
  /** How many others are visited then; 0 leaves out the lookups too. */
  readonly active: number
}

/** Memory after a garbage collection, in bytes. */
export interface MemorySample {
  /** The heap and what hangs on it outside. */
  readonly heap: number
  /** What the system gives the process. */
  readonly resident: number
}

/** What one process of brands measured. */
export interface BrandsResult {
  /** From the opening of the store to the site of a host, in ms. */
  readonly firstAnswerMs: number
  /** With one brand loaded, with `active` more, and after these were left alone for longer than a brand is kept. */
  readonly idle: MemorySample
  readonly active: MemorySample
  readonly released: MemorySample
  /** Brands in memory when most were. */
  readonly loaded: number
  /** First and second page of each visited brand, in ms. */
  readonly first: readonly number[]
  readonly again: readonly number[]
  readonly lookupP99Microseconds: number | null
}
