import { memo, useLayoutEffect, useRef } from 'react'
import { colourOf, ROULETTE_WHEEL } from '#machines/casino/games/roulette.rules.ts'
import { useText } from '../../site/texts.tsx'
import styles from './RouletteWheel.module.css'
import { BALL_AT_REST, POCKET_DEGREES, SPIN_MS, type WheelRest, wheelRest, wheelTurn } from './wheel-turn.ts'

function pointAt(degrees: number, radius: number): string {
  const angle = (degrees * Math.PI) / 180
  return `${(Math.sin(angle) * radius).toFixed(3)} ${(-Math.cos(angle) * radius).toFixed(3)}`
}

/** A part of a ring round the top, one pocket wide. */
function ringPart(inner: number, outer: number): string {
  const half = POCKET_DEGREES / 2
  const [a, b, c, d] = [pointAt(-half, outer), pointAt(half, outer), pointAt(half, inner), pointAt(-half, inner)]
  return `M${a}A${outer} ${outer} 0 0 1 ${b}L${c}A${inner} ${inner} 0 0 0 ${d}Z`
}

const NUMBER_PART = ringPart(69, 86)
const POCKET_PART = ringPart(53, 69)
const SPOKES = [0, 90, 180, 270]
const DIAMONDS = [0, 45, 90, 135, 180, 225, 270, 315]

const Rotor = memo(function Rotor() {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true">
      {ROULETTE_WHEEL.map((number, place) => (
        <g key={number} transform={`rotate(${place * POCKET_DEGREES})`} data-colour={colourOf(number)}>
          <path className={styles.number} d={NUMBER_PART} />
          <path className={styles.pocket} d={POCKET_PART} />
          <text className={styles.digits} y="-74.4">
            {number}
          </text>
        </g>
      ))}
      <circle className={styles.ring} r="86" />
      <circle className={styles.ring} r="69" />
      <circle className={styles.cone} r="53" />
      {SPOKES.map((degrees) => (
        <g key={degrees} transform={`rotate(${degrees})`}>
          <path className={styles.spoke} d="M-2.4 0-1.5-34H1.5L2.4 0Z" />
          <circle className={styles.knob} cy="-35" r="3.6" />
        </g>
      ))}
      <circle className={styles.hub} r="14" />
      <circle className={styles.knob} r="6" />
    </svg>
  )
})

const Rim = memo(function Rim() {
  return (
    <svg viewBox="-100 -100 200 200" aria-hidden="true">
      <circle className={styles.rim} r="99" />
      <circle className={styles.track} r="94.5" />
      {DIAMONDS.map((degrees) => (
        <path
          key={degrees}
          className={styles.knob}
          d="M0-94 1.4-90.4 0-86.8-1.4-90.4Z"
          transform={`rotate(${degrees})`}
        />
      ))}
    </svg>
  )
})

/** Props of {@link RouletteWheel}. */
export interface RouletteWheelProps {
  /** The number of the round; null before the first. */
  readonly number: number | null
  readonly roundId: number
  /** Whether the ball runs; it takes {@link SPIN_MS}. */
  readonly isMoving: boolean
}

/** A wheel with one zero and its ball. */
export function RouletteWheel({ number, roundId, isMoving }: RouletteWheelProps) {
  const t = useText()
  const rotor = useRef<HTMLDivElement>(null)
  const ball = useRef<HTMLDivElement>(null)
  const fall = useRef<HTMLDivElement>(null)
  const { rotor: rotorEnd, ball: ballEnd } = wheelRest(number, roundId)
  const last = useRef<WheelRest>({ rotor: rotorEnd, ball: ballEnd })
  useLayoutEffect(() => {
    const rest = { rotor: rotorEnd, ball: ballEnd }
    if (!isMoving) {
      last.current = rest
      return
    }
    const turn = wheelTurn(last.current, rest)
    const timing = { duration: SPIN_MS, fill: 'forwards' } as const
    const animations = [
      rotor.current?.animate(turn.rotor, timing),
      ball.current?.animate(turn.ball, timing),
      fall.current?.animate(turn.fall, timing),
    ]
    return () => {
      for (const animation of animations) animation?.cancel()
    }
  }, [isMoving, rotorEnd, ballEnd])
  return (
    <div className={styles.wheel} dir="ltr" role="img" aria-label={t('casino.roulette_wheel')}>
      <Rim />
      <div className={styles.layer} ref={rotor} style={{ transform: `rotate(${rotorEnd}deg)` }}>
        <Rotor />
      </div>
      <div className={styles.layer} ref={ball} style={{ transform: `rotate(${ballEnd}deg)` }} hidden={number === null}>
        <div className={styles.layer} ref={fall} style={{ transform: BALL_AT_REST }}>
          <span className={styles.ball} />
        </div>
      </div>
    </div>
  )
}
