import { type Dispatch, useMemo } from 'react'
import type { ViewerData } from '../charts/viewer-data.ts'
import { type FrameSight, firstFrameDivergence } from '../player/replay-frames.ts'
import type { Item } from './items.ts'
import { MachinePane } from './MachinePane.tsx'
import { replayOf } from './replays.ts'
import { texts } from './texts.ts'
import type { ViewerAct } from './viewer-state.ts'

interface ComparedProps {
  readonly item: Item
  readonly frames: readonly FrameSight[]
  readonly frame: number
  /** The other scenario; undefined for the same one on the other revision. */
  readonly other: Item | undefined
  readonly heat: ReadonlyMap<string, number>
  readonly data: ViewerData
  readonly dispatch: Dispatch<ViewerAct>
}

/** The second pane: another scenario, or another revision of the machine, at the same step; and where the two part. */
export function Compared({ item, frames, frame, other, heat, data, dispatch }: ComparedProps) {
  const otherFrames = (other?.scenario ? replayOf(other.scenario)?.frames : item.old) ?? []
  const parting = useMemo(() => firstFrameDivergence(frames, otherFrames), [frames, otherFrames])
  const layout = (other ? data.charts : data.old?.charts)?.[item.machine]
  const shown = otherFrames[Math.min(frame, otherFrames.length - 1)]
  const remark = other ? undefined : texts.on(data.old?.name ?? '')
  return (
    <>
      <div className="parting" data-here={parting !== undefined && parting.frame <= frame} role="status">
        {parting ? (
          <>
            <span>{texts.divergesAt(parting.frame, texts.aspects[parting.what])}</span>
            <button type="button" onClick={() => dispatch({ type: 'go', frame: parting.frame, frames: frames.length })}>
              {texts.goThere}
            </button>
          </>
        ) : (
          <span>{texts.same}</span>
        )}
        {frame >= otherFrames.length && <span>{texts.endedBefore}</span>}
      </div>
      {layout && shown && (
        <MachinePane
          item={other ?? item}
          {...(remark === undefined ? {} : { remark })}
          layout={layout}
          frame={shown}
          heat={heat}
          place=""
          onPlace={(place) => dispatch({ type: 'place', place })}
        />
      )}
    </>
  )
}
