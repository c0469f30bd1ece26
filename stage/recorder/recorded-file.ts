/** A recording of a browser's tab, as a list shows it. */
export interface ListedRecording {
  /** Page of the tab and number within it, such as `2-1`. */
  readonly id: string
  /** Name of the machine, such as account/sign-in. */
  readonly machine: string
  readonly steps: number
  /** Whether its oldest steps had to go, so that it cannot be replayed. */
  readonly isCut: boolean
  readonly hasEnded: boolean
}

/** A recording as a file. */
export interface RecordedFile {
  readonly fileName: string
  /** The scenario in the format scn/1, without secrets. */
  readonly text: string
  /** Whether it replays to the trace that was recorded; then the file pins that trace. */
  readonly isReplayable: boolean
  /** What keeps it from that, and what else there is to say. */
  readonly notes: readonly string[]
}
