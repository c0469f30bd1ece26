import { useState } from 'react'
import { grantBonus } from '#calls/studio/studio-bonuses.calls.ts'
import type { DeskBonusesAnswer, DeskCampaign, DeskGrantAnswer } from '#schemas'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { AreaInput } from '../AreaInput.tsx'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './BonusList.module.css'
import { moneyOf } from './CampaignList.tsx'

interface GrantFormProps {
  readonly brand: string
  readonly answer: DeskBonusesAnswer
  readonly campaign: DeskCampaign
  readonly onDone: () => void
}

const MOST_PLAYERS = 100

/** Gives a bonus of the desk to one player or several. */
export function GrantForm({ brand, answer, campaign, onDone }: GrantFormProps) {
  const { call } = useStudio()
  const [typed, setTyped] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [came, setCame] = useState<DeskGrantAnswer['state'] | null>(null)
  const players = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))].map(Number)
  const areNumbers = players.every((one) => Number.isSafeInteger(one) && one > 0)
  const isReady = areNumbers && players.length > 0 && players.length <= MOST_PLAYERS
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault()
        setAsked(true)
      }}
    >
      <h3>{say('desk.grant_head')}</h3>
      <div className={styles.fields}>
        <AreaInput
          label={say('desk.free_players')}
          hint={say('desk.free_players_hint')}
          maxLength={2000}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <p className={styles.note}>{say('desk.grant_limit', { limit: moneyOf(answer)(answer.approvalMinor) })}</p>
      <ActionButton kind="primary" type="submit" disabled={!isReady}>
        {say('desk.grant_give')}
      </ActionButton>
      {came && <Remark kind="note">{say(`desk.grant_came_${came}`)}</Remark>}
      {isAsked && (
        <ReasonBox
          title={say('desk.grant_title', { title: campaign.title })}
          text={say('desk.grant_text', { count: players.length })}
          submit={say('desk.grant_give')}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(false)}
          perform={async (reason) => {
            const body = { campaign: campaign.id, players, reason }
            const { state } = await call(grantBonus, { segments: { brand }, body })
            setAsked(false)
            setTyped('')
            setCame(state)
            onDone()
          }}
        />
      )}
    </form>
  )
}
