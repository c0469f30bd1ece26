import { useMemo, useReducer } from 'react'
import type { Scenario, ScenarioStep } from '#schemas'
import { forkOf, type Item, withStep, withTitle } from './items.ts'
import { type Passes, passOf } from './passes.ts'

/** What the list shows. */
export type Filter = 'all' | 'passed' | 'diverged' | 'unreadable' | 'draft' | 'differs'

/** The place, as the address names it, of the page of requirements; every other place is the id of an item. */
export const REQUIREMENTS_PAGE = 'requirements'

/** Address of a place within the page: `#a%2Fopens.scn.json`. */
export function addressOf(place: string): string {
  return `#${encodeURIComponent(place)}`
}

/** Where the person is in the viewer. */
export interface ViewerState {
  readonly files: readonly Item[]
  readonly drafts: readonly Item[]
  readonly madeDrafts: number
  readonly passes: Passes
  readonly page: 'scenarios' | 'requirements'
  readonly selected: string
  /** Id of the item that is shown beside; `old` for the other revision of the machines. */
  readonly compared: string
  readonly frame: number
  readonly axis: 'steps' | 'time'
  readonly isPlaying: boolean
  readonly pane: 'list' | 'chart' | 'inspector'
  readonly tab: 'step' | 'act' | 'steps' | 'touch'
  /** State path or transition key that is looked at. */
  readonly place: string
}

/** What a person does. */
export type ViewerAct =
  | { readonly type: 'passes'; readonly passes: Passes }
  | { readonly type: 'select'; readonly id: string }
  /** The address asks for an item, or for the page of requirements. */
  | { readonly type: 'visit'; readonly place: string }
  /** The search has left the chosen one out, and shows this one first. */
  | { readonly type: 'follow'; readonly id: string }
  | { readonly type: 'compare'; readonly id: string }
  | { readonly type: 'go'; readonly frame: number; readonly frames: number }
  | { readonly type: 'fork' }
  | { readonly type: 'do'; readonly step: ScenarioStep }
  | { readonly type: 'rename'; readonly title: string }
  | { readonly type: 'place'; readonly place: string }
  | { readonly type: 'set'; readonly change: Partial<Pick<ViewerState, 'axis' | 'isPlaying' | 'pane' | 'tab'>> }

/** The item that is shown. */
export function selectedItem({ drafts, files, selected }: ViewerState): Item | undefined {
  return drafts.find(({ id }) => id === selected) ?? files.find(({ id }) => id === selected)
}

/** The next state; nothing else changes it. */
export function viewerReducer(state: ViewerState, act: ViewerAct): ViewerState {
  switch (act.type) {
    case 'passes':
      return withPasses(state, act.passes)
    case 'select':
      return chosen(state, act.id)
    case 'visit':
      return visited(state, act.place)
    case 'follow':
      return opened(state, act.id)
    case 'compare':
      return { ...state, compared: act.id }
    case 'go':
      return goTo(state, act.frame, act.frames)
    case 'fork':
      return forked(state)
    case 'do':
      return continued(state, act.step)
    case 'rename':
      return withDraft(state, (item) => withTitle(item, act.title))
    case 'place':
      return { ...state, place: act.place, tab: 'touch', pane: 'inspector' }
    case 'set':
      return { ...state, ...act.change }
  }
}

function chosen(state: ViewerState, id: string): ViewerState {
  const next = id === state.selected ? state : opened(state, id)
  return { ...next, page: 'scenarios', pane: 'chart' }
}

/** A place that there is not leaves the person where they are. */
function visited(state: ViewerState, place: string): ViewerState {
  if (place === REQUIREMENTS_PAGE) return { ...state, page: 'requirements', isPlaying: false }
  return selectedItem({ ...state, selected: place }) ? chosen(state, place) : state
}

/** Another scenario, which opens where it diverges, else at its start. */
function opened(state: ViewerState, id: string): ViewerState {
  const item = selectedItem({ ...state, selected: id })
  return { ...state, selected: id, compared: '', frame: openingFrame(item, state.passes), isPlaying: false }
}

/** Takes in the results of scenarios; the one that is shown moves to its divergence when that becomes known and it is
 *  still at its start. */
function withPasses(state: ViewerState, passes: Passes): ViewerState {
  const isNews = state.frame === 0 && !state.passes.has(state.selected)
  const frame = isNews ? (passes.get(state.selected)?.divergesAt ?? 0) : state.frame
  return { ...state, passes, frame }
}

/** Most steps of a scenario that is played before it is shown; a longer one moves to its divergence after it was
 *  played. */
const PLAYED_AT_ONCE = 200

function openingFrame(item: Item | undefined, passes: Passes): number {
  if (!item?.scenario) return 0
  const pass = passes.get(item.id) ?? (item.scenario.steps.length <= PLAYED_AT_ONCE ? passOf(item.scenario) : undefined)
  return pass?.divergesAt ?? 0
}

function goTo(state: ViewerState, frame: number, frames: number): ViewerState {
  const next = Math.max(0, Math.min(frames - 1, frame))
  return next === state.frame ? state : { ...state, frame: next }
}

type Playable = Item & { readonly scenario: Scenario }

function isPlayable(item: Item | undefined): item is Playable {
  return item?.scenario !== undefined
}

function forked(state: ViewerState): ViewerState {
  const item = selectedItem(state)
  if (!isPlayable(item)) return state
  const fork = forkOf(item, state.frame, state.madeDrafts + 1)
  return {
    ...state,
    drafts: [fork, ...state.drafts],
    madeDrafts: state.madeDrafts + 1,
    selected: fork.id,
    compared: '',
    isPlaying: false,
  }
}

/** At the end of a draft the step is added to it; anywhere else a draft begins with it. */
function continued(state: ViewerState, step: ScenarioStep): ViewerState {
  const item = selectedItem(state)
  if (!isPlayable(item)) return state
  const isAtEnd = item.isDraft && item.scenario.steps.length === state.frame
  const next = withDraft(isAtEnd ? state : forked(state), (draft) => withStep(draft, step))
  return { ...next, frame: state.frame + 1 }
}

function withDraft(state: ViewerState, change: (draft: Playable) => Item): ViewerState {
  const drafts = state.drafts.map((item) => (item.id === state.selected && isPlayable(item) ? change(item) : item))
  return { ...state, drafts }
}

/** The state of the page, and how it is changed. @param files what the page was given */
export function useViewer(files: readonly Item[], asked: string) {
  const [state, dispatch] = useReducer(viewerReducer, null, () => startState(files, asked))
  const items = useMemo(() => [...state.drafts, ...state.files], [state.drafts, state.files])
  return { state, dispatch, items }
}

/** @param asked place to begin at: the requirements, or an item; the first one that can be played when there is none such */
export function startState(files: readonly Item[], asked: string): ViewerState {
  const first = files.find(({ id }) => id === asked) ?? files.find(isPlayable) ?? files[0]
  return {
    files,
    drafts: [],
    madeDrafts: 0,
    passes: new Map(),
    page: asked === REQUIREMENTS_PAGE ? 'requirements' : 'scenarios',
    selected: first?.id ?? '',
    compared: '',
    frame: openingFrame(first, new Map()),
    axis: 'steps',
    isPlaying: false,
    pane: 'chart',
    tab: 'step',
    place: '',
  }
}
