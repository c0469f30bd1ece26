import { useCallback, useState } from 'react'
import { decideDeskIdentification, getDeskIdentification } from '#calls/studio/studio-desk.calls.ts'
import type { DeskIdentificationAnswer, DeskIdentificationBody } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say, sayIfKnown } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { ClaimBar } from './ClaimBar.tsx'
import { DeskFacts } from './DeskFacts.tsx'
import styles from './IdentificationPane.module.css'
import { IdentityDocuments } from './IdentityDocuments.tsx'
import { PlayerHead } from './PlayerHead.tsx'
import type { PaneProps } from './pane-props.ts'
import { ReasonBox } from './ReasonBox.tsx'

type Entry = DeskIdentificationAnswer['entry']
type Decision = DeskIdentificationBody['decision']

/** Which decisions the state of an identification leaves to an operator. */
const DECISIONS: Readonly<Record<Entry['state'], readonly Decision[]>> = {
  none: ['requested'],
  requested: [],
  uploaded: [],
  checking: ['verified', 'rejected'],
  verified: ['requested', 'rejected'],
  rejected: ['verified'],
  appeal: ['verified', 'rejected'],
}

/** An identification with its documents, and what an operator may decide. */
export function IdentificationPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(
      () => call(getDeskIdentification, { segments: { brand }, query: { accountId: item } }),
      [call, brand, item],
    ),
  )
  const { reload } = loaded
  const onDone = useCallback(() => {
    reload()
    onChange()
  }, [reload, onChange])
  return (
    <Awaited loaded={loaded}>
      {({ player, entry, claim }) => (
        <>
          <PlayerHead card={player} />
          <ClaimBar brand={brand} kind="identification" item={item} claim={claim} onChange={onDone} />
          <Decisions brand={brand} entry={entry} isTheirs={claim?.isMine === false} onDone={onDone} />
          <IdentityDocuments brand={brand} documents={entry.documents} />
          <DeskFacts title={say('desk.answers')} facts={Object.entries(entry.fields)} />
          <Steps steps={entry.steps} />
        </>
      )}
    </Awaited>
  )
}

interface DecisionsProps {
  readonly brand: string
  readonly entry: Entry
  readonly isTheirs: boolean
  readonly onDone: () => void
}

function Decisions({ brand, entry: { state, accountId }, isTheirs, onDone }: DecisionsProps) {
  const { call } = useStudio()
  const [asked, setAsked] = useState<Decision | null>(null)
  const decide = async (decision: Decision, reason: string) => {
    await call(decideDeskIdentification, { segments: { brand }, body: { accountId, decision, reason } })
    setAsked(null)
    onDone()
  }
  return (
    <div className={styles.decisions}>
      <strong>{say(`desk.state_${state}`)}</strong>
      {DECISIONS[state].map((decision) => (
        <ActionButton
          key={decision}
          kind={decision === 'rejected' ? 'danger' : decision === 'verified' ? 'primary' : 'plain'}
          isSmall
          disabled={isTheirs}
          onClick={() => setAsked(decision)}
        >
          {say(`desk.decide_${decision}`)}
        </ActionButton>
      ))}
      {asked && (
        <ReasonBox
          title={say(`desk.decide_${asked}_title`)}
          submit={say(`desk.decide_${asked}`)}
          kind={asked === 'rejected' ? 'danger' : 'primary'}
          hint={say('desk.reason_sent')}
          onClose={() => setAsked(null)}
          perform={(reason) => decide(asked, reason)}
        />
      )}
    </div>
  )
}

function Steps({ steps }: { readonly steps: Entry['steps'] }) {
  return (
    <section className={styles.part}>
      <h3>{say('desk.steps')}</h3>
      <ol className={styles.steps}>
        {steps.map(({ state, at, by, reason }) => (
          <li key={`${at} ${state}`}>
            <span className={styles.when}>{momentText(at)}</span> {sayIfKnown(`desk.state_${state}`) ?? state} ·{' '}
            {say(`desk.by_${by}`)}
            {reason && <p className={styles.reason}>{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  )
}
