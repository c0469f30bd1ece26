import { useState } from 'react'
import { lineFault, quickPick, sortedLine } from '#machines/lotteries/draws/draw-lines.rules.ts'
import { NumberGrid } from '#renderers/lotteries/NumberGrid.tsx'
import { Button } from '#renderers/site/Button.tsx'
import { useText } from '#renderers/site/texts.tsx'
import type { DrawCard, DrawLine } from '#schemas'
import styles from './draws.module.css'

const EMPTY: DrawLine = { numbers: [], second: [] }

/** Props of {@link LineEditor}. */
export interface LineEditorProps {
  readonly game: DrawCard
  /** Whether the ticket holds no more lines. */
  readonly isFull: boolean
  readonly onAdd: (line: DrawLine) => void
}

/** Numbers of a line, chosen by hand or by chance, and put on the ticket. */
export function LineEditor({ game, isFull, onAdd }: LineEditorProps) {
  const t = useText()
  const [line, setLine] = useState(EMPTY)
  const { pool, picksLeast, picksMost, secondPool, secondDrawn } = game
  const fault = lineFault(game, line)
  const add = (made: DrawLine) => {
    onAdd(sortedLine(made))
    setLine(EMPTY)
  }
  const picks = line.numbers.length >= picksLeast ? line.numbers.length : picksMost
  return (
    <section className={styles.editor} aria-label={t('draws.choose_numbers')}>
      <NumberGrid
        label={
          picksLeast === picksMost
            ? t('draws.choose_exactly', { chosen: line.numbers.length, count: picksMost })
            : t('draws.choose_between', { chosen: line.numbers.length, least: picksLeast, most: picksMost })
        }
        pool={pool}
        chosen={line.numbers}
        most={picksMost}
        onChange={(numbers) => setLine({ ...line, numbers: [...numbers] })}
      />
      {secondPool > 0 ? (
        <NumberGrid
          label={t('draws.choose_second', { chosen: line.second.length, count: secondDrawn })}
          kind="second"
          pool={secondPool}
          chosen={line.second}
          most={secondDrawn}
          onChange={(second) => setLine({ ...line, second: [...second] })}
        />
      ) : null}
      <div className={styles.buttons}>
        <Button kind="primary" disabled={fault !== null || isFull} onClick={() => add(line)}>
          {t('draws.add_line')}
        </Button>
        <Button
          icon="refresh"
          onClick={() => setLine(quickPick(game, picks, Math.random, keepOf(line, fault === null)))}
        >
          {t('draws.quick_pick')}
        </Button>
        <Button
          disabled={isFull}
          onClick={() => add(quickPick(game, game.kind === 'keno' ? Math.min(6, picksMost) : picksMost, Math.random))}
        >
          {t('draws.add_quick_line')}
        </Button>
        <Button kind="plain" disabled={line.numbers.length + line.second.length === 0} onClick={() => setLine(EMPTY)}>
          {t('draws.clear')}
        </Button>
      </div>
    </section>
  )
}

/** What was chosen by hand stays; of a line that is full, all numbers are drawn again. */
function keepOf(line: DrawLine, isFull: boolean): DrawLine {
  return isFull ? EMPTY : line
}
