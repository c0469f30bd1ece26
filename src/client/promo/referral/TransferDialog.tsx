import { useSelector } from '@xstate/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { fromPromise } from 'xstate'
import { transferReferralMoney } from '#calls/promo/referral.calls.ts'
import { type AskedTransfer, referralTransferMachine } from '#machines/promo/referral/referral-transfer.machine.ts'
import { Dialog } from '#renderers/shell/Dialog.tsx'
import { useActorRef } from '#renderers/shell/run-machine.ts'
import { FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { ReferralBalanceShown } from '#schemas'
import { type App, useApp } from '../../page/app-context.ts'
import { typedMoney } from '../../page/money-text.ts'
import { type Money, minorText } from '../promo-text.ts'
import styles from './referral.module.css'

/** Props of {@link TransferDialog}. */
export interface TransferDialogProps {
  readonly balance: ReferralBalanceShown
  readonly money: Money
  readonly onClose: () => void
  readonly onTransferred: (balance: ReferralBalanceShown, amountMinor: number) => void
}

const AMOUNT_LENGTH = 20

function transferOf({ call }: App) {
  return referralTransferMachine.provide({
    actors: {
      send: fromPromise<ReferralBalanceShown, AskedTransfer>(({ input: { guid, amountMinor } }) =>
        call(transferReferralMoney, { body: { guid, transfer_amount: amountMinor } }),
      ),
    },
  })
}

/** Asks how much of the money of referrals goes to the main account, and transfers it (REF-8). */
export function TransferDialog({ balance, money, onClose, onTransferred }: TransferDialogProps) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const { transferableMinor, minimumMinor } = balance
  const [machine] = useState(() => transferOf(app))
  const [input] = useState(() => ({ guid: crypto.randomUUID(), transferableMinor, minimumMinor }))
  const actor = useActorRef(machine, { input })
  const { amountMinor, fault, failure } = useSelector(actor, ({ context }) => context)
  const isBusy = useSelector(actor, (state) => state.hasTag('busy'))
  const isUnsure = useSelector(actor, (state) => state.matches('unsure'))
  const [text, setText] = useState(() => (transferableMinor / 10 ** money.exponent).toFixed(money.exponent))
  const amount = (minor: number) => minorText(app, minor, money)

  useEffect(() => {
    const subscription = actor.on('money.transferred', (event) =>
      onTransferred(event.balance, actor.getSnapshot().context.amountMinor ?? 0),
    )
    return () => subscription.unsubscribe()
  }, [actor, onTransferred])

  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    actor.send({ type: 'transfer.requested' })
  }
  const bounds = { minimum: amount(minimumMinor), maximum: amount(transferableMinor) }
  const refusal = failure && !isUnsure ? t(failure.code, { ...failure.params }) : null
  return (
    <Dialog
      isOpen
      title={t('referral.transfer')}
      okLabel={
        isUnsure ? t('referral.transfer_retry') : t('referral.transfer_do', { amount: amount(amountMinor ?? 0) })
      }
      isBusy={isBusy}
      closesOnEscape
      onClose={(way) => (way === 'ok-button' ? submit() : onClose())}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        {isUnsure ? (
          <p role="alert" className={styles.warning}>
            {t('referral.transfer_unsure')}
          </p>
        ) : (
          <FormInput
            id={`${id}-amount`}
            label={t('referral.transfer_amount', { currency: money.currency })}
            help={t('referral.transfer_bounds', bounds)}
            error={fault ? t(fault, bounds) : refusal}
            value={text}
            inputMode="decimal"
            dir="ltr"
            maxLength={AMOUNT_LENGTH}
            onChange={(typed) => {
              setText(typed)
              const value = typedMoney(app, typed, money.currency)
              const minor = value === null ? null : Math.round(value * 10 ** money.exponent)
              actor.send({ type: 'amount.changed', amountMinor: minor })
            }}
          />
        )}
      </form>
    </Dialog>
  )
}
