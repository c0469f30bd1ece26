import { useEffect, useState } from 'react'
import { searchStudio } from '#calls/studio/studio-draft.calls.ts'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useSessionEnd } from '../app/use-answer.ts'
import { Waiting } from '../parts/Awaited.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import type { PickedPlace } from '../preview/use-preview.ts'
import { languageOf } from './document-groups.ts'
import { byLanguage, hitTitle, placeOfHit } from './hit-place.ts'
import styles from './SearchResults.module.css'

interface PickedPlacesProps {
  readonly brand: string
  readonly language: string
  readonly picked: PickedPlace
  readonly onOpen: (path: string, pointer: string) => void
  readonly onClose: () => void
}

/** A place where something that was pressed in the preview is written. */
interface Place {
  readonly path: string
  readonly pointer: string
  readonly title: string
  readonly value: string
}

type Answer = { readonly places: readonly Place[] } | { readonly error: unknown }

/** Finds where what was pressed in the preview is written: opens the place when there is one, else offers all. */
export function PickedPlaces({ brand, language, picked, onOpen, onClose }: PickedPlacesProps) {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let isCurrent = true
    const words = [...picked.texts.map(({ key }) => key), ...(picked.texts.length === 0 ? picked.hrefs : [])]
    const searches = [...new Set(words)].filter((text) => text.length > 1).slice(0, 8)
    Promise.all(
      searches.map((text) => call(searchStudio, { segments: { brand }, query: { text: text.slice(0, 100) } })),
    )
      .then((found) => {
        if (isCurrent)
          setAnswer({
            places: placesOf(
              found.flatMap(({ hits }) => hits),
              searches,
              language,
            ),
          })
      })
      .catch((error: unknown) => isCurrent && !leave(error) && setAnswer({ error }))
    return () => {
      isCurrent = false
    }
  }, [call, brand, language, picked, leave])
  const only = answer && 'places' in answer ? onlyPlace(answer.places, picked) : undefined
  const go = (place: Place) => {
    const { path, pointer } = placeOfHit(place)
    onOpen(path, pointer)
    onClose()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the only place is opened once
  useEffect(() => {
    if (only) go(only)
  }, [only])
  if (only) return null
  return (
    <ModalBox title={say('picked.title')} onClose={onClose}>
      {answer === null && <Waiting />}
      {answer && 'error' in answer && <Remark kind="problem">{failureText(answer.error)}</Remark>}
      {answer && 'places' in answer && answer.places.length === 0 && <p>{say('picked.none')}</p>}
      {answer && 'places' in answer && (
        <ul className={styles.hits}>
          {answer.places.map((place) => (
            <li key={`${place.path} ${place.pointer}`}>
              <button type="button" className={styles.hit} onClick={() => go(place)}>
                <span className={styles.title}>{hitTitle(place)}</span>
                <span className={styles.value}>{place.value}</span>
                <span className={styles.path}>{place.path}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </ModalBox>
  )
}

/** The place that is meant without a doubt: the only one, or of a text that is no link its place in the dictionary. */
export function onlyPlace(places: readonly Place[], { hrefs }: Pick<PickedPlace, 'hrefs'>): Place | undefined {
  const texts = places.filter(({ path }) => languageOf(path) !== null)
  if (hrefs.length === 0 && texts.length === 1) return texts[0]
  return places.length === 1 ? places[0] : undefined
}

/** The hits that are what was pressed: texts of the shown language under exactly its key, and values that are exactly it. */
export function placesOf(hits: readonly Place[], sought: readonly string[], language: string): readonly Place[] {
  const exact = hits.filter(({ title, value }) => sought.includes(title) || sought.includes(value))
  const shown = exact.filter(({ path }) => (languageOf(path) ?? language) === language)
  const unique = new Map(shown.map((place) => [`${place.path} ${place.pointer}`, place]))
  return byLanguage([...unique.values()], language)
}
