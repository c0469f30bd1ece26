import { lazy, Suspense, useMemo } from 'react'
import { isInParts } from '#machines/site/brand-parts.rules.ts'
import { failureText } from '../app/failure-text.ts'
import { say } from '../app/studio-texts.ts'
import type { DraftState } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { type FormPlace, FormPlaceContext } from '../forms/form-place.ts'
import { SubtreePane } from '../forms/SubtreePane.tsx'
import type { SchemaNode } from '../forms/schema/schema-node.ts'
import { Waiting } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import type { SoughtPlace } from '../preview/preview-messages.ts'
import { CatalogueContext } from '../registration/catalogue-context.ts'
import { CATALOGUE, registrationTypeOf, withCatalogue } from '../registration/form-fields.ts'
import { SHAPE_GROUPS } from '../theme/shape-presets.ts'
import { Crumbs } from './Crumbs.tsx'
import styles from './DocumentPane.module.css'
import type { EditorPlace } from './editor-place.ts'
import { PageText } from './PageText.tsx'
import { soughtPlace } from './sought-place.ts'
import { useOpened } from './use-draft.ts'

// Each is loaded with the first file that needs it.
const RegistrationBuilder = lazy(async () => ({
  default: (await import('../registration/RegistrationBuilder.tsx')).RegistrationBuilder,
}))
const DictionaryPane = lazy(async () => ({ default: (await import('./DictionaryPane.tsx')).DictionaryPane }))
const ShapeSample = lazy(async () => ({ default: (await import('../theme/ShapeSample.tsx')).ShapeSample }))
const BannerCalendar = lazy(async () => ({ default: (await import('../banners/BannerCalendar.tsx')).BannerCalendar }))

interface DocumentPaneProps {
  readonly store: DraftStore
  readonly state: DraftState
  readonly place: EditorPlace
  readonly onFocus: (pointer: string) => void
  /** Language in which texts are shown. */
  readonly language: string
  /** Shows what a place makes on the page of the preview. */
  readonly onFind: (place: SoughtPlace) => void
}

const BANNERS = 'config/banner-widgets.json'

/** The file that is edited: loaded, then shown by what it is. */
export function DocumentPane({ store, state, place, onFocus, language, onFind }: DocumentPaneProps) {
  const { path, pointer } = place
  const isForm = registrationTypeOf(path) !== null
  const failure = useOpened(store, path)
  useOpened(store, isForm ? CATALOGUE : '')
  const loaded = state.documents[path]
  const catalogued = isForm ? state.documents[CATALOGUE] : undefined
  const document = useMemo(
    () => (isForm && loaded ? catalogued && withCatalogue(loaded, catalogued) : loaded),
    [isForm, loaded, catalogued],
  )
  const { brand, catalogue, history, problems, people } = state
  const own = history.documents[path]
  const formPlace = useMemo<FormPlace | null>(
    () =>
      document
        ? {
            brand,
            document,
            schema: document.schema as SchemaNode,
            own,
            pointer,
            problems,
            people,
            choices: catalogue.choices,
            isReadOnly: !catalogue.mayEdit && !isInParts(catalogue.editableParts ?? [], { path, pointer }),
            edit: store.edit,
            putAsset: store.putAsset,
            focus: onFocus,
            open: (at) => place.open(path, at),
            find: (at) => finder(path, at, onFind),
          }
        : null,
    [brand, document, own, pointer, problems, people, catalogue, store, onFocus, place.open, path, onFind],
  )
  const shape = path === 'theme.tokens.json' ? SHAPE_GROUPS.find((group) => pointer === `/${group}`) : undefined
  if (failure !== null) return <Remark kind="problem">{failureText(failure)}</Remark>
  if (!formPlace) return <Waiting />
  return (
    <FormPlaceContext value={formPlace}>
      <article className={styles.pane}>
        <Crumbs catalogue={catalogue} />
        <Suspense fallback={<Waiting />}>
          {path.startsWith('locales/') ? (
            <DictionaryPane store={store} state={state} />
          ) : path.startsWith('pages/') ? (
            <PageText />
          ) : isForm ? (
            <CatalogueContext value={catalogued?.resolved}>
              <RegistrationBuilder state={state} language={language} />
            </CatalogueContext>
          ) : (
            <>
              {path === BANNERS && pointer === '' && <BannerCalendar />}
              {shape && <ShapeSample group={shape} />}
              <SubtreePane />
            </>
          )}
        </Suspense>
      </article>
    </FormPlaceContext>
  )
}

function finder(path: string, pointer: string, onFind: (place: SoughtPlace) => void): (() => void) | null {
  const sought = soughtPlace(path, pointer)
  return sought && (() => onFind(sought))
}

/** What is shown before a file is chosen. */
export function NothingChosen() {
  return (
    <div className={styles.nothing}>
      <h2>{say('editor.choose_title')}</h2>
      <p>{say('editor.document_missing')}</p>
    </div>
  )
}
