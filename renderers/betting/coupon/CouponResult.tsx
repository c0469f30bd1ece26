import type { ReactNode } from 'react'
import { autoPrice, canBePlayed } from '#machines/betting/coupon/auto-price.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { Coupon, CouponEvent } from '#schemas'
import { Badge } from '../../site/Badge.tsx'
import { Button, ButtonLink } from '../../site/Button.tsx'
import { Icon } from '../../site/Icon.tsx'
import { Spinner } from '../../site/Spinner.tsx'
import { useText } from '../../site/texts.tsx'
import { combinationCountOf, kindText, roleText } from '../history/bet-kind.selectors.ts'
import { AmountLine } from './AmountLine.tsx'
import styles from './CouponResult.module.css'
import { atAgreedPrices, type CouponLook, totalOdds } from './coupon.selectors.ts'

/** Props of {@link CouponResult}. */
export interface CouponResultProps {
  readonly stage: 'sending' | 'pending' | 'unknown' | 'repriced' | 'accepted' | 'partial' | 'rejected'
  readonly state: CouponState
  readonly look: CouponLook
  /** Prints the receipt; left out where that is not offered (BET-12). */
  readonly onPrint?: (() => void) | undefined
  /** Where the player sees their limits and breaks, for a bet that one of them refused; left out where nobody may. */
  readonly limitsPath?: string | null | undefined
  readonly onEvent: (event: CouponEvent) => void
}

/** The outcome of the bet, or that it is not known yet, and what can be done about it. */
export function CouponResult({ stage, state, look, onPrint, limitsPath, onEvent }: CouponResultProps) {
  const t = useText()
  const close = (keepsEntries: boolean) => () => onEvent({ type: 'result.closed', keepsEntries })
  switch (stage) {
    case 'sending':
      return <Notice tone="wait" title={t('betting.sending')} mark={<Spinner />} />
    case 'pending':
      return (
        <Notice
          tone="wait"
          title={t('betting.pending')}
          mark={<Countdown seconds={state.waitSeconds} />}
          text={t('betting.pending_text')}
        />
      )
    case 'unknown':
      return (
        <Notice tone="wait" title={t('betting.unknown')} mark={<Spinner />} text={t('betting.unknown_text')}>
          <Button icon="refresh" onClick={() => onEvent({ type: 'bet.asked' })}>
            {t('betting.ask_now')}
          </Button>
        </Notice>
      )
    case 'repriced':
      return (
        <Notice
          tone="warning"
          title={t('betting.repriced')}
          mark={<Icon name="swap" size={24} />}
          text={t('betting.repriced_text')}
        />
      )
    case 'rejected':
      return (
        <Notice
          tone="negative"
          title={t('betting.rejected')}
          mark={<Icon name="error" size={24} />}
          text={[state.failure ? t(state.failure.code, { ...state.failure.params }) : '', t('betting.rejected_text')]
            .filter(Boolean)
            .join(' ')}
        >
          {limitsPath && state.failure?.code.startsWith('protection.') ? (
            <ButtonLink isWide icon="shield" to={limitsPath}>
              {t('site.office_responsible')}
            </ButtonLink>
          ) : null}
          <Button isWide onClick={close(true)}>
            {t('betting.back')}
          </Button>
        </Notice>
      )
    default:
      return (
        <Notice
          tone="positive"
          title={t(state.receipt?.isAutoBet ? 'betting.bid_kept' : `betting.${stage}`)}
          mark={<Icon name="success" size={24} />}
          {...(stage === 'partial' ? { text: t('betting.partial_text') } : {})}
          {...(state.receipt?.isAutoBet ? { text: t(autoBetText(state)) } : {})}
        >
          <Receipt state={state} look={look} />
          <div className={styles.ways}>
            <Button kind="primary" onClick={close(false)}>
              {t('betting.done')}
            </Button>
            <Button onClick={close(true)}>{t('betting.keep')}</Button>
            {onPrint ? (
              <Button kind="plain" icon="document" onClick={onPrint}>
                {t('betting.print')}
              </Button>
            ) : null}
          </div>
        </Notice>
      )
  }
}

/** When the stake of an auto-bet comes back. */
function autoBetText({ receipt, terms }: CouponState): string {
  const coupon = receipt?.coupon
  if (!(coupon && canBePlayed(coupon.entries, terms.isAutoBetContinuedLive))) return 'betting.bid_kept_text'
  return coupon.isDroppedOnScore ? 'betting.bid_kept_drop_text' : 'betting.bid_kept_live_text'
}

interface NoticeProps {
  readonly tone: 'wait' | 'positive' | 'warning' | 'negative'
  readonly title: string
  readonly mark: ReactNode
  readonly text?: string
  readonly children?: ReactNode
}

function Notice({ tone, title, mark, text, children }: NoticeProps) {
  return (
    <section className={styles.result} data-tone={tone}>
      <div className={styles.head} role={tone === 'negative' ? 'alert' : 'status'}>
        <span className={styles.mark}>{mark}</span>
        <p className={styles.title}>{title}</p>
        {text ? <p className={styles.text}>{text}</p> : null}
      </div>
      {children}
    </section>
  )
}

function Countdown({ seconds }: { readonly seconds: number }) {
  const t = useText()
  return (
    <span role="timer" className={styles.countdown}>
      {t('betting.seconds', { seconds })}
    </span>
  )
}

/** What was bought: the kind of bet, its number, or the price for which it waits and has none, what it is staked with, and each
 *  outcome by name and price. */
function Receipt({ state, look }: Pick<CouponResultProps, 'state' | 'look'>) {
  const t = useText()
  const { receipt } = state
  if (!receipt) return null
  const { coupon } = receipt
  const kind = { ...coupon, legCount: coupon.entries.length }
  const combinations = combinationCountOf(kind)
  const odds = receipt.isAutoBet ? null : totalOdds(atAgreedPrices(coupon))
  const amounts = [
    ['betting.total_stake', receipt.stakeMinor],
    ['betting.advance_part', receipt.advanceMinor],
    ['betting.payout', receipt.possibleMinor],
  ] as const
  return (
    <>
      <dl className={styles.receipt}>
        {receipt.isAutoBet ? (
          <AmountLine name={t('betting.auto_price')} value={look.price(autoPrice(coupon))} />
        ) : (
          <AmountLine name={t('betting.bet_number')} value={String(receipt.betId)} />
        )}
        <AmountLine name={t('betting.type_label')} value={kindText(kind, t)} />
        {combinations === null ? null : (
          <AmountLine name={t('betting.lines')} value={look.exact(String(combinations))} />
        )}
        {coupon.betType === 'single' && coupon.entries.length > 1 ? (
          <AmountLine name={t('betting.bets')} value={look.exact(String(coupon.entries.length))} />
        ) : null}
        {odds === null ? null : <AmountLine name={t('betting.total_odds')} value={look.price(odds)} />}
        {amounts.map(([name, minor]) =>
          minor === undefined ? null : <AmountLine key={name} name={t(name)} value={look.money(minor)} />,
        )}
      </dl>
      {receipt.advanceMinor === undefined ? null : (
        <p className={styles.text}>{t('betting.advance_receipt', { hours: state.terms.advanceHours })}</p>
      )}
      <ReceiptEntries coupon={coupon} look={look} />
    </>
  )
}

function ReceiptEntries({ coupon, look }: { readonly coupon: Coupon; readonly look: CouponLook }) {
  const t = useText()
  const { betType, entries, lobbyOutcomeId, blocks } = coupon
  const roles = { lobby: betType === 'lobby' ? lobbyOutcomeId : undefined, blocks }
  return (
    <ul className={styles.entries}>
      {entries.map(({ outcomeId, names, agreedOdds }) => {
        const role = roleText(roles, outcomeId, t)
        return (
          <li key={outcomeId}>
            <span>
              <bdi>{names.outcome}</bdi>
              {role === null ? null : <Badge kind="accent">{role}</Badge>}
              <small>
                <bdi>{names.market}</bdi>
              </small>
              <small>
                <bdi>{names.game}</bdi>
              </small>
            </span>
            <b dir="ltr">{look.price(agreedOdds)}</b>
          </li>
        )
      })}
    </ul>
  )
}
