import type { BetSaleContext } from '#machines/betting/bet-sale.machine.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { BetSaleEvent, CashOutQuote } from '#schemas'
import { Button } from '../site/Button.tsx'
import { Icon } from '../site/Icon.tsx'
import { Spinner } from '../site/Spinner.tsx'
import { useText } from '../site/texts.tsx'
import { AmountField } from './AmountField.tsx'
import { AmountLine } from './AmountLine.tsx'
import styles from './BetSale.module.css'
import type { CouponLook } from './coupon.selectors.ts'

/** Where a sale stands: states of the machine by what is seen. */
export type SaleStage =
  | 'wrong'
  | 'resting'
  | 'quoting'
  | 'offered'
  | 'expired'
  | 'refused'
  | 'failed'
  | 'selling'
  | 'unknown'
  | 'done'

/** The slider goes by percents of what is left. */
const WHOLE = 100

/** Props of {@link BetSale}. */
export interface BetSaleProps {
  readonly stage: SaleStage
  readonly state: BetSaleContext
  readonly look: CouponLook
  /** Whether a part of the stake may be sold (BET-17). */
  readonly isPartAllowed: boolean
  readonly onEvent: (event: BetSaleEvent) => void
  readonly onClose: () => void
}

/** The sale of a bet: how much of it, what it brings and for how long that stands, and what has become of it (PLACE-7). */
export function BetSale(props: BetSaleProps) {
  const { stage, isPartAllowed, state } = props
  if (stage === 'done') return <Sold {...props} />
  const isUnderWay = stage === 'selling' || stage === 'unknown'
  return (
    <div className={styles.sale}>
      {isPartAllowed && !isUnderWay && state.leftMinor > 1 ? <Part {...props} /> : null}
      <Said {...props} />
    </div>
  )
}

function Part({ stage, state, look, onEvent }: BetSaleProps) {
  const t = useText()
  const { leftMinor, exponent, partMinor, text } = state
  const written = (minor: number) => minorToDecimal(minor, exponent)
  const eventOfPercent = (percent: number): BetSaleEvent =>
    percent === WHOLE
      ? { type: 'whole.chosen' }
      : { type: 'part.chosen', text: written(Math.max(1, Math.floor((leftMinor * percent) / WHOLE))) }
  return (
    <div className={styles.part}>
      <div className={styles.amount}>
        <AmountField
          label={t('history.sale_part')}
          text={text === '' ? written(leftMinor) : text}
          accuracy={exponent}
          look={look}
          isInvalid={stage === 'wrong'}
          onText={(typed) => onEvent({ type: 'part.chosen', text: typed })}
        />
        <Button
          aria-pressed={partMinor === null && stage !== 'wrong'}
          onClick={() => onEvent({ type: 'whole.chosen' })}
        >
          {t('history.sale_whole')}
        </Button>
      </div>
      <input
        className={styles.slider}
        type="range"
        aria-label={t('history.sale_slider')}
        aria-valuetext={look.money(partMinor ?? leftMinor)}
        min={1}
        max={WHOLE}
        value={partMinor === null ? WHOLE : Math.max(1, Math.round((partMinor / leftMinor) * WHOLE))}
        onChange={({ target }) => onEvent(eventOfPercent(Number(target.value)))}
      />
      {stage === 'wrong' ? (
        <p className={styles.fault} role="alert">
          <Icon name="alert" size={16} />
          {t('history.sale_invalid', { maximum: look.money(leftMinor) })}
        </p>
      ) : null}
    </div>
  )
}

function Said(props: BetSaleProps) {
  const { stage, state, look, onEvent } = props
  const t = useText()
  switch (stage) {
    case 'offered':
      return state.quote ? <Offer {...props} quote={state.quote} /> : null
    case 'quoting':
    case 'resting':
      return <Busy text={t('history.sale_quoting')} />
    case 'selling':
      return <Busy text={t('history.sale_selling')} />
    case 'unknown':
      return (
        <div className={styles.notice} role="status">
          <p className={styles.title}>{t('history.sale_unknown')}</p>
          <p>{t('history.sale_unknown_text')}</p>
          <Button onClick={() => onEvent({ type: 'sale.asked' })}>{t('history.sale_again')}</Button>
        </div>
      )
    case 'wrong':
    case 'done':
      return null
    default:
      return (
        <div className={styles.notice} role="status">
          <p className={styles.title}>{t(stage === 'expired' ? 'history.sale_expired' : 'history.sale_refused')}</p>
          {stage === 'expired' ? null : <p>{reasonOf(state, look, t)}</p>}
          <Button kind="primary" onClick={() => onEvent({ type: 'offer.requested' })}>
            {t('history.sale_ask')}
          </Button>
        </div>
      )
  }
}

function reasonOf({ refusal, failure }: BetSaleContext, look: CouponLook, t: ReturnType<typeof useText>): string {
  const { code, params } = refusal
    ? { code: refusal.reason, params: refusal.params ?? {} }
    : { code: failure?.code ?? 'main_error_server', params: failure?.params ?? {} }
  const { maximum } = params
  return t(code, { ...params, ...(typeof maximum === 'number' ? { maximum: look.money(maximum) } : {}) })
}

function Busy({ text }: { readonly text: string }) {
  return (
    <div className={styles.busy} role="status">
      <Spinner />
      {text}
    </div>
  )
}

function Offer({ state, look, onEvent, quote }: BetSaleProps & { readonly quote: CashOutQuote }) {
  const t = useText()
  const { formerMinor, secondsLeft } = state
  const { soldMinor, remainingMinor, possibleMinor, taxMinor, payoutMinor } = quote
  const amount = look.money(payoutMinor)
  return (
    <div className={styles.offer}>
      {formerMinor === null ? null : (
        <p className={styles.changed} role="alert">
          <Icon name="warning" size={16} />
          {t('history.sale_changed', { former: look.money(formerMinor), amount })}
        </p>
      )}
      <dl className={styles.lines}>
        <AmountLine name={t('history.sale_sold')} value={look.money(soldMinor)} />
        {remainingMinor > 0 ? (
          <>
            <AmountLine name={t('history.sale_rest')} value={look.money(remainingMinor)} />
            <AmountLine name={t('history.sale_possible')} value={look.money(possibleMinor)} />
          </>
        ) : null}
        {taxMinor > 0 ? <AmountLine name={t('history.sale_tax')} value={`−${look.money(taxMinor)}`} /> : null}
        <AmountLine name={t('history.sale_get')} value={amount} isMain />
      </dl>
      <p className={styles.stands} role="timer" aria-live="off">
        {t('history.sale_stands', { seconds: secondsLeft })}
      </p>
      <Button kind="primary" size="large" isWide onClick={() => onEvent({ type: 'sale.confirmed' })}>
        {t('history.sale_confirm', { amount })}
      </Button>
    </div>
  )
}

function Sold({ state: { sold }, look, onClose }: BetSaleProps) {
  const t = useText()
  if (!sold) return null
  const { remainingMinor, payoutMinor } = sold
  return (
    <div className={styles.notice} role="status">
      <p className={styles.title}>
        <Icon name="check" />
        {t('history.sale_done', { amount: look.money(payoutMinor) })}
      </p>
      <p>
        {remainingMinor > 0
          ? t('history.sale_done_rest', { amount: look.money(remainingMinor) })
          : t('history.sale_done_whole')}
      </p>
      <Button kind="primary" onClick={onClose}>
        {t('history.back')}
      </Button>
    </div>
  )
}
