import { type MouseEvent, useId } from 'react'
import type { CouponTotals } from '#machines/betting/coupon-bets.rules.ts'
import type { CouponProblem } from '#machines/betting/coupon-problems.rules.ts'
import type { CouponState } from '#machines/betting/coupon-state.rules.ts'
import type { CouponEvent } from '#schemas'
import { Button, ButtonLink } from '../site/Button.tsx'
import { Icon } from '../site/Icon.tsx'
import { useText } from '../site/texts.tsx'
import styles from './CouponFoot.module.css'
import { type CouponLook, problemParams } from './coupon.selectors.ts'

/** Problems that the player has not made and has only to go on from: they are told, not complained of. */
const MILD: readonly CouponProblem['code'][] = ['player_missing', 'entries_missing', 'stake_missing']
const STAKE_PROBLEMS: readonly CouponProblem['code'][] = [
  'stake_missing',
  'stake_invalid',
  'stake_below_minimum',
  'stake_above_maximum',
]

/** Props of {@link CouponFoot}. */
export interface CouponFootProps {
  readonly state: CouponState
  readonly problems: readonly CouponProblem[]
  readonly totals: CouponTotals | null
  readonly look: CouponLook
  /** Where a guest signs in; null where nobody may. */
  readonly signInPath: string | null
  readonly isBusy: boolean
  readonly onEvent: (event: CouponEvent) => void
}

/** The one button, with the amount, and beside it every reason why it cannot be pressed. */
export function CouponFoot(props: CouponFootProps) {
  const { state, problems, totals, look, signInPath, isBusy, onEvent } = props
  const t = useText()
  const reasonsId = useId()
  const isGuest = state.userId === null
  function confirm({ currentTarget }: MouseEvent) {
    if (problems.some(({ code }) => STAKE_PROBLEMS.includes(code))) focusStake(currentTarget)
    onEvent({ type: 'bet.confirmed' })
  }
  return (
    <div className={styles.foot}>
      {problems.length > 0 ? <Reasons {...props} id={reasonsId} /> : null}
      {isGuest && signInPath !== null ? (
        <ButtonLink kind="primary" size="large" isWide to={signInPath} aria-describedby={reasonsId}>
          {t('betting.sign_in')}
        </ButtonLink>
      ) : (
        <Button
          kind="primary"
          size="large"
          isWide
          isBusy={isBusy}
          aria-disabled={problems.length > 0}
          aria-describedby={problems.length > 0 ? reasonsId : undefined}
          onClick={confirm}
        >
          {totals ? t('betting.place', { amount: look.money(totals.stakeMinor) }) : t('betting.place_plain')}
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
        <Button isWide onClick={() => onEvent({ type: 'coupon.edited', edit: { kind: 'prices_accepted' } })}>
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
