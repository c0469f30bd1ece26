import { useId, useState } from 'react'
import { crashPay, multiplierE2 } from '#machines/casino/games/crash.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { TableBet } from '#schemas'
import styles from './crash.module.css'
import { decimalTimes, readTimes } from './times-text.ts'

/** What can be done with a bet now: placed, cashed out, or neither. */
export type CrashBetMoment = 'open' | 'closed' | 'flying' | 'over'

/** Props of {@link CrashBet}. */
export interface CrashBetProps {
  /** 1 or 2. */
  readonly number: number
  readonly moment: CrashBetMoment
  /** The bet on this round; null without one. */
  readonly bet: TableBet | null
  /** ms since the start, as the clock says now. */
  readonly elapsedMs: number
  readonly chipsMinor: readonly number[]
  readonly highestE2: number
  readonly isBusy: boolean
  readonly money: (minor: number) => string
  readonly onBet: (amountMinor: number, targetE2: number | null) => void
  readonly onCashOut: () => void
}

const LOWEST_E2 = 101
const FIRST_TARGET = '2.00'

/** One of the two bets on a flight: its stake, its target, and the one button for what can be done now. */
export function CrashBet(props: CrashBetProps) {
  const { number, bet, chipsMinor, highestE2, isBusy, money } = props
  const t = useText()
  const id = useId()
  const [at, setAt] = useState(() => Math.min(3, chipsMinor.length - 1))
  const [isAuto, setAuto] = useState(false)
  const [text, setText] = useState(FIRST_TARGET)
  const target = readTimes(text)
  const isWrong = isAuto && (target === null || target < LOWEST_E2 || target > highestE2)
  const chip = chipsMinor[at] ?? 0
  const isFixed = bet !== null || isBusy
  const step = (by: number) => setAt(Math.min(Math.max(at + by, 0), chipsMinor.length - 1))
  return (
    <fieldset className={styles.bet}>
      <legend>{t('casino.crash_bet', { number })}</legend>
      <div className={styles.stake}>
        <button type="button" aria-label={t('casino.less')} disabled={isFixed || at <= 0} onClick={() => step(-1)}>
          −
        </button>
        <output aria-label={t('casino.stake_label')}>{money(bet?.amountMinor ?? chip)}</output>
        <button
          type="button"
          aria-label={t('casino.more_stake')}
          disabled={isFixed || at >= chipsMinor.length - 1}
          onClick={() => step(1)}
        >
          +
        </button>
      </div>
      <div className={styles.target}>
        <label>
          <input
            type="checkbox"
            checked={bet ? bet.targetE2 > 0 : isAuto}
            disabled={isFixed}
            onChange={({ target: { checked } }) => setAuto(checked)}
          />
          {t('casino.crash_target')}
        </label>
        <input
          type="text"
          inputMode="decimal"
          aria-label={t('casino.crash_target_at')}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? id : undefined}
          value={bet && bet.targetE2 > 0 ? decimalTimes(bet.targetE2) : text}
          disabled={isFixed || !isAuto}
          maxLength={8}
          onChange={({ target: { value } }) => setText(value)}
        />
      </div>
      {isWrong ? (
        <p id={id} className={styles.wrong}>
          {t('casino.crash_target_wrong', { lowest: decimalTimes(LOWEST_E2), highest: decimalTimes(highestE2) })}
        </p>
      ) : null}
      <Action {...props} chip={chip} isWrong={isWrong} onPress={() => props.onBet(chip, isAuto ? target : null)} />
    </fieldset>
  )
}

interface ActionProps extends CrashBetProps {
  readonly chip: number
  readonly isWrong: boolean
  readonly onPress: () => void
}

function Action({ moment, bet, elapsedMs, isBusy, money, chip, isWrong, onPress, onCashOut }: ActionProps) {
  const t = useText()
  if (!bet) {
    const isOpen = moment === 'open'
    return (
      <button type="button" className={styles.go} disabled={!isOpen || isBusy || isWrong} onClick={onPress}>
        {isOpen ? t('casino.crash_place', { amount: money(chip) }) : t('casino.crash_next')}
      </button>
    )
  }
  const { amountMinor, targetE2 } = bet
  const nowE2 = multiplierE2(elapsedMs)
  const isReached = moment === 'flying' && targetE2 > 0 && nowE2 >= targetE2
  const cashedE2 = bet.cashedE2 > 0 ? bet.cashedE2 : isReached ? targetE2 : 0
  if (cashedE2 > 0)
    return (
      <p className={styles.cashed}>
        {t('casino.crash_cashed', { times: decimalTimes(cashedE2), amount: money(crashPay(amountMinor, cashedE2)) })}
      </p>
    )
  if (moment === 'flying')
    return (
      <button
        type="button"
        className={styles.go}
        data-kind="out"
        disabled={isBusy || nowE2 < LOWEST_E2}
        onClick={onCashOut}
      >
        {t('casino.cash_out', { amount: money(crashPay(amountMinor, Math.max(nowE2, 100))) })}
      </button>
    )
  if (moment === 'over') return <p className={styles.lost}>{t('casino.crash_lost')}</p>
  return <p className={styles.placed}>{t('casino.crash_placed', { amount: money(amountMinor) })}</p>
}
