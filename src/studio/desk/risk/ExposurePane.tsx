import { useCallback, useState } from 'react'
import { getDeskExposure, setDeskLimit } from '#calls/studio/studio-risk.calls.ts'
import { decimalToMinor } from '#machines/money/amount.rules.ts'
import type { DeskExposedGameAnswer, DeskExposedOutcome, DeskLimit } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { LabelledInput, LabelledSelect } from '../../parts/LabelledInput.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { minorMoney } from '../minor-money.ts'
import { PaneFacts } from '../PaneParts.tsx'
import type { PaneProps } from '../pane-props.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import { GameHead } from './GameHead.tsx'
import styles from './risk.module.css'
import { Unconverted } from './Unconverted.tsx'

/** A game with what the house owes for each outcome, and the form that limits it. */
export function ExposurePane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskExposure, { segments: { brand }, query: { item } }), [call, brand, item]),
  )
  const onDone = () => {
    loaded.reload()
    onChange()
  }
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <>
          <GameHead game={answer.game} />
          <PaneFacts>{limitText(answer)}</PaneFacts>
          <Unconverted of={answer.unconverted} />
          {answer.mayAct && <SetLimit brand={brand} answer={answer} onDone={onDone} />}
          <DeskTable
            title={say('desk.exposure_outcomes')}
            heads={[
              say('desk.exposure_outcome'),
              say('desk.exposure_owed'),
              say('desk.exposure_stakes'),
              say('desk.exposure_bets'),
              say('desk.exposure_limit'),
            ]}
            rows={answer.outcomes.map((outcome) => ({
              key: String(outcome.outcomeId),
              cells: outcomeCells(outcome, answer),
            }))}
            none={say('desk.exposure_no_outcomes')}
          />
        </>
      )}
    </Awaited>
  )
}

type MoneyOf = Pick<DeskExposedGameAnswer, 'currency' | 'exponent'>

function money(minor: number, { currency, exponent }: MoneyOf): string {
  return minorMoney(minor, currency, { [currency]: exponent })
}

function outcomeCells(
  { name, possibleMinor, stakeMinor, bets, limit, outcomeId }: DeskExposedOutcome,
  answer: DeskExposedGameAnswer,
) {
  return [
    `${name} (${outcomeId})`,
    <strong key="owed" className={styles.owed}>
      {money(possibleMinor, answer)}
    </strong>,
    money(stakeMinor, answer),
    bets,
    limit ? setText(limit, answer) : '',
  ]
}

function setText({ liabilityMinor, by, at, reason }: DeskLimit, answer: MoneyOf): string {
  return say('desk.exposure_set', { limit: money(liabilityMinor, answer), by, at: momentText(at), reason })
}

function limitText({ limit, limitMinor, ...answer }: DeskExposedGameAnswer): string {
  if (limit) return say('desk.exposure_of_game', { limit: setText(limit, answer) })
  return limitMinor === 0
    ? say('desk.exposure_no_limit')
    : say('desk.exposure_of_brand', { limit: money(limitMinor, answer) })
}

interface SetLimitProps {
  readonly brand: string
  readonly answer: DeskExposedGameAnswer
  readonly onDone: () => void
}

const WHOLE_GAME = 'game'

function SetLimit({ brand, answer, onDone }: SetLimitProps) {
  const { call } = useStudio()
  const { game, outcomes, limit, currency, exponent } = answer
  const [subject, setSubject] = useState(WHOLE_GAME)
  const [amount, setAmount] = useState('')
  const [asked, setAsked] = useState<'set' | 'lift' | null>(null)
  const outcome = outcomes.find(({ outcomeId }) => String(outcomeId) === subject)
  const typed = decimalToMinor(amount.trim(), exponent)
  const minor = typed !== null && typed >= 0 ? typed : null
  const isSet = outcome ? outcome.limit !== undefined : limit !== undefined
  return (
    <>
      <div className={styles.form}>
        <LabelledSelect
          label={say('desk.exposure_of')}
          value={outcome ? subject : WHOLE_GAME}
          onChange={({ target }) => setSubject(target.value)}
        >
          <option value={WHOLE_GAME}>{say('desk.exposure_whole')}</option>
          {outcomes.map(({ outcomeId, name }) => (
            <option key={outcomeId} value={String(outcomeId)}>
              {name}
            </option>
          ))}
        </LabelledSelect>
        <LabelledInput
          label={say('desk.exposure_amount', { currency })}
          hint={say('desk.exposure_amount_hint')}
          inputMode="decimal"
          maxLength={20}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </div>
      <div className={styles.acts}>
        <ActionButton kind="primary" isSmall disabled={minor === null} onClick={() => setAsked('set')}>
          {say('desk.exposure_set_limit')}
        </ActionButton>
        {isSet && (
          <ActionButton kind="danger" isSmall onClick={() => setAsked('lift')}>
            {say('desk.exposure_lift')}
          </ActionButton>
        )}
      </div>
      {asked && (
        <ReasonBox
          title={say(`desk.exposure_${asked}_title`, { subject: outcome?.name ?? game.name })}
          text={say(`desk.exposure_${asked}_text`)}
          submit={say(asked === 'set' ? 'desk.exposure_set_limit' : 'desk.exposure_lift')}
          kind={asked === 'set' ? 'primary' : 'danger'}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={async (reason) => {
            const body = {
              ...{ item: game.gameId, reason },
              ...(outcome ? { outcomeId: outcome.outcomeId } : {}),
              ...(asked === 'set' && minor !== null ? { liabilityMinor: minor } : {}),
            }
            await call(setDeskLimit, { segments: { brand }, body })
            setAsked(null)
            setAmount('')
            onDone()
          }}
        />
      )}
    </>
  )
}
