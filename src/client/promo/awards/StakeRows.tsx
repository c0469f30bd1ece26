import { useId } from 'react'
import { Badge } from '#renderers/site/Badge.tsx'
import { EmptyState } from '#renderers/site/EmptyState.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { BonusStake } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { useInstants } from '../../page/instants.ts'
import { type Money, minorText, shareText } from '../promo-text.ts'
import { countedMinor } from './award-text.ts'
import styles from './awards.module.css'

/** Props of {@link StakeRows}. */
export interface StakeRowsProps {
  readonly stakes: readonly BonusStake[]
  readonly money: Money
  /** Whether the bonus is put on a bet, which then counts nothing: it is paid beside it. */
  readonly isToken?: boolean
  /** Whether the bonus has been given, so that stakes can count. */
  readonly hasBegun: boolean
}

/** What every stake has counted, and why (PROMO-23). */
export function StakeRows({ stakes, money, isToken = false, hasBegun }: StakeRowsProps) {
  const t = useText()
  const id = useId()
  if (!hasBegun) return null
  return (
    <section className={styles.stakes} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {t(isToken ? 'promo.token_bets' : 'promo.stakes')}
      </h2>
      {stakes.length === 0 ? (
        <EmptyState icon="list" title={t('promo.stakes_none')} text={t('promo.stakes_none_text')} />
      ) : (
        <ul className={styles.rows}>
          {stakes.map((stake) => (
            <li key={`${stake.source} ${stake.number}`}>
              <StakeRow stake={stake} money={money} isToken={isToken} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function StakeRow({
  stake,
  money,
  isToken,
}: {
  readonly stake: BonusStake
  readonly money: Money
  readonly isToken: boolean
}) {
  const app = useApp()
  const t = useText()
  const write = useInstants()
  const { source, number, product, game, stakeMinor, bonusMinor, sharePercent, reason, at } = stake
  const counted = countedMinor(stake.counted)
  const amount = (minor: number) => minorText(app, minor, money)
  const what = source === 'bet' ? t('promo.bet', { number }) : game || t(`promo.product_${product || 'other'}`)
  return (
    <div className={styles.row}>
      <p className={styles.what}>
        <strong>{what}</strong>
        <time dateTime={at}>{write(at)}</time>
      </p>
      <p className={styles.sum}>
        {reason === '' ? (
          <Badge kind="info">{t('promo.stake_open')}</Badge>
        ) : isToken ? null : (
          <Badge kind={counted > 0 ? 'positive' : 'neutral'}>{t('promo.counted', { amount: amount(counted) })}</Badge>
        )}
      </p>
      <p className={styles.why}>
        <span>{t('promo.staked', { amount: amount(stakeMinor) })}</span>
        {bonusMinor > 0 ? <span>{t('promo.of_bonus', { amount: amount(bonusMinor) })}</span> : null}
        {reason === '' ? null : <span>{t(reason, { share: shareText(app, sharePercent * 100) })}</span>}
      </p>
    </div>
  )
}
