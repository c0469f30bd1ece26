import { flightMs } from '#machines/casino/games/crash.rules.ts'
import { secondsTo, type TableMoment } from '#machines/casino/tables/table-moment.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { CrashSettings, TableBet, TableView } from '#schemas'
import type { Skin } from '../board.ts'
import { TableFelt } from '../tables/TableFelt.tsx'
import { CrashBet, type CrashBetMoment } from './CrashBet.tsx'
import styles from './crash.module.css'
import { FlightCanvas } from './FlightCanvas.tsx'
import { TableBets } from './TableBets.tsx'
import { decimalTimes, timesText } from './times-text.ts'

/** Props of {@link CrashBoard}. */
export interface CrashBoardProps {
  readonly settings: CrashSettings
  readonly skin: Skin
  readonly view: TableView
  readonly moment: TableMoment
  /** The server's clock at the last drawing, and to be read again. */
  readonly nowMs: number
  readonly now: () => number
  readonly bets: readonly TableBet[]
  readonly chipsMinor: readonly number[]
  readonly isBusy: boolean
  readonly isCalm: boolean
  readonly money: (minor: number) => string
  /** Writes an amount of another currency. */
  readonly moneyIn: (minor: number, currency: string, exponent: number) => string
  readonly onBet: (on: 'first' | 'second', amountMinor: number, targetE2: number | null) => void
  readonly onCashOut: (on: 'first' | 'second') => void
}

const SPOTS = ['first', 'second'] as const
const BET_MOMENTS: Readonly<Record<TableMoment, CrashBetMoment>> = {
  ...{ opening: 'closed', betting: 'open', last: 'open', closed: 'closed', running: 'flying', result: 'over' },
}
const MOST_LAST = 30

/** The board of a crash: the flight, what all have staked on it, and two bets of one's own. */
export function CrashBoard(props: CrashBoardProps) {
  const { settings, skin, view, moment, nowMs, now, bets, isCalm } = props
  const t = useText()
  const [crashE2 = null] = view.result
  const isOver = moment === 'result' && crashE2 !== null
  const isFlying = moment === 'running' || isOver
  return (
    <TableFelt skin={skin} label={t('casino.crash_board')} status={useStatus(props)} isCalm={isCalm}>
      <ol className={styles.last} aria-label={t('casino.table_last')} dir="ltr">
        {view.results.slice(0, MOST_LAST).map(({ roundId, result }) => (
          <li key={roundId} data-size={result < 200 ? 'low' : result < 1000 ? 'middle' : 'high'}>
            {timesText(result)}
          </li>
        ))}
      </ol>
      <div className={styles.layout}>
        <div className={styles.main}>
          <div className={styles.scene}>
            <FlightCanvas
              startedAtMs={isFlying ? view.startedAtMs : null}
              crashE2={isOver ? crashE2 : null}
              lastedMs={crashE2 === null ? 0 : flightMs(settings, crashE2)}
              now={now}
              isCalm={isCalm}
            />
            <Caption view={view} moment={moment} nowMs={nowMs} />
          </div>
          <div className={styles.bets}>
            {SPOTS.map((on, at) => (
              <CrashBet
                key={on}
                number={at + 1}
                moment={BET_MOMENTS[moment]}
                bet={bets.find((bet) => bet.on === on) ?? null}
                elapsedMs={nowMs - view.startedAtMs}
                highestE2={settings.highestE2}
                onBet={(amountMinor, targetE2) => props.onBet(on, amountMinor, targetE2)}
                onCashOut={() => props.onCashOut(on)}
                {...{ chipsMinor: props.chipsMinor, isBusy: props.isBusy, money: props.money }}
              />
            ))}
          </div>
        </div>
        <TableBets view={view} moneyIn={props.moneyIn} />
      </div>
    </TableFelt>
  )
}

function Caption({ view, moment, nowMs }: Pick<CrashBoardProps, 'view' | 'moment' | 'nowMs'>) {
  const t = useText()
  const [crashE2 = 0] = view.result
  if (moment === 'running') return null
  if (moment === 'result')
    return (
      <p className={styles.caption} data-over>
        {view.isRefunded ? t('casino.table_refunded') : t('casino.crash_ended', { times: decimalTimes(crashE2) })}
      </p>
    )
  if (moment === 'opening') return <p className={styles.caption}>{t('casino.table_opening')}</p>
  const seconds = secondsTo(view.closesAtMs, nowMs)
  const share = Math.min(1, Math.max(0, (view.closesAtMs - nowMs) / 8000))
  return (
    <div className={styles.waiting}>
      <p className={styles.caption}>{t('casino.crash_wait', { seconds })}</p>
      <span className={styles.bar} style={{ '--left': share } as never} />
    </div>
  )
}

/** What a screen reader says: phases and results, not each number on the way. */
function useStatus({ view, moment, bets, money }: CrashBoardProps): string {
  const t = useText()
  const [crashE2 = 0] = view.result
  if (moment === 'betting') return t('casino.live_word_betting')
  if (moment === 'last') return t('casino.live_word_last')
  if (moment === 'running' && bets.every(({ cashedE2 }) => cashedE2 === 0)) return t('casino.crash_flying')
  const paid = bets
    .filter(({ cashedE2 }) => cashedE2 > 0)
    .map(({ cashedE2, payoutMinor }) =>
      t('casino.crash_cashed', { times: decimalTimes(cashedE2), amount: money(payoutMinor) }),
    )
  if (moment === 'running') return paid.join('. ')
  if (moment !== 'result') return ''
  if (view.isRefunded) return t('casino.table_refunded')
  return [t('casino.crash_ended', { times: decimalTimes(crashE2) }), ...paid].join('. ')
}
