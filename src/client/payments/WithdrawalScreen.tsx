import { useLoaderData, useNavigate } from 'react-router'
import { getDeduceData, getPaymentRequests } from '#calls/payments.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DeduceAnswer, PaymentCard, PaymentOffer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { CashAgents } from './CashAgents.tsx'
import { paymentOf } from './DepositPage.tsx'
import { OpenPayments } from './OpenPayments.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentNotice } from './PaymentNotice.tsx'
import { PaymentResult } from './PaymentResult.tsx'
import styles from './payments.module.css'
import { usePaymentForm } from './use-payment-form.ts'
import { WithdrawalParts } from './WithdrawalParts.tsx'

interface Withdrawal {
  readonly cashier: DeduceAnswer
  readonly payment: PaymentCard | null
  readonly open: readonly PaymentCard[]
}

/** Loads the methods, the withdrawal that was just asked for, and those that are under way. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<Withdrawal>> {
  const [cashier, payment, requests] = await Promise.all([
    app.call(getDeduceData, {}),
    paymentOf(app, url.searchParams),
    app.call(getPaymentRequests, {}),
  ])
  const open = requests.payments.filter(({ direction, id }) => direction === 'withdrawal' && id !== payment?.id)
  return { meta: () => ({ title: app.texts.t('payment.withdraw'), isPrivate: true }), data: { cashier, payment, open } }
}

/** The withdrawal: what is there, where it goes, what has to go back where it came from, and what is under way (PAY-4, PAY-8, PAY-9). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<Withdrawal>>()
  const { cashier, payment, open } = data
  const again = offeredPath(app, 'office_deduce')
  return (
    <OfficePage title={t('payment.withdraw')} text={payment ? undefined : t('payment.withdraw_text')}>
      {payment ? (
        <PaymentResult
          payment={payment}
          actions={() => (again ? <ButtonLink to={again}>{t('payment.withdraw')}</ButtonLink> : null)}
        />
      ) : (
        <>
          <Balances cashier={cashier} />
          <NewWithdrawal key={cashier.currency} cashier={cashier} />
          <CashAgents />
        </>
      )}
      {open.length > 0 ? <OpenPayments payments={open} /> : null}
    </OfficePage>
  )
}

function Balances({ cashier: { balance, held, currency } }: { readonly cashier: DeduceAnswer }) {
  const app = useApp()
  const t = useText()
  return (
    <dl className={styles.balances}>
      <div>
        <dt>{t('payment.available')}</dt>
        <dd>{moneyText(app, balance, currency)}</dd>
      </div>
      {held > 0 ? (
        <div>
          <dt>{t('payment.held')}</dt>
          <dd>{moneyText(app, held, currency)}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function NewWithdrawal({ cashier }: { readonly cashier: DeduceAnswer }) {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { currency, exponent, balance, methods, refusal } = cashier
  const form = usePaymentForm({
    ...{ direction: 'withdrawal', currency, exponent, methods, amount: '' },
    onBegun: ({ id, redirectUrl }) =>
      redirectUrl ? window.location.assign(redirectUrl) : void navigate(`?payment=${id}`),
  })
  const verification = offeredPath(app, 'office_account_identification')
  if (refusal) return <PaymentNotice message={refusal} to={verification} label={t('payment.verify')} />
  if (methods.length === 0) return <EmptyState icon="wallet" title={t('payment.withdraw_none')} />
  return (
    <PaymentForm
      {...{ form, methods, currency, exponent }}
      legend={t('payment.how_out')}
      quickAmounts={balance > 0 ? [balance] : []}
      note={
        <Notes
          method={form.method}
          methods={form.value === null ? methods : []}
          currency={currency}
          verification={verification}
        />
      }
      extra={form.isSplit ? <WithdrawalParts parts={form.parts} currency={currency} exponent={exponent} /> : null}
      submitLabel={(total) =>
        total === null ? t('payment.withdraw') : t('payment.withdraw_amount', { amount: total })
      }
    />
  )
}

interface NotesProps {
  readonly method: PaymentOffer | undefined
  /** Those by which something has to go back first; none once the parts of an amount say so. */
  readonly methods: readonly PaymentOffer[]
  readonly currency: string
  readonly verification: string | null
}

/** What blocks the chosen method: money that has to go back by another one first, or an identity that is not confirmed. */
function Notes({ method, methods, currency, verification }: NotesProps) {
  const app = useApp()
  const t = useText()
  const first = methods.filter(({ openLoop, id }) => openLoop !== undefined && id !== method?.id)
  return (
    <>
      {first.map(({ id, nameKey, openLoop = 0 }) => (
        <p key={id} className={styles.notice}>
          <span>
            <strong>{t(nameKey)}</strong>
            {' · '}
            {t('payment.goes_back_first', { amount: moneyText(app, openLoop, currency) })}
          </span>
        </p>
      ))}
      {method?.refusalKey ? (
        <PaymentNotice message={{ key: method.refusalKey, params: {} }} to={verification} label={t('payment.verify')} />
      ) : null}
    </>
  )
}
