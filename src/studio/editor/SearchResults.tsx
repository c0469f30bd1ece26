import { useEffect, useState } from 'react'
import { searchStudio } from '#calls/studio/studio-draft.calls.ts'
import type { StudioSearchAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useSessionEnd } from '../app/use-answer.ts'
import { Waiting } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import { byLanguage, hitTitle, placeOfHit } from './hit-place.ts'
import styles from './SearchResults.module.css'

/** How long typing has to pause before it is searched, in ms. */
const PAUSE_MS = 250

interface SearchResultsProps {
  readonly brand: string
  readonly language: string
  readonly text: string
  readonly onOpen: (path: string, pointer: string) => void
}

type Found = { readonly text: string; readonly answer?: StudioSearchAnswer; readonly error?: unknown }

/** The places of a brand that have some words. */
export function SearchResults({ brand, language, text, onOpen }: SearchResultsProps) {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    let isCurrent = true
    const timer = setTimeout(() => {
      call(searchStudio, { segments: { brand }, query: { text: text.slice(0, 100) } })
        .then((answer) => isCurrent && setFound({ text, answer }))
        .catch((error: unknown) => isCurrent && !leave(error) && setFound({ text, error }))
    }, PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [call, brand, text, leave])
  if (!found) return <Waiting />
  if (!found.answer) return <Remark kind="problem">{failureText(found.error)}</Remark>
  const hits = byLanguage(found.answer.hits, language)
  return (
    <div>
      <p role="status" className={styles.count}>
        {hits.length === 0
          ? say('editor.search_none', { text: found.text })
          : say('editor.search_count', { count: hits.length })}
      </p>
      <ul className={styles.hits}>
        {hits.map((hit) => (
          <li key={`${hit.path} ${hit.pointer}`}>
            <button
              type="button"
              className={styles.hit}
              onClick={() => {
                const { path, pointer } = placeOfHit(hit)
                onOpen(path, pointer)
              }}
            >
              <span className={styles.title}>{hitTitle(hit)}</span>
              <span className={styles.value}>{hit.value}</span>
              <span className={styles.path}>{hit.path}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
