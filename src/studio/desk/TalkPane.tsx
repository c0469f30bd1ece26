import { useCallback, useState } from 'react'
import { answerDeskTalk, getDeskTalk } from '#calls/studio/studio-desk.calls.ts'
import type { DeskTalkAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer, useDeed } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AreaInput } from './AreaInput.tsx'
import { ClaimBar } from './ClaimBar.tsx'
import { PlayerHead } from './PlayerHead.tsx'
import type { PaneProps } from './pane-props.ts'
import styles from './TalkPane.module.css'

/** A talk with the support, and the field to answer in. */
export function TalkPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskTalk, { segments: { brand }, query: { accountId: item } }), [call, brand, item]),
  )
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <>
          <PlayerHead card={answer.player} />
          <ClaimBar brand={brand} kind="support" item={item} claim={answer.claim} onChange={onDone} />
          <Lines talk={answer.talk} />
          <AnswerField brand={brand} item={item} isTheirs={answer.claim?.isMine === false} onDone={onDone} />
        </>
      )}
    </Awaited>
  )
}

function Lines({ talk: { lines, waitingSince } }: Pick<DeskTalkAnswer, 'talk'>) {
  if (lines.length === 0) return <p>{say('desk.talk_empty')}</p>
  return (
    <ol className={styles.lines}>
      {lines.map(({ id, author, name, text, sentAt }) => (
        <li key={id} className={author === 'player' ? styles.line : `${styles.line} ${styles.ours}`}>
          <span className={styles.facts}>
            {name ?? say('desk.talk_player')} · {momentText(sentAt)}
          </span>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
      {waitingSince && <li className={styles.facts}>{say('desk.talk_waits', { since: momentText(waitingSince) })}</li>}
    </ol>
  )
}

interface AnswerFieldProps {
  readonly brand: string
  readonly item: number
  readonly isTheirs: boolean
  readonly onDone: () => void
}

function AnswerField({ brand, item, isTheirs, onDone }: AnswerFieldProps) {
  const { call } = useStudio()
  const [text, setText] = useState('')
  const deed = useDeed(async () => {
    await call(answerDeskTalk, { segments: { brand }, body: { accountId: item, text: text.trim() } })
    setText('')
    onDone()
  })
  const mayNot = text.trim() === '' || isTheirs || deed.isBusy
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!mayNot) deed.run()
      }}
    >
      <AreaInput
        label={say('desk.answer')}
        hint={say('desk.answer_hint')}
        maxLength={2000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <ActionButton type="submit" kind="primary" disabled={mayNot}>
        {say('desk.answer_submit')}
      </ActionButton>
      {deed.error !== null && <Remark kind="problem">{failureText(deed.error)}</Remark>}
    </form>
  )
}
