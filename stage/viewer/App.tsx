import { Activity, type Dispatch, useEffect, useMemo, useState } from 'react'
import type { ViewerData } from '../charts/viewer-data.ts'
import { Compared } from './Compared.tsx'
import { Inspector } from './Inspector.tsx'
import { type Item, itemsOf } from './items.ts'
import { MachinePane } from './MachinePane.tsx'
import { heatOf, playAll } from './passes.ts'
import { Requirements } from './Requirements.tsx'
import { ScenarioList } from './ScenarioList.tsx'
import { Timeline } from './Timeline.tsx'
import { Top } from './Top.tsx'
import { texts } from './texts.ts'
import { useKeys } from './use-keys.ts'
import { useReplay } from './use-replay.ts'
import {
  addressOf,
  REQUIREMENTS_PAGE,
  selectedItem,
  useViewer,
  type ViewerAct,
  type ViewerState,
} from './viewer-state.ts'

/** The viewer: scenarios, one of which is shown, or the requirements with what proves them. */
export function App({ data }: { readonly data: ViewerData }) {
  const files = useMemo(() => itemsOf(data), [data])
  const { state, dispatch, items } = useViewer(files, askedPlace())
  useEffect(() => playAll(files, (passes) => dispatch({ type: 'passes', passes })), [files, dispatch])
  const { page } = state
  const item = selectedItem(state)
  const place = page === 'requirements' ? REQUIREMENTS_PAGE : item?.isDraft ? undefined : item?.id
  useEffect(() => {
    if (place !== undefined) history.replaceState(null, '', addressOf(place))
  }, [place])
  useEffect(() => {
    const onVisit = () => dispatch({ type: 'visit', place: askedPlace() })
    window.addEventListener('hashchange', onVisit)
    return () => window.removeEventListener('hashchange', onVisit)
  }, [dispatch])
  // Once seen, the requirements stay as they were left: what was sought, and how far it was scrolled.
  const [hasSeen, setHasSeen] = useState(false)
  if (page === 'requirements' && !hasSeen) setHasSeen(true)
  return (
    <div className="viewer" data-pane={state.pane} data-page={page}>
      <Top state={state} machines={Object.keys(data.charts).length} dispatch={dispatch} />
      {page === 'scenarios' && <Scenarios data={data} state={state} items={items} dispatch={dispatch} />}
      {hasSeen && (
        <Activity mode={page === 'requirements' ? 'visible' : 'hidden'}>
          <Requirements data={data} passes={state.passes} />
        </Activity>
      )}
    </div>
  )
}

/** What the address asks for: a scenario, or the page of requirements. */
function askedPlace(): string {
  return decodeURIComponent(location.hash.slice(1))
}

interface ScenariosProps {
  readonly data: ViewerData
  readonly state: ViewerState
  readonly items: readonly Item[]
  readonly dispatch: Dispatch<ViewerAct>
}

/** The list of scenarios, the chart with its timeline, and what is seen at a step. */
function Scenarios({ data, state, items, dispatch }: ScenariosProps) {
  const item = selectedItem(state)
  const other = items.find(({ id }) => id === state.compared)
  const isCompared = item?.scenario && (other?.scenario || (state.compared === 'old' && item.old))
  const replay = useReplay(item?.scenario, state.frame, Boolean(isCompared))
  const frames = replay?.frames ?? []
  const frameIndex = Math.min(state.frame, replay?.last ?? 0)
  const heat = useMemo(() => heatOf(item?.machine ?? '', items, state.passes), [item?.machine, items, state.passes])
  useKeys(dispatch, frameIndex, (replay?.last ?? 0) + 1, state.isPlaying)
  const chart = data.charts[item?.machine ?? '']
  const frame = frames[frameIndex]
  return (
    <main className="columns">
      <ScenarioList
        items={items}
        passes={state.passes}
        selected={state.selected}
        hasOld={data.old !== undefined}
        dispatch={dispatch}
      />
      <section className="stage" aria-label={texts.panes.chart}>
        {item && replay && frame && chart ? (
          <>
            <div className="panes" data-count={isCompared ? 2 : 1}>
              <MachinePane
                item={item}
                layout={chart}
                frame={frame}
                heat={heat}
                place={state.place}
                onPlace={(place) => dispatch({ type: 'place', place })}
              />
              {isCompared && (
                <Compared
                  heat={heat}
                  item={item}
                  frames={frames}
                  frame={frameIndex}
                  other={other}
                  data={data}
                  dispatch={dispatch}
                />
              )}
            </div>
            <Timeline
              item={item}
              items={items}
              replay={replay}
              frame={frameIndex}
              state={state}
              oldName={data.old?.name}
              dispatch={dispatch}
            />
          </>
        ) : (
          <Unplayable item={item} />
        )}
      </section>
      {item?.scenario && replay && frame ? (
        <Inspector
          item={item}
          replay={replay}
          frame={frameIndex}
          state={state}
          items={items}
          data={data}
          dispatch={dispatch}
        />
      ) : (
        <section className="inspector" aria-label={texts.inspector} />
      )}
    </main>
  )
}

/** Why an item cannot be played: every problem with its place in the file. */
function Unplayable({ item }: { readonly item: ReturnType<typeof selectedItem> }) {
  if (!item) return <p className="empty">{texts.noScenario}</p>
  return (
    <div className="problems">
      <h2>{item.title}</h2>
      <p className="file">{item.id}</p>
      <h3>{texts.problems}</h3>
      <ul>
        {item.problems.map(({ line, pointer, message }) => (
          <li key={`${line} ${pointer} ${message}`}>
            <strong>{texts.problemAt(line, pointer)}</strong> {message}
          </li>
        ))}
      </ul>
    </div>
  )
}
