import { useState } from 'react'
import { messagePlayer } from '#calls/studio/studio-desk.calls.ts'
import type { DeskMessageBody } from '#schemas'
import { failureText } from '../../app/failure-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useDeed } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { LabelledInput, LabelledSelect } from '../../parts/LabelledInput.tsx'
import { ModalBox } from '../../parts/ModalBox.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { AreaInput } from '../AreaInput.tsx'

type Topic = NonNullable<DeskMessageBody['topic']>

const TOPICS: readonly Topic[] = ['news', 'results']

interface MessageBoxProps {
  readonly brand: string
  readonly accountId: number
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Writes a message into a player's inbox. */
export function MessageBox({ brand, accountId, onClose, onDone }: MessageBoxProps) {
  const { call } = useStudio()
  const [words, setWords] = useState({ title: '', text: '', reason: '' })
  const [topic, setTopic] = useState<Topic | undefined>()
  const deed = useDeed(async () => {
    const body = { accountId, ...trimmed(words), ...(topic ? { topic } : {}) }
    await call(messagePlayer, { segments: { brand }, body })
    onDone()
  })
  const isMissing = Object.values(trimmed(words)).includes('')
  const set = (name: keyof typeof words) => (event: { readonly target: { readonly value: string } }) =>
    setWords({ ...words, [name]: event.target.value })
  const actions = (
    <ActionButton kind="primary" disabled={isMissing || deed.isBusy} onClick={() => deed.run()}>
      {say('desk.message_submit')}
    </ActionButton>
  )
  return (
    <ModalBox title={say('desk.message_title')} actions={actions} onClose={onClose}>
      <LabelledInput label={say('desk.message_subject')} maxLength={200} value={words.title} onChange={set('title')} />
      <AreaInput
        label={say('desk.message_text')}
        rows={6}
        maxLength={10_000}
        value={words.text}
        onChange={set('text')}
      />
      <LabelledSelect
        label={say('desk.message_topic')}
        hint={say('desk.message_topic_hint')}
        value={topic ?? ''}
        onChange={(event) => setTopic(TOPICS.find((one) => one === event.target.value))}
      >
        <option value="">{say('desk.topic_none')}</option>
        {TOPICS.map((one) => (
          <option key={one} value={one}>
            {say(`desk.topic_${one}`)}
          </option>
        ))}
      </LabelledSelect>
      <AreaInput
        label={say('desk.reason')}
        hint={say('desk.reason_logged')}
        rows={2}
        maxLength={500}
        value={words.reason}
        onChange={set('reason')}
      />
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </ModalBox>
  )
}

function trimmed({ title, text, reason }: { readonly title: string; readonly text: string; readonly reason: string }) {
  return { title: title.trim(), text: text.trim(), reason: reason.trim() }
}
