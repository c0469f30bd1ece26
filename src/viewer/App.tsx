import { useEffect, useMemo } from 'react'
import type { ViewerData } from '#machines/scenario/viewer-data.ts'
import { Compared } from './Compared.tsx'
import { Inspector } from './Inspector.tsx'
import { itemsOf } from './items.ts'
import { MachinePane } from './MachinePane.tsx'
import { heatOf, playAll } from './passes.ts'
import { ScenarioList } from './ScenarioList.tsx'
import { Timeline } from './Timeline.tsx'
import { texts } from './texts.ts'
import { useKeys } from './use-keys.ts'
import { useReplay } from './use-replay.ts'
import { selectedItem, useViewer } from './viewer-state.ts'

/** The viewer: the list of scenarios, the chart with its timeline, and what is seen at a step. */
export function App({ data }: { readonly data: ViewerData }) {
  const files = useMemo(() => itemsOf(data), [data])
  const { state, dispatch, items } = useViewer(files, decodeURIComponent(location.hash.slice(1)))
  useEffect(() => playAll(files, (passes) => dispatch({ type: 'passes', passes })), [files, dispatch])
  const item = selectedItem(state)
  const unread = files.filter(({ scenario }) => !scenario)
  const other = items.find(({ id }) => id === state.compared)
  const isCompared = item?.scenario && (other?.scenario || (state.compared === 'old' && item.old))
  const replay = useReplay(item?.scenario, state.frame, Boolean(isCompared))
  const frames = replay?.frames ?? []
  const frameIndex = Math.min(state.frame, replay?.last ?? 0)
  const heat = useMemo(() => heatOf(item?.machine ?? '', items, state.passes), [item?.machine, items, state.passes])
  useKeys(dispatch, frameIndex, (replay?.last ?? 0) + 1, state.isPlaying)
  useEffect(() => {
    if (item && !item.isDraft) history.replaceState(null, '', `#${encodeURIComponent(item.id)}`)
  }, [item])
  const chart = data.charts[item?.machine ?? '']
  const frame = frames[frameIndex]
  return (
    <div className="viewer" data-pane={state.pane}>
      <header className="top">
        <h1>{texts.title}</h1>
        <p>{texts.counts(files.length, Object.keys(data.charts).length)}</p>
        {unread.length > 0 && (
          <button type="button" onClick={() => dispatch({ type: 'select', id: unread[0]?.id ?? '' })}>
            {texts.unreadable(unread.length)}
          </button>
        )}
        <nav aria-label={texts.paneSwitch}>
          {(['list', 'chart', 'inspector'] as const).map((pane) => (
            <button
              key={pane}
              type="button"
              aria-pressed={state.pane === pane}
              onClick={() => dispatch({ type: 'set', change: { pane } })}
            >
              {texts.panes[pane]}
            </button>
          ))}
        </nav>
        <details className="keys">
          <summary>{texts.keys}</summary>
          <dl>
            {texts.keyList.map(([key, meaning]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </details>
      </header>
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
    </div>
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
