import { useState } from 'react'
import { decideGrant } from '#calls/studio/studio-bonuses.calls.ts'
import type { DeskBonusesAnswer, DeskGrant, DeskGrantDecisionBody } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Mark } from '../../parts/Mark.tsx'
import { ListNumber, ListWho } from '../DeskListParts.tsx'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './BonusList.module.css'
import { moneyOf } from './CampaignList.tsx'

interface GrantRowsProps {
  readonly brand: string
  readonly answer: DeskBonusesAnswer
  readonly onDone: () => void
}

/** Grants, those that wait for a second person first. */
export function GrantRows({ brand, answer, onDone }: GrantRowsProps) {
  if (answer.grants.length === 0) return <p className={styles.note}>{say('desk.no_grants')}</p>
  return (
    <ul className={styles.entries}>
      {answer.grants.map((grant) => (
        <Grant key={grant.id} brand={brand} answer={answer} grant={grant} onDone={onDone} />
      ))}
    </ul>
  )
}

const TONES = { waiting: 'warning', given: 'good', refused: 'calm' } as const
const SHOWN_PLAYERS = 5

function Grant({ brand, answer, grant, onDone }: GrantRowsProps & { readonly grant: DeskGrant }) {
  const { call } = useStudio()
  const [asked, setAsked] = useState<DeskGrantDecisionBody['decision'] | null>(null)
  const { id, campaign, players, costMinor, reason, askedAt, askedBy, state, decidedAt, decidedBy } = grant
  const title = answer.campaigns.find((one) => one.id === campaign)?.title ?? campaign
  const some = players.slice(0, SHOWN_PLAYERS).join(', ')
  const more = players.length - SHOWN_PLAYERS
  return (
    <li className={styles.entry}>
      <ListWho>
        <strong>{title}</strong>
        <ListNumber>{id}</ListNumber>
        <Mark tone={TONES[state]}>{say(`desk.grant_${state}`)}</Mark>
      </ListWho>
      <span>{say('desk.grant_line', { count: players.length, cost: moneyOf(answer)(costMinor) })}</span>
      <span className={styles.note}>{more > 0 ? say('desk.grant_players_more', { some, more }) : some}</span>
      <span>{reason}</span>
      <span className={styles.note}>{say('desk.grant_asked', { by: askedBy, at: momentText(askedAt) })}</span>
      {decidedAt && (
        <span className={styles.note}>
          {say('desk.grant_decided', { by: decidedBy ?? '', at: momentText(decidedAt) })}
        </span>
      )}
      {state === 'waiting' && answer.mayDecide && (
        <span className={styles.actions}>
          {!grant.isMine && (
            <ActionButton kind="primary" isSmall onClick={() => setAsked('approved')}>
              {say('desk.grant_approve')}
            </ActionButton>
          )}
          <ActionButton kind="danger" isSmall onClick={() => setAsked('refused')}>
            {say('desk.grant_refuse')}
          </ActionButton>
        </span>
      )}
      {state === 'waiting' && grant.isMine && <span className={styles.note}>{say('desk.grant_own')}</span>}
      {asked && (
        <ReasonBox
          title={say(`desk.grant_title_${asked}`)}
          text={say(`desk.grant_text_${asked}`, { count: players.length, title })}
          submit={say(asked === 'approved' ? 'desk.grant_approve' : 'desk.grant_refuse')}
          kind={asked === 'approved' ? 'primary' : 'danger'}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={async (words) => {
            await call(decideGrant, { segments: { brand }, body: { grant: id, decision: asked, reason: words } })
            setAsked(null)
            onDone()
          }}
        />
      )}
    </li>
  )
}
