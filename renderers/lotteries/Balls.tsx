import styles from './lotteries.module.css'

/** Props of {@link Balls}. */
export interface BallsProps {
  /** What the balls are, for assistive technology. */
  readonly label: string
  readonly numbers: readonly number[]
  readonly bonus?: readonly number[]
  readonly second?: readonly number[]
  /** Numbers that are marked, as those that were hit. */
  readonly hits?: readonly number[]
  readonly secondHits?: readonly number[]
  readonly size?: 'small' | 'medium' | 'large'
  /** Whether the last ball comes in with a movement. */
  readonly enters?: boolean
}

/** Balls of a draw or of a line, in their order: the drum, the bonus ball, the second drum. */
export function Balls(props: BallsProps) {
  const { label, numbers, bonus = [], second = [], hits = [], secondHits = [], size = 'medium', enters = false } = props
  const balls = [
    ...numbers.map((number) => ({ number, kind: 'main', isHit: hits.includes(number) })),
    ...bonus.map((number) => ({ number, kind: 'bonus', isHit: false })),
    ...second.map((number) => ({ number, kind: 'second', isHit: secondHits.includes(number) })),
  ]
  return (
    <ul className={styles.balls} aria-label={label}>
      {balls.map(({ number, kind, isHit }, at) => (
        <li
          key={`${kind}${number}`}
          className={styles.ball}
          data-size={size}
          data-kind={kind}
          data-hit={isHit || undefined}
          data-enters={(enters && at === balls.length - 1) || undefined}
        >
          {number}
        </li>
      ))}
    </ul>
  )
}
