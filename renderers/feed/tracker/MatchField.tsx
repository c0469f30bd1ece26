import { type PlayingField, playingField } from '#machines/feed/board/playing-field.rules.ts'
import type { Ball, BoardGame } from '#schemas'
import { useText } from '../../site/texts.tsx'
import { gameName } from '../board/BoardRow.tsx'
import { ballText } from './ball-text.ts'
import { FIELD, FIELD_LINES } from './field-lines.tsx'
import styles from './MatchField.module.css'
import tracker from './Tracker.module.css'

/** Props of {@link MatchField}. */
export interface MatchFieldProps {
  readonly game: Pick<BoardGame, 'sportId' | 'participants' | 'ball'>
}

/** The field of a live game, the home side on the left: which side serves, bats or has the ball, and how close to a score it is.
 *  Nothing where the feed does not tell it (SPORT-18). */
export function MatchField({ game }: MatchFieldProps) {
  const { sportId, participants, ball } = game
  const t = useText()
  const field = playingField(sportId)
  if (!field || !ball || participants.length < 2) return null
  const name = participants[ball.side === 'home' ? 0 : 1]?.name
  const text = t(ballText(field, ball))
  return (
    <section
      className={`${tracker.card} ${styles.field}`}
      aria-label={`${t('board.field')}: ${gameName(game)}`}
      data-field={field}
    >
      <svg className={styles.picture} viewBox={`0 0 ${FIELD.width} ${FIELD.height}`} aria-hidden="true">
        <rect className={styles.ground} x="2" y="2" width={FIELD.width - 4} height={FIELD.height - 4} rx="6" />
        <Zone field={field} ball={ball} />
        <g className={styles.lines}>{FIELD_LINES[field]}</g>
        <Mark field={field} ball={ball} />
      </svg>
      <p className={styles.told}>
        <bdi className={styles.name}>{name}</bdi>
        <span className={styles.text} data-danger={ball.danger}>
          {text}
        </span>
      </p>
    </section>
  )
}

/** From where to where the side with the ball has come, as parts of the field seen from its own goal. */
const REACH = { safe: [0, 0.5], attack: [0.4, 0.78], danger: [0.68, 1] } as const
const OWN_HALF = [0, 0.5] as const

function reachOf({ danger }: Ball): readonly [number, number] {
  return danger ? REACH[danger] : OWN_HALF
}

function Zone({ field, ball }: { readonly field: PlayingField; readonly ball: Ball }) {
  if (field === 'oval' || field === 'diamond') return null
  const [from, to] = reachOf(ball)
  const inner = FIELD.width - 4
  const start = ball.side === 'home' ? from : 1 - to
  return (
    <rect
      className={styles.zone}
      data-danger={ball.danger}
      x={2 + start * inner}
      y="2"
      width={(to - from) * inner}
      height={FIELD.height - 4}
      rx="6"
    />
  )
}

/** The ball: at the base line of who serves, beside who bats, at the front of who attacks. */
function Mark({ field, ball }: { readonly field: PlayingField; readonly ball: Ball }) {
  const isFixed = field === 'oval' || field === 'diamond'
  const part = isFixed ? 0.36 : ball.danger ? reachOf(ball)[1] - 0.07 : 0.05
  const x = (ball.side === 'home' ? part : 1 - part) * FIELD.width
  return (
    <g className={styles.ball} data-danger={ball.danger} style={{ transform: `translateX(${x}px)` }}>
      <circle className={styles.halo} cx="0" cy={FIELD.height / 2} r="10" />
      <circle className={styles.dot} cx="0" cy={FIELD.height / 2} r="5" />
    </g>
  )
}
