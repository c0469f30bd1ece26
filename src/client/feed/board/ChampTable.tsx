import { useCallback } from 'react'
import type { CallPort } from '#calls/call.ts'
import { getStageTable } from '#calls/feed.calls.ts'
import { StageTable } from '#renderers/feed/results/StageTable.tsx'
import { useApp } from '../../page/app-context.ts'
import { Asked } from '../Asked.tsx'
import { teamPath } from '../feed.selectors.ts'

/** Props of {@link ChampTable}. */
export interface ChampTableProps {
  readonly champId: number
  /** Sides to highlight. */
  readonly marked?: readonly number[]
}

const NOBODY: readonly number[] = []

/** The table of a championship in its latest season, asked for when it is shown (FEED-16). */
export function ChampTable({ champId, marked = NOBODY }: ChampTableProps) {
  const app = useApp()
  const ask = useCallback((call: CallPort) => call(getStageTable, { query: { champId } }), [champId])
  return (
    <Asked ask={ask}>
      {(table) => <StageTable table={table} marked={marked} pathOf={(side) => teamPath(app, side)} />}
    </Asked>
  )
}
