import type { Dispatch } from 'react'
import type { ViewerData } from '../charts/viewer-data.ts'
import type { Item } from './items.ts'
import type { ReplaySoFar } from './replays.ts'
import type { ViewerAct, ViewerState } from './viewer-state.ts'

/** What the parts of the inspector are given. */
export interface InspectorProps {
  readonly item: Item
  readonly replay: ReplaySoFar
  readonly frame: number
  readonly state: ViewerState
  readonly items: readonly Item[]
  readonly data: ViewerData
  readonly dispatch: Dispatch<ViewerAct>
}
