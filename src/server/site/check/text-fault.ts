import type { TextPlace } from '../brands/json-source.ts'

/** A fault of a text file that is not JSON. */
export interface TextFault {
  readonly place: TextPlace
  readonly found: string
  readonly expected: string
  readonly message: string
  /** What was most likely meant; nothing when left out. */
  readonly suggestion?: string | null
}
