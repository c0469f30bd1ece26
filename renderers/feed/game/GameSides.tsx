import { ballRole, playingField } from '#machines/feed/board/playing-field.rules.ts'
import { leader } from '#machines/feed/simulator/game-clock.rules.ts'
import type { Ball, BoardGame } from '#schemas'
import { useText } from '../../site/texts.tsx'
import { ballText } from '../tracker/ball-text.ts'
import { Crest } from './Crest.tsx'
import styles from './GameSides.module.css'

/** Props of {@link GameSides}. */
export interface GameSidesProps {
  readonly game: Pick<BoardGame, 'sportId' | 'participants' | 'score' | 'statistics' | 'ball'>
  /** Whether the points of each period are shown beside the score. */
  readonly hasPeriods: boolean
  /** Whether each side has its sign before its name; sides alone have one, an event of many has none. */
  readonly hasCrests?: boolean
  /** Name of the championship, where nothing else says it. */
  readonly champ?: string | undefined
}

const SIDES = ['home', 'away'] as const
/** What a feed counts that is shown beside a name. */
const RED_CARDS = 'red_cards'
/** Most periods that fit beside a score. */
const PERIODS_MOST = 5

/** Both names in full width, the score aligned to them; the leader's name and score are heavier. */
export function GameSides({ game, hasPeriods, hasCrests = false, champ }: GameSidesProps) {
  const { sportId, participants, score, statistics, ball } = game
  const ahead = leader(game)
  const reds = statistics?.find(({ code }) => code === RED_CARDS)
  const isCrested = hasCrests && participants.length === SIDES.length
  const periods = hasPeriods ? (score?.periods ?? []).slice(-PERIODS_MOST) : []
  return (
    <span className={styles.sides}>
      {SIDES.slice(0, participants.length).map((side, place) => (
        <span key={side} className={styles.side} data-leads={ahead === side || undefined}>
          {isCrested && <Crest name={participants[place]?.name ?? ''} />}
          <span className={styles.name}>
            <bdi>{participants[place]?.name ?? ''}</bdi>
          </span>
          {ball?.side === side && <BallMark sportId={sportId} ball={ball} />}
          <RedCards count={reds?.[side] ?? 0} />
          {periods.map((period, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a period is known by its place alone
            <span key={number} className={styles.period} data-wide={isWide(period) || undefined}>
              {period[side]}
            </span>
          ))}
          {score && (
            <span className={styles.score} data-wide={isWide(score) || undefined}>
              {score[side]}
            </span>
          )}
        </span>
      ))}
      {champ && (
        <span className={styles.champ}>
          <bdi>{champ}</bdi>
        </span>
      )}
    </span>
  )
}

/** Whether one of two numbers below each other has three figures, as runs in cricket and points in basketball have. */
function isWide({ home, away }: { readonly home: number; readonly away: number }): boolean {
  return Math.max(home, away) > 99
}

/** The ball beside the side that serves or bats; of the others, of the one that is in front of the goal: who merely has it changes too
 *  often to be read in a list. */
function BallMark({ sportId, ball }: { readonly sportId: number; readonly ball: Ball }) {
  const t = useText()
  const field = playingField(sportId)
  if (!field || (ballRole(field) === 'has' && ball.danger !== 'danger')) return null
  return (
    <span className={styles.ball} data-danger={ball.danger}>
      <span className="visually-hidden">{t(ballText(field, ball))}</span>
    </span>
  )
}

/** Players of a side who were sent off; nothing for none. */
function RedCards({ count }: { readonly count: number }) {
  const t = useText()
  if (count === 0) return null
  return (
    <span className={styles.red}>
      <span aria-hidden="true">{count > 1 ? count : ''}</span>
      <span className="visually-hidden">{`${t('feed.statistic_red_cards')}: ${count}`}</span>
    </span>
  )
}
