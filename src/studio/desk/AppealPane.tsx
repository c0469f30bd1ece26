import { useCallback, useState } from 'react'
import { decideDeskAppeal, getDeskAppeal } from '#calls/studio/studio-desk.calls.ts'
import type { DeskAppealAnswer, DeskAppealBody } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { Remark } from '../parts/Remark.tsx'
import styles from './AppealPane.module.css'
import { AreaInput } from './AreaInput.tsx'
import { ClaimBar } from './ClaimBar.tsx'
import { PlayerHead } from './PlayerHead.tsx'
import type { PaneProps } from './pane-props.ts'
import { ReasonBox } from './ReasonBox.tsx'

type Decision = DeskAppealBody['decision']

/** An appeal against a block. */
export function AppealPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskAppeal, { segments: { brand }, query: { item } }), [call, brand, item]),
  )
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {(appeal) => (
        <>
          {appeal.player ? (
            <PlayerHead card={appeal.player} />
          ) : (
            <Remark kind="warning">{say('desk.appeal_nobody', { login: appeal.login })}</Remark>
          )}
          <AppealWords appeal={appeal} />
          {appeal.decision === undefined && (
            <>
              <ClaimBar brand={brand} kind="appeal" item={item} claim={appeal.claim} onChange={onDone} />
              <AppealDecision brand={brand} appeal={appeal} onDone={onDone} />
            </>
          )}
        </>
      )}
    </Awaited>
  )
}

function AppealWords({ appeal }: { readonly appeal: DeskAppealAnswer }) {
  const { login, email, text, sentAt, decision, answer, decidedAt } = appeal
  return (
    <>
      <p className={styles.facts}>{say('desk.appeal_from', { login, email, when: momentText(sentAt) })}</p>
      <p className={styles.text}>{text}</p>
      {decision && decidedAt && (
        <>
          <p className={styles.facts}>{say(`desk.appeal_was_${decision}`, { when: momentText(decidedAt) })}</p>
          <p className={styles.text}>{answer}</p>
        </>
      )}
    </>
  )
}

interface AppealDecisionProps {
  readonly brand: string
  readonly appeal: DeskAppealAnswer
  readonly onDone: () => void
}

function AppealDecision({ brand, appeal: { item, player, claim }, onDone }: AppealDecisionProps) {
  const { call } = useStudio()
  const [answer, setAnswer] = useState('')
  const [asked, setAsked] = useState<Decision | null>(null)
  const mayNot = answer.trim() === '' || claim?.isMine === false
  const decide = async (decision: Decision, reason: string) => {
    await call(decideDeskAppeal, { segments: { brand }, body: { item, decision, answer: answer.trim(), reason } })
    setAsked(null)
    onDone()
  }
  return (
    <>
      <AreaInput
        label={say('desk.appeal_answer')}
        hint={say('desk.appeal_answer_hint')}
        rows={5}
        maxLength={4000}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className={styles.actions}>
        <ActionButton
          kind="primary"
          disabled={mayNot || player?.state !== 'blocked'}
          onClick={() => setAsked('accepted')}
        >
          {say('desk.appeal_accepted')}
        </ActionButton>
        <ActionButton kind="danger" disabled={mayNot} onClick={() => setAsked('refused')}>
          {say('desk.appeal_refused')}
        </ActionButton>
      </div>
      {asked && (
        <ReasonBox
          title={say(`desk.appeal_${asked}_title`)}
          submit={say(`desk.appeal_${asked}`)}
          kind={asked === 'refused' ? 'danger' : 'primary'}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={(reason) => decide(asked, reason)}
        />
      )}
    </>
  )
}
