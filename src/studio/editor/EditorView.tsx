import { lazy, Suspense, useState } from 'react'
import { say } from '../app/studio-texts.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { PreviewPane } from '../preview/PreviewPane.tsx'
import type { SoughtPlace } from '../preview/preview-messages.ts'
import type { PickedPlace } from '../preview/use-preview.ts'
import { DocumentPane, NothingChosen } from './DocumentPane.tsx'
import { DocumentTree } from './DocumentTree.tsx'
import { inLanguage, languageOf } from './document-groups.ts'
import { EditorHead } from './EditorHead.tsx'
import styles from './EditorView.module.css'
import { useEditorPlace } from './editor-place.ts'
import { useDraftState, useLeaveGuard, usePresence, useUndoKeys } from './use-draft.ts'

// Loaded with the first press in the preview.
const PickedPlaces = lazy(async () => ({ default: (await import('./PickedPlaces.tsx')).PickedPlaces }))

const VIEWS = ['tree', 'form', 'preview'] as const
type View = (typeof VIEWS)[number]

/** The editor: contents, form and preview beside each other, or as tabs where there is no room. */
export function EditorView({ store }: { readonly store: DraftStore }) {
  const state = useDraftState(store)
  const place = useEditorPlace()
  const onFocus = usePresence(store, place.path)
  useUndoKeys(store)
  useLeaveGuard(state)
  const [view, setView] = useState<View>(place.path === '' ? 'tree' : 'form')
  const [picked, setPicked] = useState<PickedPlace | null>(null)
  const [sought, setSought] = useState<SoughtPlace | null>(null)
  const find = (place: SoughtPlace) => {
    setSought({ ...place })
    setView('preview')
  }
  const language = languageOf(place.path) ?? place.language ?? state.catalogue.languages[0] ?? 'en'
  const open = (path: string, pointer?: string) => {
    place.open(path, pointer)
    setView('form')
  }
  const setLanguage = (next: string) => {
    if (languageOf(place.path) === null) place.setLanguage(next)
    else place.open(inLanguage(place.path, next))
  }
  const going = { ...place, open, setLanguage }
  return (
    <div className={styles.editor} data-view={view}>
      <EditorHead store={store} state={state} onOpen={open} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around three tabs */}
      <div role="group" aria-label={say('editor.views')} className={styles.views}>
        {VIEWS.map((one) => (
          <button
            key={one}
            type="button"
            data-view={one}
            className={styles.view}
            aria-pressed={one === view}
            onClick={() => setView(one)}
          >
            {say(`editor.view_${one}`)}
          </button>
        ))}
      </div>
      <div className={styles.tree}>
        <DocumentTree state={state} place={going} language={language} />
      </div>
      <div className={styles.form}>
        {place.path === '' ? (
          <NothingChosen />
        ) : (
          <DocumentPane
            key={place.path}
            store={store}
            state={state}
            place={place}
            onFocus={onFocus}
            language={language}
            onFind={find}
          />
        )}
      </div>
      <div className={styles.preview}>
        <PreviewPane state={state} onPicked={setPicked} sought={sought} />
      </div>
      {picked && (
        <Suspense fallback={null}>
          <PickedPlaces
            store={store}
            state={state}
            language={language}
            picked={picked}
            onOpen={open}
            onClose={() => setPicked(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
