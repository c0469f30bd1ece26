import { useCallback, useState } from 'react'
import { cancelDeskToto, enterDeskToto, getDeskToto } from '#calls/studio/studio-toto.calls.ts'
import type { DeskTotoDrawAnswer, TotoDrawAnswer, TotoMatch, TotoSettlement } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { LabelledSelect } from '../../parts/LabelledInput.tsx'
import { DeskTable } from '../DeskTable.tsx'
import { minorMoney } from '../minor-money.ts'
import { PaneText } from '../PaneParts.tsx'
import type { PaneProps } from '../pane-props.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './TotoList.module.css'

/** A draw of toto: its games, what operators have done with it, and what they can do. */
export function TotoPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskToto, { segments: { brand }, query: { item } }), [call, brand, item]),
  )
  const onDone = () => {
    loaded.reload()
    onChange()
  }
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <>
          <DrawFacts shown={answer.shown} />
          {answer.mayAct && <DrawActs brand={brand} answer={answer} onDone={onDone} />}
          <DeskTable
            title={say('desk.toto_list')}
            heads={[say('desk.toto_place'), say('desk.toto_game'), say('desk.toto_score'), say('desk.toto_end')]}
            rows={answer.shown.matches.map((match) => ({
              key: String(match.place),
              cells: [
                match.place + 1,
                `${match.home} – ${match.away} (${match.gameId})`,
                match.score ? `${match.score.home}:${match.score.away}` : '',
                endText(match, answer.shown),
              ],
            }))}
            none={say('desk.toto_none')}
          />
          {answer.shown.settlement && <Settlement shown={answer.shown} settlement={answer.shown.settlement} />}
          <DeskTable
            title={say('desk.toto_acts')}
            heads={[say('desk.toto_when'), say('desk.toto_who'), say('desk.toto_what'), say('desk.toto_text')]}
            rows={answer.acts.map(({ act, by, at, text }) => ({
              key: `${at} ${act} ${text}`,
              cells: [momentText(at), by, say(`desk.toto_act_${act}`), text],
            }))}
            none={say('desk.toto_no_acts')}
          />
        </>
      )}
    </Awaited>
  )
}

function endText({ outcome, isVoid }: TotoMatch, { labels }: TotoDrawAnswer): string {
  if (isVoid) return say('desk.toto_void')
  return outcome === undefined ? '' : (labels[outcome] ?? '')
}

function DrawFacts({ shown: { draw } }: { readonly shown: TotoDrawAnswer }) {
  const money = (minor: number) => minorMoney(minor, draw.currency, { [draw.currency]: draw.exponent })
  const facts = [
    [say('desk.toto_state'), say(`desk.toto_${draw.status}`)],
    [say('desk.toto_closes'), momentText(draw.closesAt)],
    [say('desk.toto_tickets'), String(draw.tickets)],
    [say('desk.toto_staked'), money(draw.stakedMinor)],
    [say('desk.toto_jackpot'), money(draw.jackpotMinor)],
    [say('desk.toto_won'), money(draw.paidMinor)],
  ] as const
  return (
    <>
      <h2>{say('desk.toto_draw', { pool: say(`desk.toto_pool_${draw.pool}`), number: draw.number })}</h2>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {draw.cancelReason && <PaneText>{say('desk.draw_reason', { reason: draw.cancelReason })}</PaneText>}
    </>
  )
}

function Settlement({
  shown: { draw },
  settlement,
}: {
  readonly shown: TotoDrawAnswer
  readonly settlement: TotoSettlement
}) {
  const money = (minor: number) => minorMoney(minor, draw.currency, { [draw.currency]: draw.exponent })
  const { feeMinor, paidMinor, carriedMinor, breakageMinor, guaranteeMinor } = settlement
  return (
    <>
      <DeskTable
        title={say('desk.toto_prizes')}
        heads={[say('desk.toto_hits'), say('desk.toto_fund'), say('desk.toto_units'), say('desk.toto_dividend')]}
        rows={settlement.categories.map(({ hits, fundMinor, units, dividendMinor }) => ({
          key: String(hits),
          cells: [hits, money(fundMinor), units, money(dividendMinor)],
        }))}
        none={say('desk.toto_none')}
      />
      <p>
        {say('desk.toto_books', {
          paid: money(paidMinor),
          carried: money(carriedMinor),
          breakage: money(breakageMinor),
          fee: money(feeMinor),
          guarantee: money(guaranteeMinor),
        })}
      </p>
    </>
  )
}

interface DrawActsProps {
  readonly brand: string
  readonly answer: DeskTotoDrawAnswer
  readonly onDone: () => void
}

const FEED = 'feed'
const VOID = 'void'

/** Enters results and cancels; only what the status of the draw lets be done is there. */
function DrawActs({ brand, answer: { shown }, onDone }: DrawActsProps) {
  const { call } = useStudio()
  const { draw, matches, labels } = shown
  const [place, setPlace] = useState(0)
  const [result, setResult] = useState<string>(FEED)
  const [asked, setAsked] = useState<'result' | 'cancel' | null>(null)
  const canCancel = draw.status === 'open' || draw.status === 'closed'
  const canEnter = draw.status !== 'open' && draw.status !== 'cancelled'
  const item = draw.drawId
  return (
    <>
      {canEnter && (
        <div className={styles.result}>
          <LabelledSelect
            label={say('desk.toto_game')}
            value={place}
            onChange={({ target }) => setPlace(Number(target.value))}
          >
            {matches.map((match) => (
              <option key={match.place} value={match.place}>
                {`${match.place + 1}. ${match.home} – ${match.away}`}
              </option>
            ))}
          </LabelledSelect>
          <LabelledSelect
            label={say('desk.toto_result')}
            value={result}
            onChange={({ target }) => setResult(target.value)}
          >
            <option value={FEED}>{say('desk.toto_by_feed')}</option>
            <option value={VOID}>{say('desk.toto_void')}</option>
            {labels.map((label, at) => (
              <option key={label} value={at}>
                {label}
              </option>
            ))}
          </LabelledSelect>
          <ActionButton kind="primary" isSmall onClick={() => setAsked('result')}>
            {say('desk.toto_enter')}
          </ActionButton>
        </div>
      )}
      {canCancel && (
        <div>
          <ActionButton kind="danger" isSmall onClick={() => setAsked('cancel')}>
            {say('desk.toto_cancel')}
          </ActionButton>
        </div>
      )}
      {asked && (
        <ReasonBox
          title={say(`desk.toto_${asked}_title`)}
          text={say(`desk.toto_${asked}_text`)}
          submit={say(asked === 'cancel' ? 'desk.toto_cancel' : 'desk.toto_enter')}
          kind={asked === 'cancel' ? 'danger' : 'primary'}
          hint={say(asked === 'cancel' ? 'desk.toto_cancel_hint' : 'desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={async (reason) => {
            const segments = { brand }
            if (asked === 'cancel') await call(cancelDeskToto, { segments, body: { item, reason } })
            else {
              const end = result === FEED ? {} : result === VOID ? { isVoid: true } : { outcome: Number(result) }
              await call(enterDeskToto, { segments, body: { item, place, reason, ...end } })
            }
            setAsked(null)
            onDone()
          }}
        />
      )}
    </>
  )
}
