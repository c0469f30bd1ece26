import { useLoaderData } from 'react-router'
import { getConsultantTransactions, getPaymentReceipt } from '#calls/payments.calls.ts'
import { Badge } from '#renderers/site/Badge.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard, PaymentReceipt } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { useInstants } from '../page/instants.ts'
import { moneyText } from '../page/money-text.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { Panel } from '../page/office/OfficeParts.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { PaymentRow } from './PaymentRow.tsx'
import { movedAmount, stateTone } from './payment.selectors.ts'
import styles from './payments.module.css'

type Shown = { readonly receipt: PaymentReceipt } | { readonly payments: readonly PaymentCard[] }

/** Loads the receipt that the address names, or the payments to choose from. */
export async function loadScreen({ app, url }: ScreenRequest): Promise<LoadedScreen<Shown>> {
  const id = Number(url.searchParams.get('payment'))
  const data: Shown =
    Number.isSafeInteger(id) && id > 0
      ? { receipt: await app.call(getPaymentReceipt, { query: { payment_id: id } }) }
      : { payments: (await app.call(getConsultantTransactions, {})).payments }
  return { meta: () => ({ title: app.texts.t('payment.receipt'), isPrivate: true }), data }
}

/** The receipt of a payment, for the screen and for paper (OFF-6, PAY-13). */
export function Screen() {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Shown>>()
  return (
    <OfficePage title={t('payment.receipt')} text={'receipt' in data ? undefined : t('payment.receipt_choose')}>
      {'receipt' in data ? <Receipt receipt={data.receipt} /> : <Choice payments={data.payments} />}
    </OfficePage>
  )
}

function Choice({ payments }: { readonly payments: readonly PaymentCard[] }) {
  const t = useText()
  if (payments.length === 0) return <EmptyState icon="receipt" title={t('payment.history_empty')} />
  return (
    <ul className={styles.rows}>
      {payments.map((payment) => (
        <li key={payment.id}>
          <PaymentRow payment={payment} />
        </li>
      ))}
    </ul>
  )
}

function Receipt({ receipt }: { readonly receipt: PaymentReceipt }) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { brandName, accountId, payment, reference, steps } = receipt
  const { id, direction, methodNameKey, currency, fee, state, createdAt } = payment
  const lines: readonly (readonly [string, string])[] = [
    [t('payment.method'), t(methodNameKey)],
    [t('payment.fee'), fee > 0 ? moneyText(app, fee, currency) : t('payment.fee_free')],
    [t('payment.account'), String(accountId)],
    [t('payment.reference'), reference ?? String(id)],
  ]
  return (
    <Panel as="article">
      <header className={styles.receiptHead}>
        <strong>{brandName}</strong>
        <time dateTime={createdAt}>{write(createdAt)}</time>
      </header>
      <p className={styles.total}>{moneyText(app, movedAmount(payment), currency)}</p>
      <p className={styles.receiptHead}>
        <span>
          {t(direction === 'deposit' ? 'payment.deposit' : 'payment.withdraw')} ·{' '}
          {t('payment.number', { id: String(id) })}
        </span>
        <Badge kind={stateTone(state)}>{t(`payment.state_${state}`)}</Badge>
      </p>
      <dl className={styles.receiptLines}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <h2 className={styles.heading}>{t('payment.receipt_steps')}</h2>
      <ol className={styles.steps}>
        {steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added at the end
          <li key={place} className={styles.step}>
            <span>{t(`payment.state_${step.state}`)}</span>
            <time dateTime={step.at}>{write(step.at)}</time>
          </li>
        ))}
      </ol>
      <div className={styles.noPrint}>
        <Button icon="document" onClick={() => window.print()}>
          {t('payment.print')}
        </Button>
      </div>
    </Panel>
  )
}
