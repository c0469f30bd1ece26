import type {
  BrandProblem,
  StudioCatalogueAnswer,
  StudioDocumentAnswer,
  StudioDraftAnswer,
  StudioDraftPerson,
  StudioDraftPreview,
  StudioEdit,
} from '#schemas'
import { type CrossedEdits, crossedBy } from './crossed-edits.ts'
import { type EditHistory, type HistoryMove, makeEdits, newHistory, withDocument } from './edit-history.ts'
import type { SavingState } from './edit-queue.ts'
import { editedDocument, isEffective, type LoadedDocument, liftOverLeaf } from './loaded-documents.ts'
import { liftToList } from './own-documents.ts'

/** What an open editor knows of a draft. It never changes; each action gives the next one. */
export interface DraftState {
  readonly brand: string
  readonly catalogue: StudioCatalogueAnswer
  readonly documents: Readonly<Record<string, LoadedDocument>>
  readonly history: EditHistory
  /** Number of the last edit that the server is known to have. */
  readonly sequence: number
  readonly people: readonly StudioDraftPerson[]
  readonly problems: readonly BrandProblem[]
  readonly isBehind: boolean
  readonly saving: SavingState
  /** Edits that the server has not taken yet. */
  readonly pending: readonly StudioEdit[]
  /** What this window and others have written at the same places. */
  readonly crossed: CrossedEdits
  /** Why the server did not take an edit, or could not be asked. */
  readonly failure: unknown
  /** What a page of the draft is made of, after the edit with a number. */
  readonly preview: { readonly sequence: number; readonly parts: StudioDraftPreview } | null
}

/** The state in which an editor opens. */
export function openedDraft(catalogue: StudioCatalogueAnswer): DraftState {
  return {
    brand: catalogue.brand.id,
    catalogue,
    documents: {},
    history: newHistory(),
    sequence: catalogue.sequence,
    people: [],
    problems: [],
    isBehind: false,
    saving: 'saved',
    pending: [],
    crossed: { written: [], crossings: [] },
    failure: null,
    preview: null,
  }
}

/** The state of another draft in the same editor, such as after a publication: its files are to be read again. What was lost stays
 *  to be said, and what was written was the former draft's. */
export function reopenedDraft({ documents, crossed }: DraftState, catalogue: StudioCatalogueAnswer): DraftState {
  return { ...openedDraft(catalogue), documents, crossed: { ...crossed, written: [] } }
}

/** Takes a document that came from the server, with the edits on top that are still on their way there. */
export function withLoaded(
  state: DraftState,
  answer: StudioDocumentAnswer,
  pending: readonly StudioEdit[],
): DraftState {
  const { problems: _problems, sequence: _sequence, ...document } = answer
  const onTop = pending.filter(({ path }) => path === document.path)
  const shown = onTop.reduce((it, edit) => editedDocument(it, edit, state.brand), document as LoadedDocument)
  const loaded = withDocument(state.history, document.path, document.own)
  const { documents } = makeEdits({ ...loaded, past: [], future: [] }, onTop, 0)
  return {
    ...state,
    documents: { ...state.documents, [document.path]: shown },
    history: { ...loaded, documents },
  }
}

/** The edits as the own files can take them: of whole lists, and over deletions; those that change nothing are left out. */
export function fitted(state: DraftState, edits: readonly StudioEdit[]): readonly StudioEdit[] {
  return edits.flatMap((edit) => {
    const own = state.history.documents[edit.path]
    const lifted = liftOverLeaf(own, liftToList(state.documents[edit.path]?.resolved, edit))
    return isEffective(own, lifted) ? [lifted] : []
  })
}

/** Makes edits that fit, as one step that can be undone. */
export function withEdits(state: DraftState, edits: readonly StudioEdit[], nowMs: number): DraftState {
  const history = makeEdits(state.history, edits, nowMs)
  return { ...state, history, failure: null, documents: editedDocuments(state, edits) }
}

/** Goes one step back or there again. */
export function withMove(state: DraftState, { history, edits }: HistoryMove): DraftState {
  return { ...state, history, failure: null, documents: editedDocuments(state, edits) }
}

function editedDocuments({ documents, brand }: DraftState, edits: readonly StudioEdit[]): DraftState['documents'] {
  const next = new Map(Object.entries(documents))
  for (const edit of edits) {
    const document = next.get(edit.path)
    if (document) next.set(edit.path, editedDocument(document, edit, brand))
  }
  return Object.fromEntries(next)
}

/** Takes what the server says of the draft as a whole; the same state when nothing of it is new. */
export function withDraft(state: DraftState, answer: StudioDraftAnswer): DraftState {
  const { sequence, people, problems, isBehind, preview } = answer
  const next: DraftState = {
    ...state,
    sequence,
    isBehind,
    people: isSame(state.people, people) ? state.people : people,
    problems: isSame(state.problems, problems) ? state.problems : problems,
    preview: preview && state.preview?.sequence !== sequence ? { sequence, parts: preview } : state.preview,
  }
  const keys = ['sequence', 'isBehind', 'people', 'problems', 'preview'] as const
  return keys.every((key) => next[key] === state[key]) ? state : next
}

/** Takes what an answer to an edit says: who else is here and what they did is not in it. */
export function withTaken(state: DraftState, answer: StudioDraftAnswer): DraftState {
  return withDraft(state, { ...answer, people: [...state.people] })
}

/** Takes the edits since the last round: what others have written where this window has. */
export function withCrossed(
  state: DraftState,
  { edits }: StudioDraftAnswer,
  pending: readonly StudioEdit[],
  editor: string,
): DraftState {
  return edits.length === 0 ? state : { ...state, crossed: crossedBy(state.crossed, edits, pending, editor) }
}

/** Knows of a picture that was put into the draft. */
export function withAsset(state: DraftState, path: string): DraftState {
  const { choices } = state.catalogue
  const asset = { ...choices.asset, [path]: path }
  return { ...state, catalogue: { ...state.catalogue, choices: { ...choices, asset } } }
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Documents on the screen that others have edited, and so have to be read again. */
export function editedByOthers(state: DraftState, answer: StudioDraftAnswer, editor: string): readonly string[] {
  const paths = answer.edits.filter((edit) => edit.editor !== editor).map(({ edit }) => edit.path)
  return [...new Set(paths)].filter((path) => Object.hasOwn(state.documents, path))
}

/** Documents whose values the server has to say after edits: what counts where the brand no longer writes anything, and the
 *  defaults inside of new entries. */
export function unsureAfter(edits: readonly StudioEdit[]): readonly string[] {
  const unsure = edits.filter(
    ({ value }) => value === undefined || (typeof value === 'object' && !Array.isArray(value)),
  )
  return [...new Set(unsure.map(({ path }) => path))]
}
