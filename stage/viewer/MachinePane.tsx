import { memo } from 'react'
import type { ChartLayout } from '../charts/chart-model.ts'
import { type FrameSight, stateLabel } from '../player/replay-frames.ts'
import { Chart } from './Chart.tsx'
import type { Item } from './items.ts'

interface PaneProps {
  readonly item: Item
  /** Said after the title: the revision, where it is another one. */
  readonly remark?: string
  readonly layout: ChartLayout
  readonly frame: FrameSight
  readonly heat: ReadonlyMap<string, number>
  readonly place: string
  readonly onPlace: (place: string) => void
}

/** A scenario's name above the chart of its machine, as it is at one moment. */
export const MachinePane = memo(function MachinePane({ item, remark, layout, frame, heat, place, onPlace }: PaneProps) {
  return (
    <section className="pane" aria-label={remark ? `${item.title} ${remark}` : item.title}>
      <div className="pane-head">
        <h2>
          {item.title} {remark && <em>{remark}</em>}
        </h2>
        <p className="file">{item.isDraft ? item.machine : item.id}</p>
        <p className="now" data-testid="state">
          {stateLabel(frame.value)}
        </p>
      </div>
      <Chart machine={item.machine} layout={layout} frame={frame} heat={heat} place={place} onPlace={onPlace} />
    </section>
  )
})
