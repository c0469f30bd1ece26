import { useCallback, useState } from 'react'
import { decideDeskPayment, getDeskPayment } from '#calls/studio/studio-desk.calls.ts'
import type { DeskPaymentAnswer, DeskPaymentBody } from '#schemas'
import { momentText } from '../app/moment-text.ts'
import { useStudio } from '../app/studio-context.tsx'
import { say, sayIfKnown } from '../app/studio-texts.ts'
import { useAnswer } from '../app/use-answer.ts'
import { ActionButton } from '../parts/ActionButton.tsx'
import { Awaited } from '../parts/Awaited.tsx'
import { LabelledInput } from '../parts/LabelledInput.tsx'
import styles from './AppealPane.module.css'
import { ClaimBar } from './ClaimBar.tsx'
import { PlayerHead } from './PlayerHead.tsx'
import type { PaneProps } from './pane-props.ts'
import { ReasonBox } from './ReasonBox.tsx'

type Decision = DeskPaymentBody['decision']

/** A payment that people have to look at. */
export function PaymentPane({ brand, item, onChange }: PaneProps) {
  const { call } = useStudio()
  const loaded = useAnswer(
    useCallback(() => call(getDeskPayment, { segments: { brand }, query: { item } }), [call, brand, item]),
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
          {answer.player && <PlayerHead card={answer.player} />}
          <PaymentWords answer={answer} />
          {['waiting', 'review'].includes(answer.payment.state) && (
            <>
              <ClaimBar brand={brand} kind="payment" item={item} claim={answer.claim} onChange={onDone} />
              <PaymentDecision brand={brand} answer={answer} onDone={onDone} />
            </>
          )}
        </>
      )}
    </Awaited>
  )
}

function PaymentWords({ answer: { payment, rules, approvals, approvalsNeeded, events } }: PaymentAnswerProps) {
  const { direction, amount, fee, currency, exponent, methodId: method, createdAt, state, note } = payment
  const money = (value: number) => `${value.toFixed(exponent)} ${currency}`
  const about = { amount: money(amount), method, when: momentText(createdAt) }
  return (
    <>
      <p>
        <strong>{sayIfKnown(`desk.state_${state}`) ?? state}</strong>
      </p>
      <p className={styles.facts}>{say(`desk.payment_${direction}`, about)}</p>
      {fee > 0 && <p className={styles.facts}>{say('desk.payment_fee', { fee: money(fee) })}</p>}
      {rules.length > 0 && (
        <Lines
          title={say('desk.payment_rules')}
          lines={rules.map((rule) => sayIfKnown(`desk.payment_rule_${rule}`) ?? rule)}
        />
      )}
      {approvalsNeeded > 0 && (
        <p className={styles.facts}>
          {approvals.length > 0
            ? say('desk.payment_approvals', {
                done: approvals.length,
                needed: approvalsNeeded,
                names: approvals.join(', '),
              })
            : say('desk.payment_approvals_none', { needed: approvalsNeeded })}
        </p>
      )}
      {note && <p className={styles.text}>{note}</p>}
      {events.length > 0 && <Lines title={say('desk.payment_events')} lines={events} />}
    </>
  )
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className={styles.facts}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  )
}

interface PaymentAnswerProps {
  readonly answer: DeskPaymentAnswer
}

interface PaymentDecisionProps extends PaymentAnswerProps {
  readonly brand: string
  readonly onDone: () => void
}

function PaymentDecision({ brand, answer: { item, payment, claim }, onDone }: PaymentDecisionProps) {
  const { call } = useStudio()
  const [amount, setAmount] = useState('')
  const [asked, setAsked] = useState<Decision | null>(null)
  const isCredited = payment.direction === 'deposit'
  const amountMinor = Number(amount)
  const isWrong = amount !== '' && !(Number.isSafeInteger(amountMinor) && amountMinor > 0)
  const mayNot = claim?.isMine === false || isWrong
  const decide = async (decision: Decision, reason: string) => {
    const credited = isCredited && amount !== '' ? { amountMinor } : {}
    await call(decideDeskPayment, { segments: { brand }, body: { item, decision, reason, ...credited } })
    setAsked(null)
    onDone()
  }
  return (
    <>
      {isCredited && (
        <LabelledInput
          label={say('desk.payment_amount')}
          hint={say('desk.payment_amount_hint')}
          inputMode="numeric"
          maxLength={15}
          value={amount}
          aria-invalid={isWrong}
          onChange={(event) => setAmount(event.target.value)}
        />
      )}
      <div className={styles.actions}>
        <ActionButton kind="primary" disabled={mayNot} onClick={() => setAsked('approved')}>
          {say('desk.payment_approved')}
        </ActionButton>
        <ActionButton kind="danger" disabled={mayNot} onClick={() => setAsked('refused')}>
          {say('desk.payment_refused')}
        </ActionButton>
      </div>
      {asked && (
        <ReasonBox
          title={say(`desk.payment_${asked}_title`)}
          submit={say(`desk.payment_${asked}`)}
          kind={asked === 'refused' ? 'danger' : 'primary'}
          hint={say(asked === 'refused' ? 'desk.reason_sent' : 'desk.reason_logged')}
          onClose={() => setAsked(null)}
          perform={(reason) => decide(asked, reason)}
        />
      )}
    </>
  )
}
