import type { BetQuoteContext } from '#machines/betting/cash-out/bet-quote.machine.ts'
import { quotedMinor } from '#machines/betting/cash-out/bet-quote.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type { BetInsured, BetQuoteEvent, CashOutQuote, CashOutSold, InsuranceQuote } from '#schemas'
import { Button } from '../../site/Button.tsx'
import { Icon } from '../../site/Icon.tsx'
import { Spinner } from '../../site/Spinner.tsx'
import { useText } from '../../site/texts.tsx'
import { AmountField } from '../coupon/AmountField.tsx'
import { AmountLine } from '../coupon/AmountLine.tsx'
import type { CouponLook } from '../coupon/coupon.selectors.ts'
import styles from './BetQuote.module.css'

/** Where a sale or an insurance stands: states of the machine by what is seen. */
export type QuoteStage =
  | 'wrong'
  | 'resting'
  | 'quoting'
  | 'quoted'
  | 'expired'
  | 'refused'
  | 'failed'
  | 'taking'
  | 'waiting'
  | 'unknown'
  | 'done'

/** What is said of each kind of quote. */
const WORDS = {
  sale: {
    part: 'history.sale_part',
    slider: 'history.sale_slider',
    refused: 'history.sale_refused',
    expired: 'history.sale_expired',
    taking: 'history.sale_selling',
    waiting: 'history.sale_waiting',
    unknown: 'history.sale_unknown',
    unknownText: 'history.sale_unknown_text',
    changed: 'history.sale_changed',
    confirm: 'history.sale_confirm',
  },
  insurance: {
    part: 'history.insurance_part',
    slider: 'history.insurance_slider',
    refused: 'history.insurance_refused',
    expired: 'history.insurance_expired',
    taking: 'history.insurance_taking',
    waiting: 'history.insurance_waiting',
    unknown: 'history.insurance_unknown',
    unknownText: 'history.insurance_unknown_text',
    changed: 'history.insurance_changed',
    confirm: 'history.insurance_confirm',
  },
} as const

/** The slider goes by percents of what is left. */
const WHOLE = 100

/** Props of {@link BetQuote}. */
export interface BetQuoteProps {
  readonly stage: QuoteStage
  readonly state: BetQuoteContext
  readonly look: CouponLook
  /** Whether a part of the stake may be sold or insured (BET-17). */
  readonly isPartAllowed: boolean
  readonly onEvent: (event: BetQuoteEvent) => void
  readonly onClose: () => void
}

/** The cash-out or the insurance of a bet: how much of it, what it pays or costs, how long the quote is valid, and how
 *  it ended (PLACE-7, BET-13). */
export function BetQuote(props: BetQuoteProps) {
  const { stage, isPartAllowed, state } = props
  if (stage === 'done') return state.taken ? <Taken {...props} taken={state.taken} /> : null
  const isUnderWay = stage === 'taking' || stage === 'waiting' || stage === 'unknown'
  return (
    <div className={styles.sale}>
      {isPartAllowed && !isUnderWay && state.leftMinor > 1 ? <Part {...props} /> : null}
      <Said {...props} />
    </div>
  )
}

function Part({ stage, state, look, onEvent }: BetQuoteProps) {
  const t = useText()
  const { kind, leftMinor, exponent, partMinor, text } = state
  const written = (minor: number) => minorToDecimal(minor, exponent)
  const eventOfPercent = (percent: number): BetQuoteEvent =>
    percent === WHOLE
      ? { type: 'whole.chosen' }
      : { type: 'part.chosen', text: written(Math.max(1, Math.floor((leftMinor * percent) / WHOLE))) }
  return (
    <div className={styles.part}>
      <div className={styles.amount}>
        <AmountField
          label={t(WORDS[kind].part)}
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
        aria-label={t(WORDS[kind].slider)}
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

function Said(props: BetQuoteProps) {
  const { stage, state, look, onEvent } = props
  const t = useText()
  const words = WORDS[state.kind]
  switch (stage) {
    case 'quoted':
      return state.quote ? <Quote {...props} quote={state.quote} /> : null
    case 'quoting':
    case 'resting':
      return <Busy text={t('history.sale_quoting')} />
    case 'taking':
      return <Busy text={t(words.taking)} />
    case 'waiting':
      return <Busy text={t(words.waiting, { seconds: state.secondsLeft })} isTimer />
    case 'unknown':
      return (
        <div className={styles.notice} role="status">
          <p className={styles.title}>{t(words.unknown)}</p>
          <p>{t(words.unknownText)}</p>
          <Button onClick={() => onEvent({ type: 'answer.asked' })}>{t('history.sale_again')}</Button>
        </div>
      )
    case 'wrong':
    case 'done':
      return null
    default:
      return (
        <div className={styles.notice} role="status">
          <p className={styles.title}>{t(stage === 'expired' ? words.expired : words.refused)}</p>
          {stage === 'expired' ? null : <p>{reasonOf(state, look, t)}</p>}
          <Button kind="primary" onClick={() => onEvent({ type: 'quote.requested' })}>
            {t('history.sale_ask')}
          </Button>
        </div>
      )
  }
}

function reasonOf({ refusal, failure }: BetQuoteContext, look: CouponLook, t: ReturnType<typeof useText>): string {
  const { code, params } = refusal
    ? { code: refusal.reason, params: refusal.params ?? {} }
    : { code: failure?.code ?? 'main_error_server', params: failure?.params ?? {} }
  const { maximum } = params
  return t(code, { ...params, ...(typeof maximum === 'number' ? { maximum: look.money(maximum) } : {}) })
}

/** What is under way; one that counts down is not read out every second. */
function Busy({ text, isTimer = false }: { readonly text: string; readonly isTimer?: boolean }) {
  return (
    <div className={styles.busy} role={isTimer ? 'timer' : 'status'}>
      <Spinner />
      {text}
    </div>
  )
}

function Quote({ state, look, onEvent, quote }: BetQuoteProps & { readonly quote: CashOutQuote | InsuranceQuote }) {
  const t = useText()
  const { kind, formerMinor, secondsLeft } = state
  const words = WORDS[kind]
  const amount = look.money(quotedMinor(quote))
  return (
    <div className={styles.quote}>
      {formerMinor === null ? null : (
        <p className={styles.changed} role="alert">
          <Icon name="warning" size={16} />
          {t(words.changed, { former: look.money(formerMinor), amount })}
        </p>
      )}
      <dl className={styles.lines}>
        {'payoutMinor' in quote ? (
          <CashOutLines quote={quote} look={look} />
        ) : (
          <InsuranceLines quote={quote} look={look} />
        )}
      </dl>
      <p className={styles.stands} role="timer" aria-live="off">
        {t('history.sale_stands', { seconds: secondsLeft })}
      </p>
      <Button kind="primary" size="large" isWide onClick={() => onEvent({ type: 'quote.confirmed' })}>
        {t(words.confirm, { amount })}
      </Button>
    </div>
  )
}

function CashOutLines({ quote, look }: { readonly quote: CashOutQuote; readonly look: CouponLook }) {
  const t = useText()
  const { soldMinor, remainingMinor, possibleMinor, taxMinor, payoutMinor } = quote
  return (
    <>
      <AmountLine name={t('history.sale_sold')} value={look.money(soldMinor)} />
      {remainingMinor > 0 ? (
        <>
          <AmountLine name={t('history.sale_rest')} value={look.money(remainingMinor)} />
          <AmountLine name={t('history.sale_possible')} value={look.money(possibleMinor)} />
        </>
      ) : null}
      {taxMinor > 0 ? <AmountLine name={t('history.sale_tax')} value={look.money(-taxMinor)} /> : null}
      <AmountLine name={t('history.sale_get')} value={look.money(payoutMinor)} isMain />
    </>
  )
}

function InsuranceLines({ quote, look }: { readonly quote: InsuranceQuote; readonly look: CouponLook }) {
  const t = useText()
  return (
    <>
      <AmountLine name={t('history.insurance_pays')} value={look.money(quote.insuredMinor)} />
      <AmountLine name={t('history.insurance_costs')} value={look.money(quote.premiumMinor)} isMain />
    </>
  )
}

function Taken({ taken, look, onClose }: BetQuoteProps & { readonly taken: CashOutSold | BetInsured }) {
  const t = useText()
  return (
    <div className={styles.notice} role="status">
      <p className={styles.title}>
        <Icon name="check" />
        {taken.kind === 'sold'
          ? t('history.sale_done', { amount: look.money(taken.payoutMinor) })
          : t('history.insurance_done', { amount: look.money(taken.insuredMinor) })}
      </p>
      <p>{takenText(taken, look, t)}</p>
      <Button kind="primary" onClick={onClose}>
        {t('history.back')}
      </Button>
    </div>
  )
}

function takenText(taken: CashOutSold | BetInsured, look: CouponLook, t: ReturnType<typeof useText>): string {
  if (taken.kind === 'insured') return t('history.insurance_done_text', { amount: look.money(taken.premiumMinor) })
  return taken.remainingMinor > 0
    ? t('history.sale_done_rest', { amount: look.money(taken.remainingMinor) })
    : t('history.sale_done_whole')
}
