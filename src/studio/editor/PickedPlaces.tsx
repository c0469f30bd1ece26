import { useEffect, useState } from 'react'
import { searchStudio } from '#calls/studio/studio-draft.calls.ts'
import { isJsonObject, pointerStep, valueAt } from '#machines/site/merge-patch.rules.ts'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useSessionEnd } from '../app/use-answer.ts'
import type { DraftState } from '../draft/draft-state.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { originAt } from '../draft/value-origin.ts'
import { Origin } from '../forms/FieldLayout.tsx'
import { entrySummary } from '../forms/rows/entry-summary.ts'
import { Waiting } from '../parts/Awaited.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import type { PickedPlace } from '../preview/use-preview.ts'
import { registrationTypeOf } from '../registration/form-fields.ts'
import { languageOf } from './document-groups.ts'
import { byLanguage, hitTitle, placeOfHit } from './hit-place.ts'
import styles from './PickedPlaces.module.css'
import { tokenOfProperty } from './sought-place.ts'

interface PickedPlacesProps {
  readonly store: DraftStore
  readonly state: DraftState
  readonly language: string
  readonly picked: PickedPlace
  readonly onOpen: (path: string, pointer: string) => void
  readonly onClose: () => void
}

/** A place where something that was pressed in the preview is written. */
export interface Place {
  readonly path: string
  readonly pointer: string
  readonly title: string
  readonly value: string
}

const GROUPS = ['texts', 'places', 'fields', 'tokens'] as const
/** What makes a part of a page, by what it is. */
export type PlaceGroups = Readonly<Record<(typeof GROUPS)[number], readonly Place[]>>

type Answer = { readonly groups: PlaceGroups } | { readonly error: unknown }

/** What makes the part of the page that was pressed: its texts, the entries of the configuration around it, its field, and
 *  the tokens that it is drawn with; each with the layer that counts. A press opens the place. */
export function PickedPlaces({ store, state, language, picked, onOpen, onClose }: PickedPlacesProps) {
  const answer = useFound({ store, language, picked })
  const { brand, documents } = state
  const go = (path: string, pointer: string) => {
    onOpen(path, pointer)
    onClose()
  }
  const groups = answer && 'groups' in answer ? answer.groups : null
  const isNothing = groups !== null && GROUPS.every((group) => groups[group].length === 0)
  return (
    <ModalBox title={say('picked.title')} onClose={onClose}>
      {answer === null && <Waiting />}
      {answer && 'error' in answer && <Remark kind="problem">{failureText(answer.error)}</Remark>}
      {isNothing && <p>{say('picked.none')}</p>}
      {groups &&
        GROUPS.filter((group) => groups[group].length > 0).map((group) => (
          <section key={group} className={styles.group}>
            <h3 className={styles.heading}>{say(`picked.${group}`)}</h3>
            <ul className={styles.places}>
              {groups[group].map(({ path, pointer, title, value }) => {
                const document = documents[path]
                const to = group === 'texts' || group === 'tokens' ? placeOfHit({ path, pointer }) : { path, pointer }
                return (
                  <li key={`${path} ${pointer}`}>
                    <button type="button" className={styles.place} onClick={() => go(to.path, to.pointer)}>
                      <span className={styles.words}>
                        <span className={styles.title}>{title}</span>
                        <span className={styles.value}>{value}</span>
                        <span className={styles.path}>{path}</span>
                      </span>
                      {document && <Origin origin={originAt(document.origins, pointer, brand)} />}
                    </button>
                  </li>
                )
              })}
            </ul>
          </section>
        ))}
    </ModalBox>
  )
}

/** Letters of a page that are shown to tell which one it is. */
const MOST_LETTERS = 120
/** Most documents that are read to say which layer counts. */
const MOST_DOCUMENTS = 12

function useFound({
  store,
  language,
  picked,
}: Pick<PickedPlacesProps, 'store' | 'language' | 'picked'>): Answer | null {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isCurrent = true
    const { brand, catalogue } = store.read()
    const find = async (): Promise<PlaceGroups> => {
      const sought = soughtTexts(picked)
      const query = (text: string) => ({ segments: { brand }, query: { text: text.slice(0, 100) } })
      const found = await Promise.all(sought.map((text) => call(searchStudio, query(text))))
      const hits = placesOf(
        found.flatMap(({ hits: all }) => all),
        sought,
        language,
      )
      const forms = catalogue.documents.filter(({ path }) => registrationTypeOf(path) !== null).map(({ path }) => path)
      const known = new Set(catalogue.documents.map(({ path }) => path))
      const paths = [
        ...hits.map(({ path }) => path),
        ...picked.places.map(({ path }) => path).filter((path) => known.has(path)),
        ...(picked.fields.length > 0 ? forms : []),
        ...(picked.tokens.length > 0 ? ['theme.tokens.json'] : []),
      ]
      const missing = [...new Set(paths)].filter((path) => !store.read().documents[path])
      await Promise.all(missing.slice(0, MOST_DOCUMENTS).map((path) => store.open(path)))
      return groupsOf(picked, hits, store.read())
    }
    find()
      .then((groups) => isCurrent && setAnswer({ groups }))
      .catch((error: unknown) => isCurrent && !leave(error) && setAnswer({ error }))
    return () => {
      isCurrent = false
    }
  }, [call, store, language, picked, leave])
  return answer
}

function soughtTexts({ texts, hrefs }: PickedPlace): readonly string[] {
  const words = [...texts.map(({ key }) => key), ...(texts.length === 0 ? hrefs : [])]
  return [...new Set(words)].filter((text) => text.length > 1).slice(0, 8)
}

/** Puts what was found in order. Where the page itself says which entry drew it, other entries with the same words are left out. */
export function groupsOf(
  picked: PickedPlace,
  hits: readonly Place[],
  { documents, catalogue }: Pick<DraftState, 'documents' | 'catalogue'>,
): PlaceGroups {
  const said = picked.places.flatMap(({ path, pointer }): Place[] => {
    const value = valueAt(documents[path]?.resolved, pointer)
    if (value === undefined) return []
    const title = hitTitle({ path, pointer, title: path })
    const summary = entrySummary(value, catalogue.choices.text)
    return [
      { path, pointer, title, value: summary.length > MOST_LETTERS ? `${summary.slice(0, MOST_LETTERS)}…` : summary },
    ]
  })
  const inConfig = hits.filter(({ path }) => languageOf(path) === null)
  const fields = picked.fields.flatMap((id) =>
    Object.keys(documents).flatMap((path): Place[] => {
      const all = registrationTypeOf(path) === null ? undefined : valueAt(documents[path]?.resolved, '/fields')
      const pointer = `/fields/${pointerStep(id)}`
      return isJsonObject(all) && Object.hasOwn(all, id) ? [{ path, pointer, title: id, value: '' }] : []
    }),
  )
  const theme = documents['theme.tokens.json']?.resolved
  const tokens = picked.tokens.flatMap((name): Place[] => {
    const pointer = tokenOfProperty(name, 'light')
    const value = pointer === null ? undefined : valueAt(theme, `${pointer}/$value`)
    if (pointer === null || value === undefined) return []
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [{ path: 'theme.tokens.json', pointer, title: name.slice(2), value: text }]
  })
  return {
    texts: hits.filter(({ path }) => languageOf(path) !== null),
    places: said.length > 0 ? said : inConfig.map((hit) => ({ ...hit, ...placeOfHit(hit), title: hitTitle(hit) })),
    fields,
    tokens,
  }
}

/** The hits that are what was pressed: texts of the shown language under exactly its key, and values that are exactly it. */
export function placesOf(hits: readonly Place[], sought: readonly string[], language: string): readonly Place[] {
  const exact = hits.filter(({ title, value }) => sought.includes(title) || sought.includes(value))
  const shown = exact.filter(({ path }) => (languageOf(path) ?? language) === language)
  const unique = new Map(shown.map((place) => [`${place.path} ${place.pointer}`, place]))
  return byLanguage([...unique.values()], language)
}
