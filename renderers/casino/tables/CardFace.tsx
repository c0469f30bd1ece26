import styles from './PlayingCard.module.css'

/** Outlines of suits in a square of 24. */
export const SUITS: Readonly<Record<string, string>> = {
  c: 'M12 1.6a4.9 4.9 0 0 0-4.2 7.5A4.9 4.9 0 1 0 10.9 16.3C10.7 19 9.7 21 8 22.4h8c-1.7-1.4-2.7-3.4-2.9-6.1a4.9 4.9 0 1 0 3.1-7.2A4.9 4.9 0 0 0 12 1.6Z',
  d: 'M12 1.2C14.4 5.3 17.3 8.9 20.6 12 17.3 15.1 14.4 18.7 12 22.8 9.6 18.7 6.7 15.1 3.4 12 6.7 8.9 9.6 5.3 12 1.2Z',
  h: 'M12 22C10.4 18.4 2 14.4 2 8.2A5.7 5.7 0 0 1 7.7 2.5C9.6 2.5 11.2 3.6 12 5.3 12.8 3.6 14.4 2.5 16.3 2.5A5.7 5.7 0 0 1 22 8.2C22 14.4 13.6 18.4 12 22Z',
  s: 'M12 1.4C9.6 6 2.8 9 2.8 14.2A4.7 4.7 0 0 0 10.9 17.4C10.7 19.7 9.8 21.3 8.1 22.4H15.9C14.2 21.3 13.3 19.7 13.1 17.4A4.7 4.7 0 0 0 21.2 14.2C21.2 9 14.4 6 12 1.4Z',
}

/** Crowns of the court cards, 40 wide and 26 high. */
const CROWNS: Readonly<Record<string, string>> = {
  J: 'M2 26 1 11 11 18 20 7 29 18 39 11 38 26ZM20 0.5A3 3 0 1 0 20.1.4ZM1 4.5A3 3 0 1 0 1.1 4.4ZM39 4.5A3 3 0 1 0 39.1 4.4Z',
  Q: 'M2 26 0 9 10 17 13 4 20 16 27 4 30 17 40 9 38 26ZM0 2.5A3 3 0 1 0 .1 2.4ZM10 0A3 3 0 1 0 10.1-.1ZM24 0A3 3 0 1 0 24.1-.1ZM36 2.5A3 3 0 1 0 36.1 2.4Z',
  K: 'M2 26 0 6 11 14 17 5H18.5V2H16V-1H18.5V-4H21.5V-1H24V2H21.5V5H23L29 14 40 6 38 26Z',
}

interface SuitProps {
  readonly suit: string
  /** Its middle and width, in the card's hundredths. */
  readonly at: readonly [x: number, y: number]
  readonly size: number
}

function Suit({ suit, at: [x, y], size }: SuitProps) {
  return <path d={SUITS[suit]} transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`} />
}

function Court({ rank, suit }: { readonly rank: string; readonly suit: string }) {
  return (
    <>
      <rect className={styles.court} x="37" y="50" width="54" height="80" rx="5" />
      <path className={styles.crown} d={CROWNS[rank]} transform="translate(45 60) scale(0.95)" />
      <Suit suit={suit} at={[64, 107]} size={36} />
    </>
  )
}

/** Props of {@link CardFace}. */
export interface CardFaceProps {
  /** Rank and suit, such as `Ah`. */
  readonly card: string
}

/** The face of a card: a large index, and its suit or a court. */
export function CardFace({ card }: CardFaceProps) {
  const [rank = '', suit = ''] = card
  const isCourt = rank in CROWNS
  return (
    <svg className={styles.face} viewBox="0 0 100 140" aria-hidden="true" data-suit={suit}>
      <text className={styles.index} x="8" y="43" data-wide={rank === 'T' || undefined}>
        {rank === 'T' ? '10' : rank}
      </text>
      <Suit suit={suit} at={[isCourt ? 20 : 22, 63]} size={24} />
      {isCourt ? <Court rank={rank} suit={suit} /> : <Suit suit={suit} at={[61, 97]} size={rank === 'A' ? 66 : 60} />}
    </svg>
  )
}
