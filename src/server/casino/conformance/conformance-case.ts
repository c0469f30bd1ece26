import type { ConformanceTable } from './conformance-table.ts'

/** A case of the suite. */
export interface ConformanceCase {
  readonly id: string
  /** What has to be so. */
  readonly title: string
  readonly run: (table: ConformanceTable) => Promise<void>
}
