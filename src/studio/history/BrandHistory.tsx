import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { listRevisions } from '#calls/studio/studio-life.calls.ts'
import type { StudioRevisionsAnswer } from '#schemas'
import { useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { useBrandName } from '../brands/use-brand-name.ts'
import { ActionLink } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import { ScreenHead } from '../parts/ScreenHead.tsx'
import styles from './BrandHistory.module.css'
import { Comparison } from './Comparison.tsx'
import { mayPublishIn } from './publish-right.ts'
import { RevisionRow } from './RevisionRow.tsx'
import { ScheduledList } from './ScheduledList.tsx'

/** `/brands/:brand/history`: revisions and planned publications. */
export function BrandHistory() {
  const { brand = '' } = useParams()
  const { call } = useStudio()
  const name = useBrandName(brand)
  const loaded = useAnswer(useCallback(() => call(listRevisions, { segments: { brand } }), [call, brand]))
  return (
    <>
      <ScreenHead title={say('history.title', { brand: name })} lead={say('history.lead')}>
        <ActionLink to={`/brands/${brand}`} glyph="edit">
          {say('history.edit')}
        </ActionLink>
      </ScreenHead>
      <Awaited loaded={loaded}>
        {(answer) => <Revisions brand={brand} answer={answer} onChange={loaded.reload} />}
      </Awaited>
    </>
  )
}

interface RevisionsProps {
  readonly brand: string
  readonly answer: StudioRevisionsAnswer
  readonly onChange: () => void
}

function Revisions({ brand, answer, onChange }: RevisionsProps) {
  const { revisions, scheduled, isFolderEdited } = answer
  const [done, setDone] = useState<string | null>(null)
  const mayPublish = mayPublishIn(useAccount(), brand)
  const onDone = (words: string) => {
    setDone(words)
    onChange()
  }
  return (
    <>
      {done && <Remark kind="good">{done}</Remark>}
      {isFolderEdited && <Remark kind="warning">{say('history.folder_edited')}</Remark>}
      {scheduled.length > 0 && (
        <ScheduledList brand={brand} scheduled={scheduled} mayWithdraw={mayPublish} onChange={onChange} />
      )}
      <section className={styles.section}>
        <h2 className={styles.title}>{say('history.revisions')}</h2>
        {revisions.length === 0 && <p className={styles.none}>{say('history.none')}</p>}
        <ol className={styles.list}>
          {revisions.map((revision) => (
            <RevisionRow
              key={revision.number}
              brand={brand}
              revision={revision}
              mayPublish={mayPublish}
              onDone={onDone}
            />
          ))}
        </ol>
      </section>
      <Comparison brand={brand} numbers={revisions.map(({ number }) => number)} />
    </>
  )
}
