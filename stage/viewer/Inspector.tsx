import { type KeyboardEvent, useId, useRef } from 'react'
import { GoOn } from './GoOn.tsx'
import type { InspectorProps } from './inspector-props.ts'
import { PlacePasses } from './PlacePasses.tsx'
import { StepFacts } from './StepFacts.tsx'
import { StepList } from './StepList.tsx'
import { texts } from './texts.ts'

const TABS = ['step', 'act', 'steps', 'touch'] as const

/** The third column: what is seen at a step, how to go on from it, all steps, and who passes a place of the chart. */
export function Inspector(props: InspectorProps) {
  const { item, state, dispatch } = props
  const id = useId()
  const tabs = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: TABS.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const tab = TABS[(TABS.indexOf(state.tab) + step) % TABS.length] ?? 'step'
    dispatch({ type: 'set', change: { tab } })
    tabs.current?.querySelector<HTMLElement>(`[data-tab=${tab}]`)?.focus()
  }
  return (
    <section className="inspector" aria-label={texts.inspector}>
      {item.isDraft && (
        <label className="draft-title">
          <span>{texts.scenarioTitle}</span>
          <input value={item.title} onChange={({ target }) => dispatch({ type: 'rename', title: target.value })} />
        </label>
      )}
      <div ref={tabs} className="tabs" role="tablist" aria-label={texts.inspector} onKeyDown={onKeyDown}>
        {TABS.map((tab) => (
          <button
            key={tab}
            type="button"
            role="tab"
            id={`${id}${tab}`}
            data-tab={tab}
            aria-selected={state.tab === tab}
            aria-controls={`${id}panel`}
            tabIndex={state.tab === tab ? 0 : -1}
            onClick={() => dispatch({ type: 'set', change: { tab } })}
          >
            {texts.tabs[tab]}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must do so by the keyboard */}
      <div className="panel" role="tabpanel" id={`${id}panel`} aria-labelledby={id + state.tab} tabIndex={0}>
        <Panel {...props} />
      </div>
    </section>
  )
}

function Panel(props: InspectorProps) {
  switch (props.state.tab) {
    case 'step':
      return <StepFacts {...props} />
    case 'act':
      return <GoOn {...props} />
    case 'steps':
      return <StepList {...props} />
    case 'touch':
      return <PlacePasses {...props} />
  }
}
