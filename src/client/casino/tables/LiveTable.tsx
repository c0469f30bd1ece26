import { useState } from 'react'
import { LiveBoard } from '#renderers/casino/live/LiveBoard.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { GameStake } from '#schemas'
import { useApp } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'
import { GameButtons, GameChips, GameFailure, GameFair, GamePlay, GameStakeRow, GameStep } from '../GameParts.tsx'
import type { TablePartProps } from './TableGame.tsx'

/** A live roulette at its table: chips are laid, undone, doubled or repeated on the page, and are bets once they are placed. */
export function LiveTable({ launched, table, isCalm, money, onChip }: TablePartProps) {
  const app = useApp()
  const { view, moment, nowMs, bets, isBusy } = table
  const chips = useChips(table.view?.roundId ?? 0)
  const [chip, setChip] = useState(() => launched.chipsMinor[3] ?? launched.chipsMinor[0] ?? launched.minimumMinor)
  if (!view) return null
  const placed = bets.map(({ on, amountMinor }) => ({ on, amountMinor }))
  return (
    <>
      <LiveBoard
        {...{ skin: launched.skin as never, view, moment, nowMs, placed, isBusy, isCalm, money }}
        chips={chips.laid}
        moneyIn={(minor, currency, exponent) => moneyText(app, minor / 10 ** exponent, currency)}
        onSpot={(on) => {
          onChip()
          chips.lay([{ on, amountMinor: chip }])
        }}
      />
      <ChipBar {...{ launched, table, money, chips, chip, setChip, placed }} />
    </>
  )
}

/** Chips that were laid on a round and are not placed yet: each press can be undone. */
function useChips(roundId: number) {
  const [laid, setLaid] = useState<{ readonly roundId: number; readonly presses: readonly GameStake[][] }>({
    roundId,
    presses: [],
  })
  const [last, setLast] = useState<readonly GameStake[]>([])
  const presses = laid.roundId === roundId ? laid.presses : []
  const all = summed(presses.flat())
  return {
    laid: all,
    last,
    canUndo: presses.length > 0,
    lay: (stakes: readonly GameStake[]) => setLaid({ roundId, presses: [...presses, [...stakes]] }),
    undo: () => setLaid({ roundId, presses: presses.slice(0, -1) }),
    clear: () => setLaid({ roundId, presses: [] }),
    /** The chips are bets now; the next round can repeat them. */
    placed: (stakes: readonly GameStake[]) => {
      setLast(stakes)
      setLaid({ roundId, presses: [] })
    },
  }
}

function summed(stakes: readonly GameStake[]): GameStake[] {
  const sums = new Map<string, number>()
  for (const { on, amountMinor } of stakes) sums.set(on, (sums.get(on) ?? 0) + amountMinor)
  return [...sums].map(([on, amountMinor]) => ({ on, amountMinor }))
}

interface ChipBarProps extends Pick<TablePartProps, 'launched' | 'table' | 'money'> {
  readonly chips: ReturnType<typeof useChips>
  readonly chip: number
  readonly setChip: (minor: number) => void
  readonly placed: readonly GameStake[]
}

function ChipBar({ launched, table, money, chips, chip, setChip, placed }: ChipBarProps) {
  const t = useText()
  const { chipsMinor, maximumMinor } = launched
  const { moment, isBusy, balanceMinor } = table
  const isOpen = (moment === 'betting' || moment === 'last') && !isBusy
  const sum = (stakes: readonly GameStake[]) => stakes.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const [total, onTable] = [sum(chips.laid), sum(placed)]
  const isAbove = total + onTable > maximumMinor
  const at = chipsMinor.indexOf(chip)
  const step = (by: number) => setChip(chipsMinor[Math.min(Math.max(at + by, 0), chipsMinor.length - 1)] ?? chip)
  const doubled = chips.laid.length > 0 ? chips.laid : placed
  const place = async () => {
    if (await table.bet(chips.laid)) chips.placed(summed([...placed, ...chips.laid]))
  }
  return (
    <GameStakeRow>
      <GameChips>
        <GameStep type="button" aria-label={t('casino.less')} disabled={at <= 0} onClick={() => step(-1)}>
          −
        </GameStep>
        <p>
          <span>{t('casino.chip')}</span>
          <output>{money(chip)}</output>
        </p>
        <GameStep
          type="button"
          aria-label={t('casino.more_stake')}
          disabled={at >= chipsMinor.length - 1}
          onClick={() => step(1)}
        >
          +
        </GameStep>
      </GameChips>
      <GameButtons>
        <Button kind="plain" disabled={!isOpen || !chips.canUndo} onClick={chips.undo}>
          {t('casino.live_undo')}
        </Button>
        <Button kind="plain" disabled={!isOpen || doubled.length === 0} onClick={() => chips.lay(doubled)}>
          {t('casino.live_double')}
        </Button>
        <Button kind="plain" disabled={!isOpen || chips.last.length === 0} onClick={() => chips.lay(chips.last)}>
          {t('casino.live_repeat')}
        </Button>
        <Button kind="plain" disabled={!isOpen || !chips.canUndo} onClick={chips.clear}>
          {t('casino.clear')}
        </Button>
      </GameButtons>
      <GamePlay
        type="button"
        disabled={!isOpen || total === 0 || isAbove || total > balanceMinor}
        onClick={() => void place()}
      >
        {total > 0 ? t('casino.live_confirm', { amount: money(total) }) : t('casino.place_first')}
      </GamePlay>
      {onTable > 0 ? <GameFair>{t('casino.live_placed', { amount: money(onTable) })}</GameFair> : null}
      {total > 0 && !isAbove ? <GameFair>{t('casino.live_not_placed')}</GameFair> : null}
      {isAbove ? <GameFailure>{t('casino.stake_above', { maximum: money(maximumMinor) })}</GameFailure> : null}
    </GameStakeRow>
  )
}
