import { type Dispatch, memo, useEffect, useMemo } from 'react'
import type { Scenario } from '#schemas'
import type { ReplayFrame } from '../player/replay-frames.ts'
import { scenarioText } from '../player/scenario-text.ts'
import { fileNameOf, type Item } from './items.ts'
import type { ReplaySoFar } from './replays.ts'
import { texts } from './texts.ts'
import type { ViewerAct, ViewerState } from './viewer-state.ts'

interface TimelineProps {
  readonly item: Item
  readonly items: readonly Item[]
  readonly replay: ReplaySoFar
  readonly frame: number
  readonly state: ViewerState
  readonly oldName: string | undefined
  readonly dispatch: Dispatch<ViewerAct>
}

/** While playing a step is shown at least and at most so long, whatever time lies between it and the next, in ms. */
const PLAYED_MS = { least: 60, most: 1500, step: 450 }

/** Where in the scenario one is: by steps or by virtual time, and what can be done from there. */
export function Timeline({ item, items, replay, frame, state, oldName, dispatch }: TimelineProps) {
  const { frames, last, isWhole } = replay
  const moments = isWhole ? frames : [{ at: 0 }, ...(item.scenario?.steps ?? [])]
  const { axis, isPlaying } = state
  const go = (to: number) => dispatch({ type: 'go', frame: to, frames: last + 1 })
  useEffect(() => {
    if (!isPlaying) return
    const wait = axis === 'steps' ? PLAYED_MS.step : (frames[frame + 1]?.at ?? 0) - (frames[frame]?.at ?? 0)
    const timer = setTimeout(
      () => {
        if (frame < last) dispatch({ type: 'go', frame: frame + 1, frames: last + 1 })
        else dispatch({ type: 'set', change: { isPlaying: false } })
      },
      Math.min(PLAYED_MS.most, Math.max(PLAYED_MS.least, wait)),
    )
    return () => clearTimeout(timer)
  }, [isPlaying, axis, frame, frames, last, dispatch])
  const at = frames[frame]?.at ?? 0
  const isTime = axis === 'time'
  const position = texts.stepOf(frame, last, at)
  return (
    <section className="timeline" aria-label={texts.timeline}>
      <div className="track">
        {isWhole && <Ticks frames={frames} axis={axis} />}
        <input
          type="range"
          aria-label={texts.position}
          aria-valuetext={position}
          min={0}
          max={isTime ? (moments[last]?.at ?? 0) : last}
          value={isTime ? at : frame}
          onChange={({ target }) => go(isTime ? frameAt(moments, Number(target.value)) : Number(target.value))}
        />
      </div>
      <div className="controls">
        <div className="moves">
          <Move name={texts.toStart} icon="start" isOff={frame === 0} onPress={() => go(0)} />
          <Move name={texts.back} icon="back" isOff={frame === 0} onPress={() => go(frame - 1)} />
          <Move
            name={isPlaying ? texts.pause : texts.play}
            icon={isPlaying ? 'pause' : 'play'}
            isMain
            onPress={() => {
              if (!isPlaying && frame === last) go(0)
              dispatch({ type: 'set', change: { isPlaying: !isPlaying } })
            }}
          />
          <Move name={texts.forward} icon="forward" isOff={frame === last} onPress={() => go(frame + 1)} />
          <Move name={texts.toEnd} icon="end" isOff={frame === last} onPress={() => go(last)} />
        </div>
        <p className="position" data-testid="position">
          {position}
        </p>
        <TimelineTools
          item={item}
          items={items}
          axis={axis}
          compared={state.compared}
          oldName={oldName}
          dispatch={dispatch}
        />
      </div>
    </section>
  )
}

const ICONS = {
  start: 'M3 3h2v10H3zM13 3v10L6 8z',
  back: 'M11.5 3v10L4.5 8z',
  play: 'M4 2.5v11L13.5 8z',
  pause: 'M4 3h3v10H4zM9 3h3v10H9z',
  forward: 'M4.5 3v10l7-5z',
  end: 'M11 3h2v10h-2zM3 3v10l7-5z',
} as const

interface MoveProps {
  readonly name: string
  readonly icon: keyof typeof ICONS
  readonly isOff?: boolean
  readonly isMain?: boolean
  readonly onPress: () => void
}

function Move({ name, icon, isOff = false, isMain = false, onPress }: MoveProps) {
  return (
    <button
      type="button"
      className={isMain ? 'main' : undefined}
      aria-label={name}
      title={name}
      aria-disabled={isOff}
      onClick={onPress}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={ICONS[icon]} />
      </svg>
    </button>
  )
}

interface ToolsProps {
  readonly item: Item
  readonly items: readonly Item[]
  readonly axis: ViewerState['axis']
  readonly compared: string
  readonly oldName: string | undefined
  readonly dispatch: Dispatch<ViewerAct>
}

const TimelineTools = memo(function TimelineTools({ item, items, axis, compared, oldName, dispatch }: ToolsProps) {
  const others = items.filter((other) => other.id !== item.id && other.scenario && other.machine === item.machine)
  return (
    <div className="file-tools">
      <fieldset className="switch">
        <legend>{texts.axis}</legend>
        {(['steps', 'time'] as const).map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={axis === name}
            onClick={() => dispatch({ type: 'set', change: { axis: name } })}
          >
            {texts.axes[name]}
          </button>
        ))}
      </fieldset>
      <label className="compare">
        <span>{texts.compareWith}</span>
        <select value={compared} onChange={({ target }) => dispatch({ type: 'compare', id: target.value })}>
          <option value="">{texts.nothing}</option>
          {item.old && <option value="old">{texts.on(oldName ?? '')}</option>}
          {others.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => dispatch({ type: 'fork' })}>
        {texts.fork}
      </button>
      {item.scenario && (
        <button type="button" onClick={() => download(item.scenario as Scenario, item.title)}>
          {texts.download}
        </button>
      )}
    </div>
  )
})

/** The frame that a moment of virtual time shows: the last one not later. */
export function frameAt(frames: readonly { readonly at: number }[], timeMs: number): number {
  return Math.max(
    0,
    frames.findLastIndex(({ at }) => at <= timeMs),
  )
}

/** A mark for each step, those apart that do not go as expected. One path for all: a scenario may have thousands. */
const Ticks = memo(function Ticks({
  frames,
  axis,
}: {
  readonly frames: readonly ReplayFrame[]
  readonly axis: ViewerState['axis']
}) {
  const [usual, wrong] = useMemo(() => {
    const last = frames.length - 1
    const whole = axis === 'time' ? (frames[last]?.at ?? 0) : last
    const placed = frames.map(({ at, mismatch }, index) => ({
      x: whole === 0 ? 0 : ((axis === 'time' ? at : index) / whole) * 1000,
      isWrong: mismatch !== undefined,
    }))
    const path = (isWrong: boolean) => {
      const places = new Set(placed.filter((tick) => tick.isWrong === isWrong).map(({ x }) => Math.round(x)))
      return [...places].map((x) => `M${x} 0v10`).join('')
    }
    return [path(false), path(true)]
  }, [frames, axis])
  return (
    <svg className="ticks" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
      <path d={usual} />
      <path className="wrong" d={wrong} />
    </svg>
  )
})

/** Hands the scenario over as a file. */
function download(scenario: Scenario, title: string): void {
  const url = URL.createObjectURL(new Blob([scenarioText(scenario)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileNameOf(title)
  link.click()
  URL.revokeObjectURL(url)
}
