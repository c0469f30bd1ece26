import type { ReactNode } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import styles from './live.module.css'

/** Props of {@link Studio}. */
export interface StudioProps {
  /** What the dealer says. */
  readonly words: string
  /** Whether the dealer turns to the wheel. */
  readonly isSpinning: boolean
  readonly children: ReactNode
}

/** The studio with its dealer, who is drawn and said to be, and the wheel in front. */
export function Studio({ words, isSpinning, children }: StudioProps) {
  const t = useText()
  return (
    <div className={styles.studio}>
      <svg className={styles.room} viewBox="0 0 800 420" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <defs>
          <linearGradient id="live-wall" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor="var(--game-edge)" />
            <stop offset="1" stopColor="var(--game-ground)" />
          </linearGradient>
          <radialGradient id="live-lamp" cx="50%" cy="0%" r="75%">
            <stop offset="0" stopColor="var(--game-gold)" stopOpacity=".5" />
            <stop offset="1" stopColor="var(--game-gold)" stopOpacity="0" />
          </radialGradient>
        </defs>
        <rect width="800" height="420" fill="url(#live-wall)" />
        {[40, 160, 280, 400, 520, 640, 760].map((x) => (
          <g key={x}>
            <rect x={x - 46} y="26" width="92" height="250" rx="10" fill="var(--game-panel)" opacity=".65" />
            <rect
              x={x - 36}
              y="38"
              width="72"
              height="226"
              rx="7"
              fill="none"
              stroke="var(--game-gold)"
              opacity=".28"
            />
          </g>
        ))}
        {[200, 400, 600].map((x) => (
          <g key={x}>
            <path d={`M${x} 0v44`} stroke="var(--game-gold)" strokeWidth="2" opacity=".6" />
            <path d={`M${x - 26} 66q26-44 52 0z`} fill="var(--game-gold)" opacity=".85" />
            <ellipse cx={x} cy="68" rx="22" ry="5" fill="#fff6d8" />
            <rect x={x - 130} y="66" width="260" height="330" fill="url(#live-lamp)" opacity=".55" />
          </g>
        ))}
        <rect y="276" width="800" height="6" fill="var(--game-gold)" opacity=".5" />
      </svg>
      <div className={styles.dealer} data-spinning={isSpinning || undefined}>
        <Dealer />
      </div>
      <p className={styles.badge}>{t('casino.live_dealer')}</p>
      <p className={styles.words}>{words}</p>
      <div className={styles.front}>{children}</div>
    </div>
  )
}

function Dealer() {
  return (
    <svg viewBox="0 0 220 260" aria-hidden="true">
      <g className={styles.body}>
        <path d="M22 260q2-92 54-108l34-10 34 10q52 16 54 108z" fill="#f4f1ea" />
        <path d="M52 260l12-96 34 34 12 62zM168 260l-12-96-34 34-12 62z" fill="#26202e" />
        <path d="M64 164q-26 16-30 96h20zM156 164q26 16 30 96h-20z" fill="#e3dfd6" />
        <path d="M92 140h36v24q-18 16-36 0z" fill="#dba27e" />
        <path d="M96 168l14 9 14-9v17l-14-7-14 7z" fill="var(--game-danger)" />
        {[204, 222, 240].map((y) => (
          <circle key={y} cx="110" cy={y} r="2.6" fill="var(--game-gold)" />
        ))}
      </g>
      <g className={styles.head}>
        <path d="M62 100q-8-74 48-76 56 2 48 76l-6 42q-6 10-14 8H82q-8 2-14-8z" fill="#3a2418" />
        <ellipse cx="110" cy="96" rx="37" ry="45" fill="#efbd98" />
        <path d="M72 86q2-40 42-42 34 2 36 42-22-4-34-24-12 22-44 24z" fill="#4a2e1e" />
        <path d="M88 88q7-5 14 0M118 88q7-5 14 0" stroke="#4a2e1e" strokeWidth="3" fill="none" strokeLinecap="round" />
        <circle cx="95" cy="98" r="3.8" fill="#2b2320" />
        <circle cx="125" cy="98" r="3.8" fill="#2b2320" />
        <path d="M110 100q-4 10 2 13" stroke="#cf9672" strokeWidth="2.4" fill="none" strokeLinecap="round" />
        <path d="M97 122q13 11 26 0" stroke="#a8463f" strokeWidth="3.6" fill="none" strokeLinecap="round" />
        <circle cx="82" cy="114" r="6" fill="#e39a80" opacity=".45" />
        <circle cx="138" cy="114" r="6" fill="#e39a80" opacity=".45" />
      </g>
      <g className={styles.arm}>
        <path d="M172 196q34 18 18 58l-22 4q10-30-8-44z" fill="#f4f1ea" />
        <circle cx="178" cy="254" r="12" fill="#efbd98" />
      </g>
    </svg>
  )
}
