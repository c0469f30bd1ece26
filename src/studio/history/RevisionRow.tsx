import { useState } from 'react'
import { restoreRevision, rollBackBrand } from '#calls/studio/studio-life.calls.ts'
import type { BrandRevision } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useAccount, useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { Mark } from '../parts/Mark.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import { mayEditIn } from './publish-right.ts'
import styles from './RevisionRow.module.css'

interface RevisionRowProps {
  readonly brand: string
  readonly revision: BrandRevision
  readonly mayPublish: boolean
  readonly onDone: (words: string) => void
}

/** A revision of a brand, with the ways back to it. */
export function RevisionRow({ brand, revision, mayPublish, onDone }: RevisionRowProps) {
  const { number, at, author, message, files, isLive } = revision
  const [asked, setAsked] = useState<'roll-back' | 'restore' | null>(null)
  const mayEdit = mayEditIn(useAccount(), brand)
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <div className={styles.head}>
          <strong>{say('history.revision', { number })}</strong>
          {isLive && <Mark tone="good">{say('history.live')}</Mark>}
        </div>
        <p className={styles.message}>{message}</p>
        <p className={styles.facts}>
          {say('history.by', { author, when: momentText(at) })} · {say('history.files', { count: files })}
        </p>
      </div>
      <div className={styles.actions}>
        {mayEdit && (
          <ActionButton isSmall onClick={() => setAsked('restore')}>
            {say('history.restore')}
          </ActionButton>
        )}
        {mayPublish && !isLive && (
          <ActionButton isSmall onClick={() => setAsked('roll-back')}>
            {say('history.roll_back')}
          </ActionButton>
        )}
      </div>
      {asked && <GoBack brand={brand} number={number} deed={asked} onClose={() => setAsked(null)} onDone={onDone} />}
    </li>
  )
}

interface GoBackProps {
  readonly brand: string
  readonly number: number
  readonly deed: 'roll-back' | 'restore'
  readonly onClose: () => void
  readonly onDone: (words: string) => void
}

/** Asks once, then rolls back, or makes the revision the draft. */
function GoBack({ brand, number, deed, onClose, onDone }: GoBackProps) {
  const { call } = useStudio()
  const [message, setMessage] = useState('')
  const isRollBack = deed === 'roll-back'
  const going = useDeed(async () => {
    const input = { segments: { brand }, body: { number, ...(message.trim() ? { message: message.trim() } : {}) } }
    if (isRollBack) {
      const { revision } = await call(rollBackBrand, input)
      onDone(say('history.rolled_back', { number: revision?.number ?? number }))
    } else {
      await call(restoreRevision, input)
      onDone(say('history.restored', { number }))
    }
    onClose()
  })
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={onClose}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton kind="primary" disabled={going.isBusy} onClick={() => going.run()}>
        {say(isRollBack ? 'history.roll_back' : 'history.restore')}
      </ActionButton>
    </>
  )
  return (
    <ModalBox
      title={say(isRollBack ? 'history.roll_back_title' : 'history.restore_title', { number })}
      actions={actions}
      onClose={onClose}
    >
      <p>{say(isRollBack ? 'history.roll_back_text' : 'history.restore_text')}</p>
      {isRollBack && (
        <LabelledInput
          label={say('history.roll_back_message')}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      )}
      {going.error !== null && <Remark kind="problem">{failureText(going.error)}</Remark>}
    </ModalBox>
  )
}
