import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { getPayment, getRechargeData } from '#calls/payments.calls.ts'
import { ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { PaymentCard, RechargeAnswer } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import type { DepositExtra, DepositExtraProps } from '../page/deposit-extra.ts'
import { moneyText, typedMoney } from '../page/money-text.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { offeredPath } from '../page/paths.ts'
import type { LoadedScreen, ScreenData, ScreenModule, ScreenRequest } from '../page/screen.ts'
import { CashAgents } from './CashAgents.tsx'
import { FundsNotice } from './FundsNotice.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { PaymentNotice } from './PaymentNotice.tsx'
import { PaymentResult } from './PaymentResult.tsx'
import { safeReturn } from './payment.selectors.ts'
import { keepReturn, keptReturn } from './payment-return.ts'
import styles from './payments.module.css'
import { usePaymentForm } from './use-payment-form.ts'

interface Deposit {
  /** What another part of the product shows beside the amount. */
  readonly extra: unknown
  readonly cashier: RechargeAnswer
  /** The deposit that the player comes back from. */
  readonly payment: PaymentCard | null
  readonly amount: string
  readonly back: string | null
}

/** The deposit: how, how much, and off to the provider; then what has happened to it and the way back (PAY-5, PAY-7, PAY-17). */
export function depositScreen<Data>(extra: DepositExtra<Data>): ScreenModule {
  return {
    loadScreen: (request) => loadDeposit(request, extra),
    Screen: () => <DepositPage Extra={extra.Part as ComponentType<DepositExtraProps<unknown>>} />,
  }
}

/** Loads the methods, and the deposit that the player comes back from. */
async function loadDeposit<Data>(
  { app, url }: ScreenRequest,
  { load }: DepositExtra<Data>,
): Promise<LoadedScreen<Deposit>> {
  const { searchParams } = url
  const [cashier, payment, extra] = await Promise.all([
    app.call(getRechargeData, {}),
    paymentOf(app, searchParams),
    load(app),
  ])
  const asked = searchParams.get('amount') ?? ''
  const value = typedMoney(app, asked, cashier.currency)
  const minimum = cashier.methods[0]?.minimum ?? 0
  // What is missing may be less than can be paid in.
  const amount = value === null ? '' : value < minimum ? minimum.toFixed(cashier.exponent) : asked
  return {
    meta: () => ({ title: app.texts.t('payment.deposit'), isPrivate: true }),
    data: { extra, cashier, payment, amount, back: safeReturn(searchParams.get('back')) },
  }
}

/** The payment that an address names; null when it names none.
 *  @throws AppError payment.unknown when it is not the player's */
export async function paymentOf({ call }: Pick<App, 'call'>, search: URLSearchParams): Promise<PaymentCard | null> {
  const id = Number(search.get('payment'))
  return Number.isSafeInteger(id) && id > 0 ? call(getPayment, { query: { payment_id: id } }) : null
}

type ExtraPart = ComponentType<DepositExtraProps<unknown>>

function DepositPage({ Extra }: { readonly Extra: ExtraPart }) {
  const t = useText()
  const { data } = useLoaderData<ScreenData<Deposit>>()
  const { cashier, payment } = data
  return (
    <OfficePage title={t('payment.deposit')} text={payment ? undefined : t('payment.deposit_text')}>
      {payment ? <Result payment={payment} /> : <NewDeposit key={cashier.currency} {...data} Extra={Extra} />}
      {payment ? null : <CashAgents />}
    </OfficePage>
  )
}

function Result({ payment }: { readonly payment: PaymentCard }) {
  const app = useApp()
  const t = useText()
  const deposit = offeredPath(app, 'office_recharge')
  const [back, setBack] = useState<string | null>(null)
  // Only the browser knows where the player came from.
  useEffect(() => setBack(keptReturn()), [])
  return (
    <PaymentResult
      payment={payment}
      actions={({ state }) => (
        <>
          {back ? (
            <ButtonLink kind={state === 'succeeded' ? 'primary' : 'quiet'} to={back}>
              {t('payment.back')}
            </ButtonLink>
          ) : null}
          {deposit ? (
            <ButtonLink to={deposit}>{t(state === 'succeeded' ? 'payment.deposit_more' : 'payment.again')}</ButtonLink>
          ) : null}
        </>
      )}
    />
  )
}

function NewDeposit({ cashier, amount, back, extra, Extra }: Deposit & { readonly Extra: ExtraPart }) {
  const app = useApp()
  const t = useText()
  const navigate = useNavigate()
  const { currency, exponent, methods, quickAmounts, isFirstDeposit, owed, refusal } = cashier
  const settleRef = useRef(async (): Promise<void> => undefined)
  const onSettle = useCallback((settle: () => Promise<void>) => {
    settleRef.current = settle
  }, [])
  const form = usePaymentForm({
    ...{ direction: 'deposit', currency, exponent, methods, amount, before: () => settleRef.current() },
    onBegun: ({ id, redirectUrl }) => {
      keepReturn(back)
      if (redirectUrl) window.location.assign(redirectUrl)
      else void navigate(`?payment=${id}`)
    },
  })
  const limits = offeredPath(app, 'office_responsible')
  const identification = offeredPath(app, 'office_account_identification')
  if (refusal?.key === 'protection.funds_unacknowledged') return <FundsNotice protection={refusal.params?.protection} />
  if (refusal?.key === 'protection.identity_needed')
    return <PaymentNotice message={refusal} to={identification} label={t('payment.identify')} />
  if (refusal) return <PaymentNotice message={refusal} to={limits} label={t('site.office_responsible')} />
  if (methods.length === 0) return <EmptyState icon="wallet" title={t('payment.deposit_none')} />
  return (
    <>
      {isFirstDeposit && limits ? (
        <PaymentNotice
          message={{ key: 'payment.limit_first', params: {} }}
          to={limits}
          label={t('payment.limits_link')}
        />
      ) : null}
      {owed > 0 ? (
        <p className={styles.notice}>{t('payment.owed', { amount: moneyText(app, owed, currency) })}</p>
      ) : null}
      <PaymentForm
        {...{ form, methods, currency, exponent, quickAmounts }}
        legend={t('payment.how')}
        extra={<Extra data={extra} value={form.value} methodId={form.method?.id ?? null} onSettle={onSettle} />}
        submitLabel={(total) =>
          total === null ? t('payment.deposit') : t('payment.deposit_amount', { amount: total })
        }
      />
      {limits && !isFirstDeposit ? (
        <div>
          <ButtonLink kind="plain" icon="shield" to={limits}>
            {t('payment.limits_link')}
          </ButtonLink>
        </div>
      ) : null}
    </>
  )
}
