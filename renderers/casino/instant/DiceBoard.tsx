import { diceMultiplierE4, winningRolls } from '#machines/casino/games/dice.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardProps } from '../board.ts'
import { TableFelt } from '../tables/TableFelt.tsx'
import { useMovement, useViewChange } from '../tables/use-movement.ts'
import styles from './DiceBoard.module.css'

const ROLL_MS = 700

/** The board of dice: a line from 0 to 100 with the part that wins, and where the roll has fallen. */
export function DiceBoard({
  settings,
  skin,
  view,
  roundId,
  choice,
  onChoice,
  isBusy,
  isCalm,
  onShown,
  money,
}: BoardProps<'dice'>) {
  const t = useText()
  const { key } = useViewChange(view, roundId)
  const isMoving = useMovement({ key, ms: ROLL_MS, isCalm, onShown })
  const rolls = winningRolls(choice)
  const { fewest, most } = settings
  const setTarget = (target: number) => {
    const [low, high] = choice.isOver ? [10_000 - most, 10_000 - fewest] : [fewest, most]
    onChoice({ ...choice, target: Math.min(Math.max(target, low), high) })
  }
  const hundredths = (value: number) => (value / 100).toFixed(2)
  const isShown = view !== null && !isMoving
  const result = view
    ? t(view.isWin ? 'casino.dice_won' : 'casino.dice_lost', {
        roll: hundredths(view.roll),
        amount: money(view.payMinor),
      })
    : ''
  return (
    <TableFelt skin={skin} label={t('casino.dice_table')} status={isShown ? result : ''} isCalm={isCalm}>
      <output className={styles.roll} data-won={isShown ? view.isWin : undefined}>
        {isShown ? hundredths(view.roll) : '··.··'}
      </output>
      <div
        className={styles.line}
        dir="ltr"
        data-over={choice.isOver}
        style={{ '--target': `${choice.target / 100}%` } as never}
      >
        <span className={styles.bar} />
        {view ? (
          <span className={styles.mark} data-won={view.isWin} style={{ insetInlineStart: `${view.roll / 100}%` }} />
        ) : null}
        <input
          className={styles.slider}
          type="range"
          min={0}
          max={10_000}
          step={50}
          value={choice.target}
          aria-label={t('casino.dice_target')}
          aria-valuetext={hundredths(choice.target)}
          disabled={isBusy}
          onChange={({ target }) => setTarget(Number(target.value))}
        />
      </div>
      <div className={styles.facts}>
        <button
          type="button"
          className={styles.fact}
          disabled={isBusy}
          onClick={() => onChoice({ ...choice, isOver: !choice.isOver, target: 10_000 - choice.target })}
        >
          <span>{t(choice.isOver ? 'casino.dice_over' : 'casino.dice_under')}</span>
          <strong>{hundredths(choice.target)}</strong>
        </button>
        <p className={styles.fact}>
          <span>{t('casino.multiplier')}</span>
          <strong>×{(diceMultiplierE4(settings, rolls) / 10_000).toFixed(4)}</strong>
        </p>
        <p className={styles.fact}>
          <span>{t('casino.chance')}</span>
          <strong>{(rolls / 100).toFixed(2)}%</strong>
        </p>
      </div>
    </TableFelt>
  )
}
