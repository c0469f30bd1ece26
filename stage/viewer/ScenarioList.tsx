import { type Dispatch, type KeyboardEvent, memo, useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import type { Item } from './items.ts'
import type { Passes } from './passes.ts'
import { texts } from './texts.ts'
import type { Filter, ViewerAct } from './viewer-state.ts'

interface ListProps {
  readonly items: readonly Item[]
  readonly passes: Passes
  readonly selected: string
  readonly hasOld: boolean
  readonly dispatch: Dispatch<ViewerAct>
}

type Status = keyof typeof texts.statuses

/** How an item stands, as the list marks it. */
export function statusOf(item: Item, passes: Passes): Status {
  if (item.isDraft) return 'draft'
  if (!item.scenario) return 'unreadable'
  if (item.old) return 'differs'
  return passes.get(item.id)?.status ?? 'unknown'
}

/** Scrolls a list just as far as it takes to see an entry. `scrollIntoView` also lets Tab continue from there, past
 *  everything before it. */
function reveal(list: HTMLElement, entry: HTMLElement): void {
  const bounds = list.getBoundingClientRect()
  const { top, bottom } = entry.getBoundingClientRect()
  if (top < bounds.top) list.scrollTop += top - bounds.top
  else if (bottom > bounds.bottom) list.scrollTop += bottom - bounds.bottom
}

/** The scenarios by machine, to be searched and filtered. Arrow keys move the choice. */
export const ScenarioList = memo(function ScenarioList({ items, passes, selected, hasOld, dispatch }: ListProps) {
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<Filter>('all')
  const asked = useDeferredValue(query)
  const shown = items.filter((item) => isLike(item, asked) && (filter === 'all' || statusOf(item, passes) === filter))
  const groups = [
    ...Map.groupBy([...shown].sort(byReadability), ({ machine, isDraft }) =>
      isDraft ? texts.filters.draft : machine || texts.filters.unreadable,
    ),
  ]
  const ordered = groups.flatMap(([, members]) => members)
  const prefix = useId()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const entry = document.getElementById(prefix + selected)
    if (list.current && entry) reveal(list.current, entry)
  }, [prefix, selected])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = ordered.findIndex(({ id }) => id === selected)
    const next = ordered[Math.max(0, Math.min(ordered.length - 1, at + step))]
    if (next) dispatch({ type: 'select', id: next.id })
  }
  const isShown = ordered.some(({ id }) => id === selected)
  const next = isShown ? undefined : ordered[0]?.id
  const wanted = useRef({ asked, filter })
  useEffect(() => {
    if (wanted.current.asked === asked && wanted.current.filter === filter) return
    wanted.current = { asked, filter }
    if (next !== undefined) dispatch({ type: 'follow', id: next })
  }, [asked, filter, next, dispatch])
  return (
    <section className="list" aria-label={texts.panes.list}>
      <Finder query={query} filter={filter} hasOld={hasOld} onQuery={setQuery} onFilter={setFilter} />
      {ordered.length === 0 && <p className="empty">{texts.nothingFound}</p>}
      <div
        ref={list}
        className="items"
        role="listbox"
        tabIndex={0}
        aria-label={texts.title}
        aria-activedescendant={isShown ? prefix + selected : undefined}
        onKeyDown={onKeyDown}
      >
        {groups.map(([name, members], index) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list box
          <div key={name} role="group" aria-labelledby={`${prefix}group${index}`}>
            <h2 id={`${prefix}group${index}`} role="presentation">
              {name} <span>{members.length}</span>
            </h2>
            {members.map((item) => (
              <Entry
                key={item.id}
                id={prefix + item.id}
                item={item}
                status={statusOf(item, passes)}
                isSelected={item.id === selected}
                dispatch={dispatch}
              />
            ))}
          </div>
        ))}
      </div>
    </section>
  )
})

interface FinderProps {
  readonly query: string
  readonly filter: Filter
  /** Whether a former version is compared with. */
  readonly hasOld: boolean
  readonly onQuery: (query: string) => void
  readonly onFilter: (filter: Filter) => void
}

function Finder({ query, filter, hasOld, onQuery, onFilter }: FinderProps) {
  return (
    <div className="finder">
      <label>
        <span>{texts.search}</span>
        <input
          type="search"
          placeholder={texts.searchHint}
          value={query}
          onChange={({ target }) => onQuery(target.value)}
        />
      </label>
      <label>
        <span>{texts.show}</span>
        <select value={filter} onChange={({ target }) => onFilter(target.value as Filter)}>
          {Object.entries(texts.filters)
            .filter(([name]) => hasOld || name !== 'differs')
            .map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
        </select>
      </label>
    </div>
  )
}

interface EntryProps {
  readonly id: string
  readonly item: Item
  readonly status: Status
  readonly isSelected: boolean
  readonly dispatch: Dispatch<ViewerAct>
}

const Entry = memo(function Entry({ id, item, status, isSelected, dispatch }: EntryProps) {
  const facts = [...(item.scenario?.req ?? []), ...(item.scenario?.tags ?? [])].join(' ')
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box around it takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus and names the active option
    <div
      id={id}
      className="entry"
      role="option"
      aria-selected={isSelected}
      data-status={status}
      onClick={() => dispatch({ type: 'select', id: item.id })}
    >
      <span className="mark" role="img" aria-label={texts.statuses[status]} title={texts.statuses[status]} />
      <span className="name">{item.title}</span>
      {item.fileName !== undefined && <span className="facts">{item.fileName}</span>}
      {facts !== '' && <span className="facts">{facts}</span>}
    </div>
  )
})

/** What cannot be played comes first, for it is what somebody has to mend; the rest keeps its order. */
function byReadability(left: Item, right: Item): number {
  return Number(left.problems.length === 0) - Number(right.problems.length === 0)
}

function isLike({ id, title, machine, scenario }: Item, query: string): boolean {
  if (query.trim() === '') return true
  const text = [id, title, machine, ...(scenario?.req ?? []), ...(scenario?.tags ?? [])].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
