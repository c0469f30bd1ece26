import { useState } from 'react'
import { publishDraft } from '#calls/studio/studio-life.calls.ts'
import type { StudioPublishAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import { ModalBox } from '../parts/ModalBox.tsx'
import { Remark } from '../parts/Remark.tsx'
import { BrandDiffView } from './BrandDiffView.tsx'
import { instantOf, localText } from './local-moment.ts'
import styles from './PublishBox.module.css'

interface PublishBoxProps {
  readonly brand: string
  readonly name: string
  /** How many problems the check finds; a draft with any cannot be published. */
  readonly problems: number
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

/** Publishes the draft, now or at a time, after showing what changes. */
export function PublishBox({ brand, name, problems, onClose, onDone }: PublishBoxProps) {
  const { call } = useStudio()
  const [message, setMessage] = useState('')
  const [at, setAt] = useState('')
  const [isLater, setIsLater] = useState(false)
  const [done, setDone] = useState<StudioPublishAnswer | null>(null)
  const deed = useDeed(async () => {
    const instant = isLater ? instantOf(at) : null
    const body = { message: message.trim(), ...(instant ? { at: instant } : {}) }
    setDone(await call(publishDraft, { segments: { brand }, body }))
    await onDone()
  })
  if (done) return <Done answer={done} name={name} onClose={onClose} />
  const isMissing = message.trim() === '' || (isLater && instantOf(at) === null)
  const actions = (
    <>
      <ActionButton kind="quiet" onClick={onClose}>
        {say('common.cancel')}
      </ActionButton>
      <ActionButton kind="primary" disabled={isMissing || problems > 0 || deed.isBusy} onClick={() => deed.run()}>
        {say(isLater ? 'publish.submit_later' : 'publish.submit')}
      </ActionButton>
    </>
  )
  return (
    <ModalBox title={say('publish.title', { name })} isWide actions={actions} onClose={onClose}>
      {problems > 0 && <Remark kind="problem">{say('publish.problems', { count: problems })}</Remark>}
      <LabelledInput
        label={say('publish.message')}
        hint={say('publish.message_hint')}
        maxLength={500}
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
      <fieldset className={styles.when}>
        <legend>{say('publish.when')}</legend>
        <Moment isLater={isLater} onChange={setIsLater} />
        {isLater && (
          <LabelledInput
            label={say('publish.at')}
            hint={say('publish.at_hint', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}
            type="datetime-local"
            min={localText(new Date())}
            value={at}
            onChange={(event) => setAt(event.target.value)}
          />
        )}
      </fieldset>
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
      <section className={styles.changes}>
        <h3>{say('publish.changes')}</h3>
        <BrandDiffView brand={brand} from="live" to="draft" />
      </section>
    </ModalBox>
  )
}

function Moment({ isLater, onChange }: { readonly isLater: boolean; readonly onChange: (isLater: boolean) => void }) {
  return (
    <div className={styles.moments}>
      {([false, true] as const).map((later) => (
        <label key={String(later)} className={styles.moment}>
          <input type="radio" name="when" checked={isLater === later} onChange={() => onChange(later)} />
          {say(later ? 'publish.later' : 'publish.now')}
        </label>
      ))}
    </div>
  )
}

interface DoneProps {
  readonly answer: StudioPublishAnswer
  readonly name: string
  readonly onClose: () => void
}

function Done({ answer: { revision, scheduled }, name, onClose }: DoneProps) {
  const words = revision
    ? say('publish.done', { number: revision.number })
    : say('publish.planned', { when: scheduled ? momentText(scheduled.at) : '' })
  const actions = (
    <ActionButton kind="primary" onClick={onClose}>
      {say('common.close')}
    </ActionButton>
  )
  return (
    <ModalBox title={say('publish.title', { name })} actions={actions} onClose={onClose}>
      <Remark kind="good">{words}</Remark>
    </ModalBox>
  )
}
