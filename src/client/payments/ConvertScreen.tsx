import { useId, useState } from 'react'
import { useLoaderData } from 'react-router'
import { getBalance } from '#calls/money.calls.ts'
import { convertMoney, quoteConversion } from '#calls/payments.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { Button, ButtonLink } from '#renderers/site/Button.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { FormChoice, FormInput } from '#renderers/site/FormLine.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BalanceAnswer, ConversionQuote } from '#schemas'
import { type App, useApp } from '../page/app-context.ts'
import { useInstants } from '../page/instants.ts'
import { moneyText, typedMoney } from '../page/money-text.ts'
import { OfficePage } from '../page/office/OfficePage.tsx'
import { Panel } from '../page/office/OfficeParts.tsx'
import { offeredPath } from '../page/paths.ts'
import { usePlayer } from '../page/player.tsx'
import type { LoadedScreen, ScreenData, ScreenRequest } from '../page/screen.ts'
import { shellPort } from '../page/shell-port.ts'
import { showActiveBalance } from '../page/show-active-balance.ts'
import styles from './payments.module.css'

type Accounts = BalanceAnswer['accounts']
const AMOUNT_LENGTH = 20

/** Loads the player's accounts. */
export async function loadScreen({ app }: ScreenRequest): Promise<LoadedScreen<BalanceAnswer>> {
  const data = await app.call(getBalance, {})
  return { meta: () => ({ title: app.texts.t('payment.convert'), isPrivate: true }), data }
}

/** Exchanges money between the player's currency accounts at a rate that is shown before (PAY-14). */
export function Screen() {
  const app = useApp()
  const t = useText()
  const { data } = useLoaderData<ScreenData<BalanceAnswer>>()
  const cash = data.accounts.filter(
    ({ isBonusAccount, isPointsTypeBalance }) => !isBonusAccount && !isPointsTypeBalance,
  )
  const wallets = offeredPath(app, 'office_settings_wallets')
  return (
    <OfficePage title={t('payment.convert')} text={t('payment.convert_text')}>
      {cash.length < 2 ? (
        <EmptyState
          icon="swap"
          title={t('payment.convert_only')}
          action={wallets ? <ButtonLink to={wallets}>{t('payment.convert_open')}</ButtonLink> : undefined}
        />
      ) : (
        <Exchange accounts={cash} />
      )}
    </OfficePage>
  )
}

function Exchange({ accounts: loaded }: { readonly accounts: Accounts }) {
  const app = useApp()
  const t = useText()
  const id = useId()
  const [amount, setAmount] = useState('')
  const { accounts, quote, error, isBusy, changed, ask, convert } = useExchange(loaded)
  const [from, setFrom] = useState(accounts.find(({ isActive }) => isActive)?.iso ?? accounts[0]?.iso ?? '')
  const others = accounts.filter(({ iso }) => iso !== from)
  const [wanted, setTo] = useState(others[0]?.iso ?? '')
  const to = others.some(({ iso }) => iso === wanted) ? wanted : (others[0]?.iso ?? '')
  const choices = (of: Accounts) => of.map(({ iso, money }) => ({ value: iso, label: moneyText(app, money, iso) }))
  return (
    <Panel
      as="form"
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        ask({ from, to, amount })
      }}
    >
      <FormChoice
        id={`${id}-from`}
        label={t('payment.convert_from')}
        value={from}
        choices={choices(accounts)}
        onChoose={(value) => {
          setFrom(value)
          changed()
        }}
      />
      <FormChoice
        id={`${id}-to`}
        label={t('payment.convert_to')}
        value={to}
        choices={choices(others)}
        onChoose={(value) => {
          setTo(value)
          changed()
        }}
      />
      <FormInput
        id={`${id}-amount`}
        label={t('payment.amount', { currency: from })}
        error={error}
        value={amount}
        inputMode="decimal"
        dir="ltr"
        maxLength={AMOUNT_LENGTH}
        onChange={(text) => {
          setAmount(text)
          changed({ isMended: true })
        }}
      />
      {quote ? (
        <Offer
          quote={quote}
          isBusy={isBusy}
          onTake={() => void convert(quote).then((isDone) => isDone && setAmount(''))}
        />
      ) : (
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {t('payment.convert_quote')}
        </Button>
      )}
    </Panel>
  )
}

/** What an exchange asks the server for, and what has come of it. */
function useExchange(loaded: Accounts) {
  const app = useApp()
  const t = useText()
  const { showBalance } = usePlayer()
  const [accounts, setAccounts] = useState(loaded)
  const [quote, setQuote] = useState<ConversionQuote | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function doing(work: () => Promise<void>): Promise<boolean> {
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (failure) {
      const { code, params } = readFailure(failure)
      setQuote(null)
      setError(t(code, { ...params }))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    ...{ accounts, quote, error, isBusy },
    /** A quote is of what was typed: another amount or account makes it void. */
    changed: ({ isMended = false } = {}) => {
      setQuote(null)
      if (isMended) setError(null)
    },
    ask: ({ from, to, amount }: { readonly from: string; readonly to: string; readonly amount: string }): void => {
      const value = typedMoney(app, amount, from)
      if (isBusy) return
      if (value === null) setError(t('payment.amount_wrong'))
      else void doing(async () => setQuote(await app.call(quoteConversion, { body: { from, to, amount: value } })))
    },
    /** @returns whether the money was exchanged */
    convert: ({ quoteId }: ConversionQuote) =>
      doing(async () => {
        const done = await app.call(convertMoney, { body: { quoteId } })
        const received = moneyText(app, done.receives, done.to)
        shellPort.notify({ id: 'payments', kind: 'success', text: 'payment.convert_done', params: { received } })
        setQuote(null)
        const answer = await app.call(getBalance, {})
        setAccounts(answer.accounts.filter((one) => !one.isBonusAccount && !one.isPointsTypeBalance))
        showActiveBalance(app, answer.accounts, showBalance)
      }),
  }
}

interface OfferProps {
  readonly quote: ConversionQuote
  readonly isBusy: boolean
  readonly onTake: () => void
}

function Offer({ quote, isBusy, onTake }: OfferProps) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { from, to, rate, amount, receives, expiresAt } = quote
  return (
    <div className={styles.quote} aria-live="polite">
      <p className={styles.text}>{t('payment.convert_you_get')}</p>
      <p className={styles.total}>{moneyText(app, receives, to)}</p>
      <p className={styles.text}>{t('payment.convert_rate', { from, to, rate: rateText(app, rate) })}</p>
      <p className={styles.text}>{t('payment.convert_until', { time: write(expiresAt) })}</p>
      <Button kind="primary" isBusy={isBusy} onClick={onTake}>
        {t('payment.convert_confirm', { amount: moneyText(app, amount, from) })}
      </Button>
    </div>
  )
}

const RATE_PLACES = 8

function rateText({ visitor }: App, rate: string): string {
  return new Intl.NumberFormat(visitor.locale, { maximumFractionDigits: RATE_PLACES }).format(Number(rate))
}
