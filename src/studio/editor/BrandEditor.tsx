import { useCallback } from 'react'
import { useParams } from 'react-router'
import { getStudioCatalogue } from '#calls/studio/studio-draft.calls.ts'
import type { StudioCatalogueAnswer } from '#schemas'
import { useStudio } from '../app/studio-context.tsx'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import styles from './BrandEditor.module.css'
import { EditorView } from './EditorView.tsx'
import { useDraftStore } from './use-draft.ts'

/** `/brands/:brand`: the editor of a brand. */
export function BrandEditor() {
  const { brand = '' } = useParams()
  const { call } = useStudio()
  const loaded = useAnswer(useCallback(() => call(getStudioCatalogue, { segments: { brand } }), [call, brand]))
  return (
    <div className={styles.screen}>
      <Awaited loaded={loaded}>{(catalogue) => <Opened key={brand} catalogue={catalogue} />}</Awaited>
    </div>
  )
}

function Opened({ catalogue }: { readonly catalogue: StudioCatalogueAnswer }) {
  const { call } = useStudio()
  return <EditorView store={useDraftStore(call, catalogue)} />
}
