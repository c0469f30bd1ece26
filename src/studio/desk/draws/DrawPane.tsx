import { useCallback, useState } from 'react'
import { cancelDeskDraw, getDeskDraw } from '#calls/studio/studio-draws.calls.ts'
import type { DeskDraw, DeskDrawAnswer, DeskDrawBooks } from '#schemas'
import { momentText } from '../../app/moment-text.ts'
import { useStudio } from '../../app/studio-context.tsx'
import { say } from '../../app/studio-texts.ts'
import { useAnswer } from '../../app/use-answer.ts'
import { ActionButton } from '../../parts/ActionButton.tsx'
import { Awaited } from '../../parts/Awaited.tsx'
import { Remark } from '../../parts/Remark.tsx'
import { minorMoney } from '../minor-money.ts'
import { PaneText } from '../PaneParts.tsx'
import type { PaneProps } from '../pane-props.ts'
import { ReasonBox } from '../ReasonBox.tsx'
import styles from './draws.module.css'
import { stakedText } from './staked-text.ts'

/** A draw of lotto or keno. */
export function DrawPane(props: PaneProps) {
  return <PaneOf kind="draw" {...props} />
}

/** A round of bingo. */
export function BingoPane(props: PaneProps) {
  return <PaneOf kind="bingo" {...props} />
}

function PaneOf({ kind, brand, item, onChange }: PaneProps & { readonly kind: DeskDraw['kind'] }) {
  const { call } = useStudio()
  const [isAsked, setAsked] = useState(false)
  const loaded = useAnswer(
    useCallback(() => call(getDeskDraw, { segments: { brand }, query: { kind, item } }), [call, brand, kind, item]),
  )
  return (
    <Awaited loaded={loaded}>
      {(answer) => (
        <>
          <DrawFacts answer={answer} />
          {answer.canCancel && answer.mayAct && (
            <div>
              <ActionButton kind="danger" isSmall onClick={() => setAsked(true)}>
                {say('desk.draw_cancel')}
              </ActionButton>
            </div>
          )}
          {isAsked && (
            <ReasonBox
              title={say('desk.draw_cancel_title')}
              text={say('desk.draw_cancel_text')}
              submit={say('desk.draw_cancel')}
              kind="danger"
              hint={say('desk.reason_logged')}
              onClose={() => setAsked(false)}
              perform={async (reason) => {
                await call(cancelDeskDraw, { segments: { brand }, body: { kind, item, reason } })
                setAsked(false)
                loaded.reload()
                onChange()
              }}
            />
          )}
        </>
      )}
    </Awaited>
  )
}

function DrawFacts({ answer: { draw, numbers, winners, books, reason } }: { readonly answer: DeskDrawAnswer }) {
  const { name, number, state, tickets, closesAt, drawsAt, kind } = draw
  const facts = [
    [say('desk.draw_state'), say(`desk.draw_${state}`)],
    ...(closesAt ? [[say('desk.draw_closes'), momentText(closesAt)]] : []),
    ...(drawsAt ? [[say('desk.draw_draws'), momentText(drawsAt)]] : []),
    [say(`desk.${kind}_count`), String(tickets)],
    [say('desk.draw_staked'), stakedText(draw)],
    [say('desk.draw_winners'), String(winners)],
    ...books.flatMap((of) => bookFacts(of, books.length > 1)),
  ]
  const isBalanced = books.every((of) => of.isBalanced)
  return (
    <>
      <h2>{say('desk.draw_title', { name, number })}</h2>
      {numbers && <PaneText>{say('desk.draw_numbers', { numbers })}</PaneText>}
      {reason && <PaneText>{say('desk.draw_reason', { reason })}</PaneText>}
      <dl className={styles.facts}>
        {facts.map(([term = '', value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {books.length > 0 && (
        <Remark kind={isBalanced ? 'good' : 'problem'}>
          {say(isBalanced ? 'desk.draw_balanced' : 'desk.draw_unbalanced')}
        </Remark>
      )}
    </>
  )
}

/** @param isOneOfSeveral whether the names say the currency too */
function bookFacts(
  { currency, exponent, paidMinor, carriedMinor, breakageMinor, feeMinor }: DeskDrawBooks,
  isOneOfSeveral: boolean,
) {
  const money = (minor: number) => minorMoney(minor, currency, { [currency]: exponent })
  const named = (name: string) => (isOneOfSeveral ? `${name}, ${currency}` : name)
  return [
    [named(say('desk.draw_paid')), money(paidMinor)],
    [named(say('desk.draw_carried')), money(carriedMinor)],
    [named(say('desk.draw_breakage')), money(breakageMinor)],
    [named(say('desk.draw_fee')), money(feeMinor)],
  ]
}
