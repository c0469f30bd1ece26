import { useMemo } from 'react'
import type { ChartLayout, ChartLine } from '../charts/chart-model.ts'
import type { InspectorProps } from './inspector-props.ts'
import { texts } from './texts.ts'

interface Place {
  readonly key: string
  readonly text: string
}

/** Which scenarios pass a state or a transition. It is chosen here or on the chart. */
export function PlacePasses({ item, items, data, state, dispatch }: InspectorProps) {
  const layout = data.charts[item.machine]
  const { states, transitions } = useMemo(() => (layout ? placesOf(layout) : { states: [], transitions: [] }), [layout])
  const isHere = [...states, ...transitions].some(({ key }) => key === state.place)
  const passing = items.filter(
    ({ id, machine }) => machine === item.machine && state.passes.get(id)?.places.has(state.place),
  )
  return (
    <>
      <h2>{texts.tabs.touch}</h2>
      <label className="place">
        <span>{texts.passes}</span>
        <select
          value={isHere ? state.place : ''}
          onChange={({ target }) => dispatch({ type: 'place', place: target.value })}
        >
          <option value="">{texts.nothing}</option>
          <optgroup label={texts.states}>{states.map(optionOf)}</optgroup>
          <optgroup label={texts.transitions}>{transitions.map(optionOf)}</optgroup>
        </select>
      </label>
      {isHere ? (
        <>
          <h3>
            <span role="status">{texts.passedBy(passing.length)}</span>
          </h3>
          <ul className="passing">
            {passing.map(({ id, title }) => (
              <li key={id}>
                <button type="button" aria-pressed={id === item.id} onClick={() => dispatch({ type: 'select', id })}>
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="was">{texts.choose}</p>
      )}
    </>
  )
}

function optionOf({ key, text }: Place) {
  return (
    <option key={key} value={key}>
      {text}
    </option>
  )
}

function placesOf({ nodes, edges }: ChartLayout): {
  readonly states: readonly Place[]
  readonly transitions: readonly Place[]
} {
  const names = new Map(nodes.map(({ id, state, title }) => [id, state || title]))
  const placeOf = (from: string) => (line: ChartLine) =>
    line.transition === undefined
      ? []
      : [{ key: line.transition, text: [`${from}, ${line.text}`, line.detail].filter(Boolean).join(' ') }]
  const states = nodes.filter(({ kind }) => !['machine', 'initial', 'any', 'history'].includes(kind))
  return {
    states: states.map(({ state }) => ({ key: state, text: state })),
    transitions: [
      ...nodes.flatMap(({ id, lines }) => lines.flatMap(placeOf(names.get(id) ?? id))),
      ...edges.flatMap(({ from, to, lines }) =>
        lines
          .flatMap(placeOf(names.get(from) ?? from))
          .map(({ key, text }) => ({ key, text: `${text} → ${names.get(to) ?? to}` })),
      ),
    ],
  }
}
