import { useText } from '#renderers/site/texts.tsx'
import type { BoardProps } from '../board.ts'
import { TableFelt } from '../tables/TableFelt.tsx'
import { useSteps } from './SlotBoard.tsx'
import { SymbolArt } from './SymbolArt.tsx'
import styles from './slots.module.css'

const FALL_MS = 600
const WIN_MS = 850

/** The board of a slot with cascades: what wins is lit, vanishes, and new symbols fall; the ladder shows what prizes are multiplied by. */
export function CascadeBoard({ settings, skin, view, roundId, isCalm, onShown, money }: BoardProps<'cascade'>) {
  const t = useText()
  const steps = view?.steps ?? []
  const { place, isSpinning } = useSteps({
    count: steps.length,
    roundId,
    isCalm,
    onShown,
    stepMs: FALL_MS,
    restMs: () => WIN_MS,
  })
  const step = steps[place]
  const names = Object.keys(settings.symbols)
  const grid =
    step?.grid ??
    Array.from({ length: settings.columns }, (_, column) =>
      Array.from({ length: settings.rows }, (_, row) => names[(column * 2 + row * 3) % names.length] ?? ''),
    )
  const lit = new Set(isSpinning ? [] : (step?.wins.flatMap(({ cells }) => cells) ?? []))
  const paid = steps.slice(0, place + (isSpinning ? 0 : 1)).reduce((sum, { payMinor }) => sum + payMinor, 0)
  const isEnd = view !== null && place === steps.length - 1 && !isSpinning
  const result = paid > 0 ? t('casino.paid', { amount: money(paid) }) : t('casino.no_win')
  return (
    <TableFelt skin={skin} label={t('casino.slot_table')} status={isEnd ? result : ''} isCalm={isCalm}>
      <ol className={styles.ladder} aria-label={t('casino.cascade_ladder')}>
        {settings.multipliers.map((multiplier, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other name than their place
          <li key={at} data-lit={view !== null && at === place}>
            ×{multiplier}
          </li>
        ))}
      </ol>
      <div className={styles.reels} dir="ltr" data-spinning={isSpinning}>
        {grid.map((column, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name than their place
          <div key={at} className={styles.reel} style={{ '--reel': at } as never}>
            <div className={styles.strip} key={isSpinning ? `${roundId}-${place}` : 'still'}>
              {column.map((symbol, row) => (
                <span
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
                  key={row}
                  className={styles.cell}
                  data-lit={lit.has(at * settings.rows + row)}
                  data-dim={lit.size > 0}
                >
                  <SymbolArt name={symbol} skin={skin} />
                </span>
              ))}
            </div>
          </div>
        ))}
      </div>
      <p className={styles.banner} data-won={paid > 0}>
        <strong>{view ? result : t('casino.slot_start')}</strong>
      </p>
    </TableFelt>
  )
}
