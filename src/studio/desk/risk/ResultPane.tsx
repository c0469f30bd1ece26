import { useCallback, useState } from 'react'
import { enterDeskResult, getDeskResult } from '#calls/studio/studio-risk.calls.ts'
import type { DeskResultAnswer, DeskResultBody } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { LabelledInput } from '../../parts/LabelledInput.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { ClaimBar } from '../ClaimBar.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { minorMoney } from '../minor-money.ts'
import type { PaneProps } from '../pane-props.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import { GameHead } from './GameHead.tsx'
import styles from './risk.module.css'
import { type TypedEnd, typedEnd } from './typed-end.ts'

/** A game at the desk: its results, the bets that they settle, and the form that enters one. */
export function ResultPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskResult, { segments: { brand }, query: { item } }), [call, brand, item]),
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
          <GameHead game={answer.game} score={answer.score} />
          {answer.mayAct ? (
            <>
              <ClaimBar brand={brand} kind="result" item={item} claim={answer.claim} onChange={onDone} />
              <EnterResult brand={brand} answer={answer} onDone={onDone} />
            </>
          ) : (
            <Remark kind="note">{say('desk.result_not_yours')}</Remark>
          )}
          <DeskTable
            title={say('desk.result_bets')}
            heads={[
              say('desk.result_currency'),
              say('desk.result_open'),
              say('desk.result_staked'),
              say('desk.result_possible'),
              say('desk.result_settled'),
              say('desk.result_paid'),
            ]}
            rows={answer.bets.map((bets) => ({ key: bets.currency, cells: betCells(bets) }))}
            none={say('desk.result_no_bets')}
          />
          <DeskTable
            title={say('desk.result_versions')}
            heads={[
              say('desk.result_version'),
              say('desk.result_end'),
              say('desk.result_source'),
              say('desk.result_at'),
              say('desk.result_reason'),
            ]}
            rows={answer.results
              .map(({ version, kind, text, source, at, reason = '' }) => ({
                key: String(version),
                cells: [
                  version,
                  kind === 'void' ? say('desk.state_void') : text,
                  say(`desk.result_source_${source}`),
                  momentText(at),
                  reason,
                ],
              }))
              .reverse()}
            none={say('desk.result_none')}
          />
        </>
      )}
    </Awaited>
  )
}

function betCells({
  currency,
  exponent,
  openBets,
  openStakeMinor,
  possibleMinor,
  settledBets,
  paidMinor,
}: DeskResultAnswer['bets'][number]) {
  const money = (minor: number) => minorMoney(minor, currency, { [currency]: exponent })
  return [currency, openBets, money(openStakeMinor), money(possibleMinor), settledBets, money(paidMinor)]
}

interface EnterResultProps {
  readonly brand: string
  readonly answer: DeskResultAnswer
  readonly onDone: () => void
}

const NOTHING: TypedEnd = { home: '', away: '', halfHome: '', halfAway: '', order: '', withdrawn: '' }

/** Takes a score or an order, or says that the game is void. */
function EnterResult({ brand, answer: { game, results, bets, claim }, onDone }: EnterResultProps) {
  const { call } = useStudio()
  const [typed, setTyped] = useState(NOTHING)
  const [asked, setAsked] = useState<Partial<DeskResultBody> | null>(null)
  const end = typedEnd(typed, game.isField)
  const isTheirs = claim !== undefined && !claim.isMine
  const line = (name: keyof TypedEnd) => (
    <LabelledInput
      label={say(`desk.result_${name}`)}
      inputMode={game.isField ? 'text' : 'numeric'}
      maxLength={game.isField ? 400 : 2}
      value={typed[name]}
      onChange={({ target }) => setTyped({ ...typed, [name]: target.value })}
    />
  )
  const settled = bets.reduce((sum, one) => sum + one.settledBets, 0)
  const open = bets.reduce((sum, one) => sum + one.openBets, 0)
  const words = asked?.isVoid ? 'void' : results.length > 0 ? 'correct' : 'enter'
  return (
    <>
      <div className={styles.form}>
        {game.isField
          ? [line('order'), line('withdrawn')]
          : [line('home'), line('away'), line('halfHome'), line('halfAway')]}
      </div>
      <div className={styles.acts}>
        <ActionButton kind="primary" isSmall disabled={end === null || isTheirs} onClick={() => setAsked(end)}>
          {say(results.length > 0 ? 'desk.result_correct' : 'desk.result_enter')}
        </ActionButton>
        <ActionButton kind="danger" isSmall disabled={isTheirs} onClick={() => setAsked({ isVoid: true })}>
          {say('desk.result_void')}
        </ActionButton>
      </div>
      {asked && (
        <ReasonBox
          title={say(`desk.result_${words}_title`)}
          text={say('desk.result_text', { open, settled })}
          submit={say(`desk.result_${words}`)}
          kind={asked.isVoid ? 'danger' : 'primary'}
          hint={say('desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={async (reason) => {
            await call(enterDeskResult, { segments: { brand }, body: { item: game.gameId, ...asked, reason } })
            setAsked(null)
            setTyped(NOTHING)
            onDone()
          }}
        />
      )}
    </>
  )
}
