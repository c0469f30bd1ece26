import type { CouponState } from '#machines/betting/coupon/coupon-state.rules.ts'
import { mostStakeMinor } from '#machines/betting/coupon/coupon-terms.rules.ts'
import type { CouponEdit } from '#schemas'
import { useText } from '../../site/texts.tsx'
import { AmountField } from './AmountField.tsx'
import { AmountLine } from './AmountLine.tsx'
import notes from './CouponNotes.module.css'
import styles from './CouponStake.module.css'
import { type CouponLook, isStake } from './coupon.selectors.ts'

/** Props of {@link CouponStake}. */
export interface CouponStakeProps {
  readonly state: Pick<CouponState, 'coupon' | 'terms'>
  readonly look: CouponLook
  /** What the player has, in minor units; null when nobody knows. */
  readonly balanceMinor: number | null
  readonly isDisabled: boolean
  readonly isInvalid: boolean
  readonly onEdit: (edit: CouponEdit) => void
}

/** The stake: one field with quick amounts; several single bets may have each their own, and blocks have theirs. */
export function CouponStake({ state, look, balanceMinor, isDisabled, isInvalid, onEdit }: CouponStakeProps) {
  const t = useText()
  const { coupon, terms } = state
  const { betType, entries, hasOneStake, stakeText } = coupon
  const isSeveral = betType === 'single' && entries.length > 1
  const isConditional = betType === 'conditional'
  if (coupon.freebet)
    return (
      <dl className={styles.stake}>
        <AmountLine name={t('betting.freebet_stake')} value={look.money(coupon.freebet.stakeMinor)} />
      </dl>
    )
  return (
    <div className={styles.stake}>
      {isSeveral ? (
        <label className={notes.choice}>
          <input
            type="checkbox"
            checked={hasOneStake}
            disabled={isDisabled}
            onChange={({ target }) => onEdit({ kind: 'one_stake_chosen', hasOneStake: target.checked })}
          />
          {t('betting.one_stake')}
        </label>
      ) : null}
      {isSeveral && !hasOneStake ? null : (
        <>
          <AmountField
            isStake
            label={
              isConditional
                ? t('betting.stake_block', { place: 1 })
                : t(isSeveral ? 'betting.stake_per_bet' : 'betting.stake')
            }
            text={stakeText}
            accuracy={terms.exponent}
            look={look}
            isInvalid={isInvalid}
            isDisabled={isDisabled}
            onText={(text) => onEdit({ kind: 'stake_typed', text })}
          />
          {balanceMinor === null ? null : (
            <p className={styles.balance}>
              {t('betting.balance')}: <bdi>{look.money(balanceMinor)}</bdi>
            </p>
          )}
          <QuickStakes
            state={state}
            look={look}
            balanceMinor={isSeveral ? null : balanceMinor}
            isDisabled={isDisabled}
            onEdit={onEdit}
          />
        </>
      )}
      {terms.vipStakeMinor === undefined || isSeveral ? null : (
        <p className={styles.vip}>{t('betting.vip_about', { amount: look.money(terms.vipStakeMinor) })}</p>
      )}
      {isConditional
        ? coupon.blocks
            .slice(1)
            .map((block, index) => (
              <AmountField
                key={block.join()}
                label={t('betting.stake_block', { place: index + 2 })}
                isStake
                text={coupon.stakeTexts[String(index + 1)] ?? ''}
                accuracy={terms.exponent}
                look={look}
                isDisabled={isDisabled}
                onText={(text) => onEdit({ kind: 'stake_typed', text, key: String(index + 1) })}
              />
            ))
        : null}
    </div>
  )
}

function QuickStakes({
  state: { coupon, terms },
  look,
  balanceMinor,
  isDisabled,
  onEdit,
}: Pick<CouponStakeProps, 'state' | 'look' | 'balanceMinor' | 'isDisabled' | 'onEdit'>) {
  const t = useText()
  const allMinor = Math.min(balanceMinor ?? 0, mostStakeMinor(terms, 1))
  return (
    <fieldset className={styles.quick} disabled={isDisabled}>
      <legend className="visually-hidden">{t('betting.quick_stakes')}</legend>
      {terms.quickStakesMinor.map((stakeMinor) => (
        <button
          key={stakeMinor}
          type="button"
          className={styles.amount}
          aria-pressed={isStake(coupon.stakeText, stakeMinor, terms.exponent)}
          onClick={() => onEdit({ kind: 'stake_pressed', stakeMinor })}
        >
          {look.shortMoney(stakeMinor)}
        </button>
      ))}
      {allMinor >= Math.max(1, terms.minimumStakeMinor) ? (
        <button
          type="button"
          className={styles.amount}
          aria-pressed={isStake(coupon.stakeText, allMinor, terms.exponent)}
          onClick={() => onEdit({ kind: 'stake_pressed', stakeMinor: allMinor })}
        >
          {t('betting.stake_all')}
        </button>
      ) : null}
    </fieldset>
  )
}
