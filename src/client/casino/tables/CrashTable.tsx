import { CrashBoard } from '#renderers/casino/crash/CrashBoard.tsx'
import { useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import type { TablePartProps } from './TableGame.tsx'

/** A crash at its table. */
export function CrashTable({ launched, table, isCalm, money, onChip }: TablePartProps) {
  const app = useApp()
  const { settings, skin, chipsMinor } = launched
  const { view, moment, nowMs, now, bets, isBusy } = table
  if (!view || settings?.kind !== 'crash') return null
  return (
    <CrashBoard
      {...{ settings, skin: skin as never, view, moment, nowMs, now, bets, chipsMinor, isBusy, isCalm, money }}
      moneyIn={(minor, currency, exponent) => moneyText(app, minor / 10 ** exponent, currency)}
      onBet={(on, amountMinor, targetE2) => {
        onChip()
        void table.bet([{ on, amountMinor, ...(targetE2 === null ? {} : { targetE2 }) }])
      }}
      onCashOut={(on) => void table.cashOut(on)}
    />
  )
}
