import type { VideoPokerSettings, VideoPokerView } from '#schemas'
import { useText } from '../../site/texts.tsx'
import styles from './PokerPays.module.css'

const HANDS = [
  ...(['royal_flush', 'straight_flush', 'four', 'full_house', 'flush'] as const),
  ...(['straight', 'three', 'two_pair', 'pair'] as const),
]

/** Props of {@link PokerPays}. */
export interface PokerPaysProps {
  readonly pays: VideoPokerSettings['pays']
  /** What the cards make now. */
  readonly hand: VideoPokerView['hand']
  /** Minor units; null while nothing is staked. */
  readonly stakeMinor: number | null
  /** Whether the round is over and the hand is paid. */
  readonly isPaid: boolean
  readonly money: (minor: number) => string
}

/** What hands pay, the best one first; the row of the cards that lie on the table is lit. */
export function PokerPays({ pays, hand, stakeMinor, isPaid, money }: PokerPaysProps) {
  const t = useText()
  return (
    <ul className={styles.pays} aria-label={t('casino.video_poker_pays')}>
      {HANDS.filter((name) => pays[name] > 0).map((name) => (
        <li key={name} aria-current={name === hand || undefined} data-paid={(name === hand && isPaid) || undefined}>
          <span>{t(`casino.hand_${name}`)}</span>
          <span className={styles.times}>×{pays[name]}</span>
          {stakeMinor !== null && <span className={styles.amount}>{money(stakeMinor * pays[name])}</span>}
        </li>
      ))}
    </ul>
  )
}
