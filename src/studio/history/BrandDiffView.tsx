import { useCallback } from 'react'
import { diffBrand } from '#calls/studio/studio-life.calls.ts'
import { useStudio } from '../app/studio-context.tsx'
import { useAnswer } from '../app/use-answer.ts'
import { Awaited } from '../parts/Awaited.tsx'
import { DiffView } from './DiffView.tsx'
import { PictureDiff } from './PictureDiff.tsx'

/** Loads and shows what differs between two states, by file and as pictures: numbers of revisions, `live` or `draft`. */
export function BrandDiffView(props: { readonly brand: string; readonly from: string; readonly to: string }) {
  const { brand, from, to } = props
  const { call } = useStudio()
  const load = useCallback(() => call(diffBrand, { segments: { brand }, query: { from, to } }), [call, brand, from, to])
  const loaded = useAnswer(load)
  return (
    <Awaited loaded={loaded}>
      {(diff) => (
        <>
          <DiffView diff={diff} />
          {diff.changes.length > 0 && <PictureDiff brand={brand} from={from} to={to} />}
        </>
      )}
    </Awaited>
  )
}
