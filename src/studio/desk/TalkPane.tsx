import { useCallback, useEffect, useRef, useState } from 'react'
import { answerDeskTalk, getDeskTalk, tellDeskTyping } from '#calls/studio/studio-desk.calls.ts'
import type { DeskTalkAnswer } from '#schemas'
import { failureText } from '../app/failure-text.ts'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer, useDeed, useSessionEnd } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import { AreaInput } from './AreaInput.tsx'
import { ClaimBar } from './ClaimBar.tsx'
import { PlayerHead } from './PlayerHead.tsx'
import type { PaneProps } from './pane-props.ts'
import { ShownDocument } from './ShownDocument.tsx'
import styles from './TalkPane.module.css'

/** How often an open talk is asked for while the window is seen, and the player is shown at most that the operator types; in
 *  milliseconds. */
const EVERY_MS = 3000

/** A talk with the support, kept up to date, and the field to answer in. */
export function TalkPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskTalk, { segments: { brand }, query: { accountId: item } }), [call, brand, item]),
  )
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) reload()
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [reload])
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
          {answer.talk.queue && <p className={styles.facts}>{say('desk.talk_queue', { queue: answer.talk.queue })}</p>}
          <Lines brand={brand} talk={answer.talk} isTyping={answer.isPlayerTyping} />
          <AnswerField brand={brand} item={item} isTheirs={answer.claim?.isMine === false} onDone={onDone} />
        </>
      )}
    </Awaited>
  )
}

interface LinesProps extends Pick<DeskTalkAnswer, 'talk'> {
  readonly brand: string
  readonly isTyping: boolean
}

function Lines({ brand, talk: { lines, waitingSince }, isTyping }: LinesProps) {
  const list = useRef<HTMLOListElement>(null)
  const latest = lines.at(-1)?.id
  useEffect(() => {
    if (latest !== undefined && list.current) list.current.scrollTop = list.current.scrollHeight
  }, [latest])
  if (lines.length === 0) return <p>{say('desk.talk_empty')}</p>
  return (
    <ol ref={list} className={styles.lines}>
      {lines.map(({ id, author, name, text, sentAt, file }) => (
        <li key={id} className={author === 'player' ? styles.line : `${styles.line} ${styles.ours}`}>
          <span className={styles.facts}>
            {name ?? say('desk.talk_player')} · {momentText(sentAt)}
          </span>
          {file ? (
            <ShownDocument
              address={`/studio-api/support-file/${brand}/${file.id}`}
              name={say('desk.talk_file', { name: file.name, kilobytes: Math.ceil(file.sizeBytes / 1024) })}
              mediaType={file.mediaType}
              savedAs={file.name}
            />
          ) : (
            <p className={styles.text}>{text}</p>
          )}
        </li>
      ))}
      {waitingSince && <li className={styles.facts}>{say('desk.talk_waits', { since: momentText(waitingSince) })}</li>}
      {isTyping && <li className={styles.facts}>{say('desk.talk_typing')}</li>}
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
  const tellTyping = useTyping(brand, item)
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
        onChange={(event) => {
          setText(event.target.value)
          if (!isTheirs) tellTyping()
        }}
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

/** Shows the player that the operator is typing: to be called at each change of the field. */
function useTyping(brand: string, accountId: number): () => void {
  const { call } = useStudio()
  const leave = useSessionEnd()
  const last = useRef(Number.NEGATIVE_INFINITY)
  return useCallback(() => {
    const now = performance.now()
    if (now - last.current < EVERY_MS) return
    last.current = now
    // The talk itself, which is asked for as often, says why nothing comes.
    call(tellDeskTyping, { segments: { brand }, body: { accountId } }).catch(leave)
  }, [call, leave, brand, accountId])
}
