import { type MouseEvent, type ReactNode, useId } from 'react'
import type { CouponTotals } from '#machines/betting/coupon/coupon-bets.rules.ts'
import { type CouponProblem, missingMinor } from '#machines/betting/coupon/coupon-problems.rules.ts'
import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import { press } from '#machines/site/events/press.rules.ts'
import type { CouponEvent } from '#schemas'
import { Button, ButtonLink } from '../../site/Button.tsx'
import { Icon } from '../../site/Icon.tsx'
import { useText } from '../../site/texts.tsx'
import styles from './CouponFoot.module.css'
import { PayoutLine, SpokenPayout } from './CouponTotals.tsx'
import { type CouponLook, problemParams } from './coupon.selectors.ts'

/** Problems that the player has not made and has only to go on from: they are told, not complained of. */
const MILD: readonly CouponProblem['code'][] = ['player_missing', 'entries_missing', 'stake_missing']
const STAKE_PROBLEMS: readonly CouponProblem['code'][] = [
  'stake_missing',
  'stake_invalid',
  'stake_below_minimum',
  'stake_above_maximum',
]
/** Problems that the button itself names. */
const ON_BUTTON: readonly CouponProblem['code'][] = ['stake_missing', 'stake_below_minimum', 'stake_above_maximum']
/** What the player can agree to by the press that places the bet (BET-25). */
const ACCEPTABLE: readonly CouponProblem['code'][] = ['price_changed', 'line_changed']

/** Props of {@link CouponFoot}. */
export interface CouponFootProps {
  readonly state: CouponState
  readonly problems: readonly CouponProblem[]
  readonly totals: CouponTotals | null
  readonly look: CouponLook
  /** What the player has, in minor units; null when nobody knows. */
  readonly balanceMinor: number | null
  /** Where a guest signs in; null where nobody may. */
  readonly signInPath: string | null
  /** Where the player pays in what is missing, in minor units; left out where nobody may. */
  readonly depositPathOf?: ((missingMinor: number) => string | null) | undefined
  readonly isBusy: boolean
  readonly onEvent: (event: CouponEvent) => void
  /** The stake. */
  readonly children: ReactNode
}

/** What stays in sight however long the coupon is: stake, payout, every reason why the bet cannot be sent, and the one button, which
 *  says what is missing first. A press on it takes the prices of now, where only they are in the way. */
export function CouponFoot(props: CouponFootProps) {
  const { state, problems, totals, look, balanceMinor, signInPath, depositPathOf, isBusy, onEvent, children } = props
  const t = useText()
  const reasonsId = useId()
  const isGuest = state.userId === null
  const missing = totals ? missingMinor(state.coupon, totals, balanceMinor) : 0
  const named = problems.find(({ code }) => ON_BUTTON.includes(code))
  const isAccepting = problems.length > 0 && problems.every(({ code }) => ACCEPTABLE.includes(code))
  const depositPath = missing > 0 && !isBusy ? (depositPathOf?.(missing) ?? null) : null
  const isHeldBack = missing > 0 || (problems.length > 0 && !isAccepting)
  function label(): string {
    if (named) return t(`betting.place_${named.code}`, problemParams(named, state, look))
    if (missing > 0) return t('betting.place_balance_short', { amount: look.money(missing) })
    if (!totals) return t('betting.place_plain')
    const free = totals.isFree ? 'betting.place_freebet' : 'betting.place'
    return t(isAccepting ? 'betting.place_accepting' : free, { amount: look.money(totals.stakeMinor) })
  }
  function confirm({ currentTarget }: MouseEvent) {
    if (missing > 0 || problems.some(({ code }) => STAKE_PROBLEMS.includes(code))) focusStake(currentTarget)
    if (missing > 0) return
    onEvent({ type: 'bet.confirmed', ...(isAccepting ? { acceptsPrices: true } : {}) })
  }
  return (
    <div className={styles.foot}>
      {children}
      <dl>
        <PayoutLine totals={totals} look={look} />
      </dl>
      <SpokenPayout totals={totals} look={look} />
      {problems.length > 0 ? (
        <Reasons {...props} problems={problems.filter(({ code }) => isGuest || code !== named?.code)} id={reasonsId} />
      ) : null}
      {isGuest && signInPath !== null ? (
        <ButtonLink
          kind="primary"
          size="large"
          isWide
          to={signInPath}
          aria-describedby={reasonsId}
          {...press('coupon_sign_in_pressed')}
        >
          {t('betting.sign_in')}
        </ButtonLink>
      ) : depositPath !== null ? (
        <ButtonLink
          kind="primary"
          size="large"
          icon="plus"
          isWide
          to={depositPath}
          aria-describedby={reasonsId}
          {...press('coupon_deposit_pressed')}
        >
          {t('betting.deposit_missing', { amount: look.money(missing) })}
        </ButtonLink>
      ) : (
        <Button
          kind="primary"
          size="large"
          isWide
          isBusy={isBusy}
          aria-disabled={isHeldBack}
          aria-describedby={problems.length > 0 ? reasonsId : undefined}
          onClick={confirm}
        >
          {label()}
        </Button>
      )}
    </div>
  )
}

/** Leads to the first stake of the coupon that is missing or wrong; there are several where each bet or block has its own. */
function focusStake(button: Element): void {
  const stakes = [...(button.closest('[data-coupon]')?.querySelectorAll<HTMLInputElement>('input[data-stake]') ?? [])]
  const wrong = stakes.find(({ value, ariaInvalid }) => value === '' || ariaInvalid === 'true')
  ;(wrong ?? stakes[0])?.focus()
}

function Reasons({ id, state, problems, look, onEvent }: CouponFootProps & { readonly id: string }) {
  const t = useText()
  const has = (...codes: readonly CouponProblem['code'][]) => problems.some(({ code }) => codes.includes(code))
  return (
    <div id={id} className={styles.reasons}>
      <ul className={styles.list} aria-live="polite">
        {problems.map((problem) => (
          <li key={problem.code} className={styles.reason} data-mild={MILD.includes(problem.code) || undefined}>
            <Icon name={MILD.includes(problem.code) ? 'info' : 'alert'} size={16} />
            <span>{t(`betting.problem_${problem.code}`, problemParams(problem, state, look))}</span>
          </li>
        ))}
      </ul>
      {has('price_changed', 'line_changed') ? (
        <Button
          size="small"
          kind="plain"
          onClick={() => onEvent({ type: 'coupon.edited', edit: { kind: 'prices_accepted' } })}
        >
          {t('betting.accept_prices')}
        </Button>
      ) : null}
      {has('conflict') ? (
        <Button isWide onClick={() => onEvent({ type: 'coupon.edited', edit: { kind: 'conflicts_resolved' } })}>
          {t('betting.resolve_conflicts')}
        </Button>
      ) : null}
    </div>
  )
}
