import { useCallback, useState } from 'react'
import { decideDeskProtection, getDeskProtection } from '#calls/studio/studio-desk.calls.ts'
import type { DeskProtectionAnswer, DeskTalkDecisionBody } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import styles from './AppealPane.module.css'
import { ClaimBar } from './ClaimBar.tsx'
import { PlayerHead } from './PlayerHead.tsx'
import type { PaneProps } from './pane-props.ts'
import { ReasonBox } from './ReasonBox.tsx'

type Outcome = DeskTalkDecisionBody['outcome']

/** A player whom operators speak with: about a deposit limit that is high, or because they may be in financial trouble. */
export function ProtectionPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskProtection, { segments: { brand }, query: { item } }), [call, brand, item]),
  )
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {(talk) => (
        <>
          {talk.player && <PlayerHead card={talk.player} />}
          <p className={styles.text}>{topicText(talk)}</p>
          {talk.signs && (
            <ul className={styles.text}>
              {talk.signs.map((sign) => (
                <li key={sign}>{say(`desk.sign_${sign}`)}</li>
              ))}
            </ul>
          )}
          {talk.reason && <p className={styles.text}>{talk.reason}</p>}
          {talk.isWaiting && (
            <>
              <ClaimBar brand={brand} kind="protection" item={item} claim={talk.claim} onChange={onDone} />
              <TalkOutcome brand={brand} talk={talk} onDone={onDone} />
            </>
          )}
        </>
      )}
    </Awaited>
  )
}

function topicText({ topic, at, wanted, outcome, operator = '' }: DeskProtectionAnswer): string {
  const when = momentText(at)
  if (outcome) return say(`desk.talk_was_${outcome}`, { operator, when })
  if (topic === 'risk') return say('desk.talk_risk', { when })
  if (topic === 'vulnerable') return say('desk.talk_vulnerable', { when })
  return wanted ? say('desk.talk_limit', { wanted, when }) : say('desk.talk_no_limit', { when })
}

interface TalkOutcomeProps {
  readonly brand: string
  readonly talk: DeskProtectionAnswer
  readonly onDone: () => void
}

function TalkOutcome({ brand, talk: { item, topic, claim }, onDone }: TalkOutcomeProps) {
  const { call } = useStudio()
  const [asked, setAsked] = useState<Outcome | null>(null)
  const isTaken = claim?.isMine === false
  const decide = async (outcome: Outcome, reason: string) => {
    await call(decideDeskProtection, { segments: { brand }, body: { item, outcome, reason } })
    setAsked(null)
    onDone()
  }
  return (
    <>
      <div className={styles.actions}>
        <ActionButton kind="primary" disabled={isTaken} onClick={() => setAsked('agreed')}>
          {say(`desk.talk_agreed_${topic}`)}
        </ActionButton>
        <ActionButton kind="danger" disabled={isTaken} onClick={() => setAsked('declined')}>
          {say(`desk.talk_declined_${topic}`)}
        </ActionButton>
      </div>
      {asked && (
        <ReasonBox
          title={say(`desk.talk_${asked}_${topic}_title`)}
          submit={say(`desk.talk_${asked}_${topic}`)}
          kind={asked === 'declined' ? 'danger' : 'primary'}
          hint={say('desk.talk_hint')}
          onClose={() => setAsked(null)}
          perform={(reason) => decide(asked, reason)}
        />
      )}
    </>
  )
}
