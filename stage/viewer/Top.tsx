import type { Dispatch } from 'react'
import { texts } from './texts.ts'
import { addressOf, REQUIREMENTS_PAGE, type ViewerAct, type ViewerState } from './viewer-state.ts'

interface TopProps {
  readonly state: ViewerState
  readonly machines: number
  readonly dispatch: Dispatch<ViewerAct>
}

/** The head of the page: what there is, the way to the other page, and what the keys do. */
export function Top({ state, machines, dispatch }: TopProps) {
  const { files, page, pane, selected } = state
  const unread = files.filter(({ scenario }) => !scenario)
  const isList = page === 'requirements'
  return (
    <header className="top">
      <h1>{isList ? texts.requirements : texts.title}</h1>
      <p>{texts.counts(files.length, machines)}</p>
      {unread.length > 0 && (
        <button type="button" onClick={() => dispatch({ type: 'select', id: unread[0]?.id ?? '' })}>
          {texts.unreadable(unread.length)}
        </button>
      )}
      <a href={addressOf(isList ? selected : REQUIREMENTS_PAGE)}>{isList ? texts.title : texts.requirements}</a>
      {!isList && (
        <>
          <nav aria-label={texts.paneSwitch}>
            {(['list', 'chart', 'inspector'] as const).map((name) => (
              <button
                key={name}
                type="button"
                aria-pressed={pane === name}
                onClick={() => dispatch({ type: 'set', change: { pane: name } })}
              >
                {texts.panes[name]}
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
        </>
      )}
    </header>
  )
}
