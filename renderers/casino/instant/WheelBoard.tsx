import { useEffect, useRef } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { BoardProps } from '../board.ts'
import { TableFelt } from '../tables/TableFelt.tsx'
import { useMovement, useViewChange } from '../tables/use-movement.ts'
import styles from './WheelBoard.module.css'

const TURN_MS = 3200
const TURNS = 4
/** A star round the middle, five points. */
const STAR = 'M0 -13 L3.8 -4.6 L13 -3.6 L6.2 2.6 L8 11.6 L0 7.1 L-8 11.6 L-6.2 2.6 L-13 -3.6 L-3.8 -4.6 Z'
/** More would not be legible: colours tell then which spot it is. */
const MOST_LABELS = 30
const COLOURS = ['#2f7d93', '#4f9d69', '#b98b2f', '#a3476d', '#7a52b3', '#c2563c']

/** The board of the wheel: it turns to the segment that has won; below it are the spots. */
export function WheelBoard({
  settings,
  skin,
  view,
  roundId,
  stakes,
  onSpot,
  isBusy,
  isCalm,
  onShown,
  money,
}: BoardProps<'wheel'>) {
  const t = useText()
  const { key } = useViewChange(view, roundId)
  const isMoving = useMovement({ key, ms: TURN_MS, isCalm, onShown })
  const wheel = useRef<SVGGElement>(null)
  const { segments, paysE4 } = settings
  const each = 360 / segments.length
  const turn = view ? -(view.segment + 0.5) * each : 0
  useEffect(() => {
    if (!isMoving) return
    const movement = wheel.current?.animate?.(
      [{ transform: 'rotate(0deg)' }, { transform: `rotate(${turn - 360 * TURNS}deg)` }],
      { duration: TURN_MS, easing: 'cubic-bezier(.12,.7,.1,1)', fill: 'forwards' },
    )
    return () => movement?.cancel()
  }, [isMoving, turn])
  const spots = Object.keys(paysE4)
  const times = (spot: string) => timesOf(paysE4, spot)
  const paid = view?.wins.reduce((sum, { payMinor }) => sum + payMinor, 0) ?? 0
  const status =
    view && !isMoving
      ? `${t('casino.wheel_stopped', { times: times(view.label) })} ${paid > 0 ? t('casino.paid', { amount: money(paid) }) : t('casino.no_win')}`
      : ''
  return (
    <TableFelt skin={skin} label={t('casino.wheel_table')} status={status} isCalm={isCalm}>
      <svg className={styles.wheel} viewBox="-110 -116 220 226" aria-hidden="true">
        <circle r="106" fill="var(--game-edge)" stroke="var(--game-gold)" strokeWidth="4" />
        <g ref={wheel} style={{ transform: `rotate(${turn}deg)` }}>
          {segments.map((spot, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: segments have no other name than their place
            <g key={at} transform={`rotate(${(at + 0.5) * each})`}>
              <path
                d={wedge(each)}
                fill={COLOURS[spots.indexOf(spot) % COLOURS.length]}
                stroke="var(--game-edge)"
                strokeWidth=".8"
              />
              {segments.length > MOST_LABELS ? null : (
                <text y="-90" className={styles.label}>
                  {times(spot)}
                </text>
              )}
            </g>
          ))}
        </g>
        <circle r="26" fill="var(--game-panel)" stroke="var(--game-gold)" strokeWidth="3" />
        {view && !isMoving ? (
          <text y="6" className={styles.hub}>
            ×{times(view.label)}
          </text>
        ) : (
          <path d={STAR} fill="var(--game-gold)" />
        )}
        <path d="M0 -92 L-9 -114 L9 -114 Z" fill="var(--game-gold)" stroke="var(--game-on-gold)" />
      </svg>
      <Spots
        paysE4={paysE4}
        stakes={stakes}
        wonSpot={view && !isMoving ? view.label : null}
        isBusy={isBusy}
        money={money}
        onSpot={onSpot}
      />
    </TableFelt>
  )
}

interface SpotsProps extends Pick<BoardProps<'wheel'>, 'stakes' | 'isBusy' | 'money' | 'onSpot'> {
  readonly paysE4: BoardProps<'wheel'>['settings']['paysE4']
  /** Null while nothing has won. */
  readonly wonSpot: string | null
}

function Spots({ paysE4, stakes, wonSpot, isBusy, money, onSpot }: SpotsProps) {
  const t = useText()
  return (
    <div className={styles.spots}>
      {Object.keys(paysE4).map((spot, at) => {
        const staked = stakes.find(({ on }) => on === spot)?.amountMinor
        return (
          <button
            key={spot}
            type="button"
            className={styles.spot}
            data-won={spot === wonSpot}
            style={{ '--spot': COLOURS[at % COLOURS.length] } as never}
            disabled={isBusy}
            aria-label={t('casino.wheel_spot', { times: timesOf(paysE4, spot), amount: staked ? money(staked) : '–' })}
            onClick={() => onSpot(spot)}
          >
            <strong>×{timesOf(paysE4, spot)}</strong>
            <span>{staked ? money(staked) : '–'}</span>
          </button>
        )
      })}
    </div>
  )
}

function timesOf(paysE4: SpotsProps['paysE4'], spot: string): string {
  return String((paysE4[spot] ?? 0) / 10_000)
}

/** A wedge of a wheel of radius 102 around the top. */
function wedge(degrees: number): string {
  const half = (degrees / 2) * (Math.PI / 180)
  const [x, y] = [(102 * Math.sin(half)).toFixed(3), (-102 * Math.cos(half)).toFixed(3)]
  return `M0 0 L${-Number(x)} ${y} A102 102 0 0 1 ${x} ${y} Z`
}
