import { type Dispatch, memo, useEffect, useRef, useState } from 'react'
import type { ScenarioStep } from '#schemas'
import { type ReplayFrame, stateLabel } from '../player/replay-frames.ts'
import type { InspectorProps } from './inspector-props.ts'
import { stepText } from './StepFacts.tsx'
import { milliseconds, texts } from './texts.ts'
import type { ViewerAct } from './viewer-state.ts'

const ROW_PX = 44
/** Rows that are drawn above and below what is seen. */
const MARGIN = 6

/** All steps; only those that are seen are in the page, so that thousands cost no more than a few. */
export function StepList({ item, replay, frame, dispatch }: InspectorProps) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState({ top: 0, height: 600 })
  useEffect(() => {
    const panel = box.current?.parentElement
    if (!panel) return
    const look = () => setSeen({ top: panel.scrollTop, height: panel.clientHeight })
    look()
    panel.addEventListener('scroll', look, { passive: true })
    return () => panel.removeEventListener('scroll', look)
  }, [])
  useEffect(() => {
    const panel = box.current?.parentElement
    if (!panel) return
    const at = frame * ROW_PX
    if (at < panel.scrollTop) panel.scrollTop = at
    else if (at + ROW_PX > panel.scrollTop + panel.clientHeight) panel.scrollTop = at + ROW_PX - panel.clientHeight
  }, [frame])
  const first = Math.max(0, Math.floor(seen.top / ROW_PX) - MARGIN)
  const count = Math.ceil(seen.height / ROW_PX) + 2 * MARGIN
  const steps = item.scenario?.steps ?? []
  const indices = Array.from({ length: Math.max(0, Math.min(count, replay.last + 1 - first)) }, (_, row) => first + row)
  return (
    <div ref={box} className="steps" style={{ height: (replay.last + 1) * ROW_PX }}>
      <ol start={first} style={{ transform: `translateY(${first * ROW_PX}px)` }}>
        {indices.map((index) => (
          <Row
            key={index}
            index={index}
            frames={replay.last + 1}
            step={steps[index - 1]}
            shown={replay.frames[index]}
            isNow={index === frame}
            dispatch={dispatch}
          />
        ))}
      </ol>
    </div>
  )
}

interface RowProps {
  readonly index: number
  readonly frames: number
  readonly step: ScenarioStep | undefined
  readonly shown: ReplayFrame | undefined
  readonly isNow: boolean
  readonly dispatch: Dispatch<ViewerAct>
}

const Row = memo(function Row({ index, frames, step, shown, isNow, dispatch }: RowProps) {
  return (
    <li>
      <button
        type="button"
        aria-current={isNow ? 'step' : undefined}
        data-wrong={shown?.mismatch !== undefined}
        onClick={() => dispatch({ type: 'go', frame: index, frames })}
      >
        <span className="number">{index}</span>
        <span className="what">{step ? stepText(step) : texts.start}</span>
        <span className="at">{milliseconds(shown?.at ?? 0)}</span>
        <span className="where">{stateLabel(shown?.value)}</span>
      </button>
    </li>
  )
})
