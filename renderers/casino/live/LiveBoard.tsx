import { colourOf, rouletteWins } from '#machines/casino/games/roulette.rules.ts'
import { TABLE_TIMES } from '#machines/casino/tables/table-game.rules.ts'
import { secondsTo, type TableMoment } from '#machines/casino/tables/table-moment.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { GameStake, TableView } from '#schemas'
import type { Skin } from '../board.ts'
import { TableBets } from '../crash/TableBets.tsx'
import { RouletteTable } from '../tables/RouletteTable.tsx'
import { RouletteWheel } from '../tables/RouletteWheel.tsx'
import { TableFelt } from '../tables/TableFelt.tsx'
import { paidOf, usePayText } from '../tables/use-pay-text.ts'
import { LiveStatistics } from './LiveStatistics.tsx'
import styles from './live.module.css'
import { Studio } from './Studio.tsx'

/** Props of {@link LiveBoard}. */
export interface LiveBoardProps {
  readonly skin: Skin
  readonly view: TableView
  readonly moment: TableMoment
  readonly nowMs: number
  /** Bets that were placed on this round. */
  readonly placed: readonly GameStake[]
  /** Chips that lie there and are not placed yet. */
  readonly chips: readonly GameStake[]
  readonly isBusy: boolean
  readonly isCalm: boolean
  readonly money: (minor: number) => string
  readonly moneyIn: (minor: number, currency: string, exponent: number) => string
  readonly onSpot: (on: string) => void
}

/** A live roulette: the studio with its dealer and the wheel, the betting table, what others stake, and the numbers before. */
export function LiveBoard(props: LiveBoardProps) {
  const { skin, view, moment, nowMs, placed, chips, isBusy, isCalm, money } = props
  const t = useText()
  const words = useWords(props)
  const [number = null] = view.result
  const isOver = moment === 'result' && number !== null
  const last = number ?? view.results[0]?.result ?? null
  const isOpen = moment === 'betting' || moment === 'last'
  const shown = isOver ? ({ kind: 'roulette', number, wins: rouletteWins(placed, number) } as const) : null
  const pays = usePayText(money)
  const paid = shown && placed.length > 0 ? pays.paid(paidOf(shown.wins)) : ''
  return (
    <TableFelt skin={skin} label={t('casino.live_board')} status={`${words} ${paid}`.trim()} isCalm={isCalm}>
      <div className={styles.layout}>
        <Studio words={words} isSpinning={moment === 'running'}>
          <div className={styles.wheel}>
            <RouletteWheel
              number={moment === 'closed' ? (view.results[0]?.result ?? null) : last}
              roundId={view.roundId}
              isMoving={moment === 'running' && !isCalm}
            />
          </div>
          <div className={styles.clock}>
            {isOpen ? <Countdown leftMs={view.closesAtMs - nowMs} isLast={moment === 'last'} /> : null}
            {isOver ? (
              <p className={styles.number} data-colour={colourOf(number)}>
                {number}
              </p>
            ) : null}
          </div>
        </Studio>
        <div className={styles.felt}>
          <p className={styles.paid} data-win={(shown?.wins.length ?? 0) > 0 || undefined}>
            {paid}
          </p>
          <RouletteTable
            shown={shown}
            stakes={merged(placed, chips)}
            onSpot={props.onSpot}
            isBusy={isBusy || !isOpen}
            money={money}
          />
        </div>
        <div className={styles.aside}>
          <LiveStatistics results={view.results.map(({ result }) => result)} />
          <TableBets view={view} moneyIn={props.moneyIn} />
        </div>
      </div>
      <p className={styles.note}>{t('casino.live_note')}</p>
    </TableFelt>
  )
}

/** Chips on spots: those that were placed, and those that were not, together. */
function merged(placed: readonly GameStake[], chips: readonly GameStake[]): GameStake[] {
  const sums = new Map<string, number>()
  for (const { on, amountMinor } of [...placed, ...chips]) sums.set(on, (sums.get(on) ?? 0) + amountMinor)
  return [...sums].map(([on, amountMinor]) => ({ on, amountMinor }))
}

function useWords({ view, moment }: Pick<LiveBoardProps, 'view' | 'moment'>): string {
  const t = useText()
  const [number] = view.result
  if (moment === 'opening') return t('casino.table_opening')
  if (moment === 'result' && view.isRefunded) return t('casino.table_refunded')
  if (moment === 'result' && number !== undefined)
    return t('casino.live_word_result', { number, colour: t(`casino.colour_${colourOf(number)}`) })
  return t(`casino.live_word_${moment === 'result' ? 'running' : moment}`)
}

const RING = 2 * Math.PI * 26

function Countdown({ leftMs, isLast }: { readonly leftMs: number; readonly isLast: boolean }) {
  const t = useText()
  const seconds = secondsTo(leftMs, 0)
  const share = Math.min(1, Math.max(0, leftMs / TABLE_TIMES.live_roulette.bettingMs))
  return (
    <div className={styles.countdown} data-last={isLast || undefined} role="timer" aria-label={t('casino.live_time')}>
      <svg viewBox="0 0 64 64" aria-hidden="true">
        <circle className={styles.ring} cx="32" cy="32" r="26" />
        <circle
          className={styles.left}
          cx="32"
          cy="32"
          r="26"
          strokeDasharray={RING}
          strokeDashoffset={RING * (1 - share)}
        />
      </svg>
      <strong>{seconds}</strong>
    </div>
  )
}
