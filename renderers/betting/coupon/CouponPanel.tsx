import type { ReactNode } from 'react'
import { couponTotals } from '#machines/betting/coupon/coupon-bets.rules.ts'
import type { CouponNotice } from '#machines/betting/coupon/coupon-entries.rules.ts'
import { type CouponProblem, couponProblems } from '#machines/betting/coupon/coupon-problems.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import type { Coupon, CouponEdit, CouponEvent } from '#schemas'
import { Button } from '../../site/Button.tsx'
import { EmptyState } from '../../site/EmptyState.tsx'
import { Icon } from '../../site/Icon.tsx'
import { Spinner } from '../../site/Spinner.tsx'
import { useText } from '../../site/texts.tsx'
import { CouponAdvance } from './CouponAdvance.tsx'
import { CouponEntries } from './CouponEntries.tsx'
import { CouponFoot } from './CouponFoot.tsx'
import type { FreebetChoice } from './CouponFreebets.tsx'
import { CouponOptions } from './CouponOptions.tsx'
import styles from './CouponPanel.module.css'
import { CouponResult } from './CouponResult.tsx'
import { CouponStake } from './CouponStake.tsx'
import { CouponTotals } from './CouponTotals.tsx'
import { CouponTypes } from './CouponTypes.tsx'
import type { CouponLook, CouponStage } from './coupon.selectors.ts'

/** Problems that the stake has. */
const OF_STAKE: readonly CouponProblem['code'][] = ['stake_invalid', 'stake_below_minimum', 'stake_above_maximum']

/** Props of {@link CouponPanel}. */
export interface CouponPanelProps {
  readonly state: CouponState
  readonly stage: CouponStage
  readonly look: CouponLook
  /** When the price of an outcome was last heard of, ms since 1970; null when nobody knows. */
  readonly pricedAtMs: (outcomeId: number) => number | null
  /** Where a guest signs in; null where nobody may. */
  readonly signInPath: string | null
  /** Where the player pays in what is missing, in minor units; left out where nobody may (PAY-17). */
  readonly depositPathOf?: ((missingMinor: number) => string | null) | undefined
  /** Where the player sees their limits and breaks; left out where nobody may. */
  readonly limitsPath?: string | null | undefined
  /** What the player has, in minor units of the currency; null when nobody knows. */
  readonly balanceMinor: number | null
  /** Free bets that the player can stake; left out where there are none. */
  readonly freebets?: FreebetChoice | undefined
  /** Prints the coupon; left out where that is not offered (BET-12). */
  readonly onPrint?: (() => void) | undefined
  /** The address under which a saved coupon is opened; left out where there is none. */
  readonly linkOf?: ((code: string) => string) | undefined
  /** Whether something around it has its name and its surface already, as a drawer does. */
  readonly isBare?: boolean
  /** Whether a tab above it has its name and its count already. */
  readonly isTab?: boolean
  readonly onEvent: (event: CouponEvent) => void
}

/** The coupon: its selections, type and stake, what it pays, and the one button; or what became of the bet. */
export function CouponPanel(given: CouponPanelProps) {
  const props = { ...given, state: shownState(given) }
  const { state, stage, look, onPrint, linkOf, isBare, onEvent } = props
  const t = useText()
  const { coupon } = state
  if (stage === 'restoring')
    return (
      <Frame count={0} isBare={isBare} isTab={props.isTab}>
        <Waiting />
      </Frame>
    )
  const isOver = stage === 'accepted' || stage === 'partial' || stage === 'rejected'
  if (isOver)
    return (
      <Frame count={coupon.entries.length} isBare={isBare} isTab={props.isTab}>
        <CouponResult {...{ stage, state, look, onPrint, onEvent }} limitsPath={props.limitsPath} />
      </Frame>
    )
  const isEditable = stage === 'draft'
  return (
    <Frame
      count={coupon.entries.length}
      isBare={isBare}
      isTab={props.isTab}
      {...(isEditable && coupon.entries.length > 0
        ? { onClear: () => onEvent({ type: 'coupon.edited', edit: { kind: 'cleared' } }) }
        : {})}
    >
      {stage === 'draft' || stage === 'busy' ? null : (
        <CouponResult stage={stage} state={state} look={look} onEvent={onEvent} />
      )}
      <Told state={state} />
      {stage === 'repriced' ? (
        <Offer {...props} />
      ) : coupon.entries.length === 0 ? (
        <>
          {isEditable ? (
            <EmptyState icon="coupon" title={t('betting.empty_title')} text={t('betting.empty_text')} />
          ) : null}
          <CouponOptions state={state} look={look} isDisabled={!isEditable} linkOf={linkOf} onEvent={onEvent} />
        </>
      ) : (
        <Draft {...props} isEditable={isEditable} />
      )}
    </Frame>
  )
}

/** While a bet of one press is on its way, that bet is shown and not the coupon beside it. */
function shownState({ state, stage }: CouponPanelProps): CouponState {
  const isOnItsWay = stage === 'sending' || stage === 'pending' || stage === 'unknown'
  return isOnItsWay && state.bet?.isOneClick ? { ...state, coupon: state.bet.coupon } : state
}

function Frame({
  count,
  isBare,
  isTab,
  onClear,
  children,
}: {
  readonly count: number
  readonly isBare: boolean | undefined
  readonly isTab: boolean | undefined
  readonly onClear?: () => void
  readonly children: ReactNode
}) {
  const t = useText()
  return (
    <section className={styles.panel} aria-label={t('betting.coupon')} data-coupon="" data-bare={isBare || undefined}>
      <header className={styles.head} hidden={(isBare || isTab) && count === 0}>
        <h2 className={isBare || isTab ? 'visually-hidden' : styles.title}>{t('betting.coupon')}</h2>
        {count > 0 && !isTab ? <span className={styles.count}>{count}</span> : null}
        {onClear ? (
          <span className={styles.clear}>
            <Button kind="plain" size="small" icon="trash" onClick={onClear}>
              {t('betting.clear')}
            </Button>
          </span>
        ) : null}
      </header>
      {children}
    </section>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner />
    </div>
  )
}

/** What was not done, or lost, and the call that failed last. */
function Told({ state: { notice, failure } }: Pick<CouponPanelProps, 'state'>) {
  const t = useText()
  const texts = [
    ...(notice ? [t(`betting.notice_${notice.code}`, noticeParams(notice))] : []),
    ...(failure ? [t(failure.code, { ...failure.params })] : []),
  ]
  return (
    <div role="status" className={styles.told}>
      {texts.map((text) => (
        <p key={text} className={styles.notice}>
          <Icon name="info" size={16} />
          {text}
        </p>
      ))}
    </div>
  )
}

function noticeParams({ count }: CouponNotice): { readonly number: number } | Record<string, never> {
  return count === undefined ? {} : { number: count }
}

/** The coupon while it is filled in, or as it is while its bet is on its way. */
function Draft(props: CouponPanelProps & { readonly isEditable: boolean }) {
  const { state, stage, look, signInPath, depositPathOf, balanceMinor, onPrint, linkOf, onEvent, isEditable } = props
  const { coupon, terms } = state
  const edit = (change: CouponEdit) => onEvent({ type: 'coupon.edited', edit: change })
  const result = couponTotals(coupon, terms)
  const totals = result.ok ? result.totals : null
  const problems = couponProblems(coupon, terms, state)
  const hasFoot = isEditable || stage === 'busy'
  const stake = (
    <CouponStake
      state={state}
      look={look}
      balanceMinor={balanceMinor}
      isDisabled={!isEditable}
      isInvalid={problems.some(({ code }) => OF_STAKE.includes(code))}
      onEdit={edit}
    />
  )
  return (
    <>
      <CouponTypes state={state} isDisabled={!isEditable} onEdit={edit} />
      <Entries {...props} coupon={coupon} problems={problems} {...(isEditable ? { onEdit: edit } : {})} />
      <CouponTotals state={state} totals={totals} look={look} hasNoPayout={hasFoot} />
      {hasFoot ? (
        <>
          <CouponAdvance
            state={state}
            totals={totals}
            balanceMinor={balanceMinor}
            look={look}
            isDisabled={!isEditable}
            onEvent={onEvent}
          />
          <CouponOptions
            state={state}
            look={look}
            isDisabled={!isEditable}
            freebets={props.freebets}
            onPrint={onPrint}
            linkOf={linkOf}
            onEvent={onEvent}
          />
          <CouponFoot
            state={state}
            problems={problems}
            totals={totals}
            look={look}
            balanceMinor={balanceMinor}
            signInPath={signInPath}
            depositPathOf={depositPathOf}
            isBusy={!isEditable}
            onEvent={onEvent}
          >
            {stake}
          </CouponFoot>
        </>
      ) : (
        stake
      )}
    </>
  )
}

/** The prices that the server offers in place of those that were asked for, to be taken or left. */
function Offer(props: CouponPanelProps) {
  const { state, look, onEvent } = props
  const t = useText()
  const coupon = state.bet?.coupon ?? state.coupon
  const result = couponTotals(coupon, state.terms)
  const totals = result.ok ? result.totals : null
  return (
    <>
      <Entries {...props} coupon={coupon} problems={[]} />
      <CouponTotals state={{ coupon, terms: state.terms }} totals={totals} look={look} />
      <div className={styles.ways}>
        <Button kind="primary" size="large" isWide onClick={() => onEvent({ type: 'quote.accepted' })}>
          {t('betting.take_offer', { amount: totals ? look.money(totals.stakeMinor) : '' })}
        </Button>
        <Button isWide onClick={() => onEvent({ type: 'result.closed', keepsEntries: true })}>
          {t('betting.back')}
        </Button>
      </div>
    </>
  )
}

interface EntriesProps extends CouponPanelProps {
  readonly coupon: Coupon
  readonly problems: readonly CouponProblem[]
  readonly onEdit?: (edit: CouponEdit) => void
}

function Entries({ coupon, problems, state, look, pricedAtMs, onEdit }: EntriesProps) {
  const idsOf = (...codes: readonly CouponProblem['code'][]) =>
    problems.flatMap(({ code, outcomeIds = [] }) => (codes.includes(code) ? outcomeIds : []))
  return (
    <CouponEntries
      coupon={coupon}
      terms={state.terms}
      look={look}
      conflicting={idsOf('conflict')}
      changed={idsOf('price_changed', 'line_changed')}
      isFeedLive={state.isFeedLive}
      pricedAtMs={pricedAtMs}
      onEdit={onEdit}
    />
  )
}
