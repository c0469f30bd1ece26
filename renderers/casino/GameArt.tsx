import type { ReactNode } from 'react'
import type { Skin } from './board.ts'
import { SymbolArt } from './slots/SymbolArt.tsx'

/** Props of {@link GameArt}. */
export interface GameArtProps {
  /** Kind of rules; another one is drawn by its look alone. */
  readonly kind: string
  readonly skin: Skin
}

const GOLD = 'var(--game-gold)'
const TEXT = 'var(--game-text)'
const DEEP = 'var(--game-edge)'

/** A playing card, upright. */
function card(x: number, y: number, turn: number, sign: string, colour: string): ReactNode {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`}>
      <rect x="-26" y="-37" width="52" height="74" rx="7" fill="#fff" stroke={DEEP} />
      <text textAnchor="middle" y="15" fontSize="42" fill={colour}>
        {sign}
      </text>
    </g>
  )
}

const ROULETTE = (
  <g transform="translate(100 112)">
    <circle r="68" fill={DEEP} stroke={GOLD} strokeWidth="6" />
    {Array.from({ length: 18 }, (_, at) => (
      <path
        // biome-ignore lint/suspicious/noArrayIndexKey: wedges have no other name than their place
        key={at}
        d="M0 0L-11 -61A62 62 0 0 1 11 -61Z"
        fill={at % 2 ? '#c23b3b' : '#1d1d24'}
        transform={`rotate(${at * 20})`}
      />
    ))}
    <circle r="32" fill="var(--game-panel-raised)" stroke={GOLD} strokeWidth="3" />
    <path d="M-22 0H22M0 -22V22" stroke={GOLD} strokeWidth="5" strokeLinecap="round" />
    <circle cx="40" cy="-42" r="7" fill="#fff" />
  </g>
)

const DICE = (
  <g transform="translate(100 112) rotate(-12)">
    <rect x="-54" y="-54" width="78" height="78" rx="16" fill={TEXT} />
    {[-38, -15, 8].flatMap((x) => [-38, 8].map((y) => <circle key={`${x}${y}`} cx={x} cy={y} r="7" fill={DEEP} />))}
    <rect
      x="-6"
      y="-4"
      width="66"
      height="66"
      rx="14"
      fill={GOLD}
      stroke={DEEP}
      strokeWidth="3"
      transform="rotate(18 27 29)"
    />
    <circle cx="27" cy="29" r="8" fill={DEEP} />
  </g>
)

const MINES = (
  <g transform="translate(34 46)">
    {Array.from({ length: 9 }, (_, at) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name than their place
        key={at}
        x={(at % 3) * 46}
        y={Math.floor(at / 3) * 46}
        width="40"
        height="40"
        rx="9"
        fill={at === 4 ? DEEP : 'var(--game-panel-raised)'}
        stroke="#ffffff22"
      />
    ))}
    <circle cx="66" cy="66" r="13" fill="#111" stroke={TEXT} strokeWidth="2" />
    <path d="M66 48v-7M66 91v-7M48 66h-7M91 66h-7" stroke={TEXT} strokeWidth="4" strokeLinecap="round" />
    <path d="M10 12h18l7 9-16 17L3 21z" transform="translate(1 -4)" fill="var(--game-glow)" />
    <path d="M10 12h18l7 9-16 17L3 21z" transform="translate(93 88)" fill="var(--game-glow)" />
  </g>
)

const PLINKO = (
  <g>
    {Array.from({ length: 6 }, (_, row) =>
      Array.from({ length: row + 2 }, (_, pin) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: pins have no other name than their place
          key={`${row}-${pin}`}
          cx={100 + (pin - (row + 1) / 2) * 24}
          cy={56 + row * 20}
          r="4"
          fill="var(--game-muted)"
        />
      )),
    )}
    <circle cx="112" cy="86" r="11" fill={GOLD} stroke={DEEP} strokeWidth="2" />
    {Array.from({ length: 7 }, (_, at) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: slots have no other name than their place
        key={at}
        x={17 + at * 24}
        y="176"
        width="21"
        height="16"
        rx="4"
        fill={at === 0 || at === 6 ? 'var(--game-danger)' : 'var(--game-panel-raised)'}
      />
    ))}
  </g>
)

const WHEEL = (
  <g transform="translate(100 114)">
    <circle r="70" fill={DEEP} stroke={GOLD} strokeWidth="6" />
    {['#2f7d93', '#4f9d69', '#b98b2f', '#a3476d', '#7a52b3', '#c2563c', '#2f7d93', '#4f9d69'].map((colour, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: wedges have no other name than their place
      <path key={at} d="M0 0L-24.8 -59.9A64.8 64.8 0 0 1 24.8 -59.9Z" fill={colour} transform={`rotate(${at * 45})`} />
    ))}
    <circle r="18" fill={GOLD} />
    <path d="M0 -58L-10 -82H10Z" fill={GOLD} stroke={DEEP} strokeWidth="2" />
  </g>
)

const CRASH = (
  <g>
    {[28, 62, 94, 132, 168, 182].map((x, at) => (
      <circle key={x} cx={x} cy={30 + ((at * 37) % 80)} r={1.6 + (at % 3)} fill={TEXT} opacity=".7" />
    ))}
    <path d="M18 190q86-6 128-110v110z" fill="var(--game-glow)" opacity=".28" />
    <path d="M18 190q86-6 128-110" fill="none" stroke="var(--game-glow)" strokeWidth="6" strokeLinecap="round" />
    <g transform="translate(150 70) rotate(-62)">
      <path d="M34 0L-22-20-10 0z" fill={TEXT} />
      <path d="M34 0L-22 16-10 0z" fill={GOLD} />
    </g>
  </g>
)

const LIVE = (
  <g>
    <g transform="translate(0 42) scale(1)">{ROULETTE}</g>
    <g transform="translate(100 62)">
      <path d="M-46 62q4-46 46-48 42 2 46 48z" fill="#26202e" />
      <path d="M-14 16l14 30 14-30z" fill="#f4f1ea" />
      <path d="M-9 19l9 5 9-5v11l-9-5-9 5z" fill="var(--game-danger)" />
      <circle cy="-12" r="27" fill="#efbd98" />
      <path d="M-28-12q-2-32 28-32t28 32q-16-4-22-16-8 14-34 16z" fill="#4a2e1e" />
    </g>
    <circle cx="166" cy="34" r="10" fill="var(--game-danger)" />
    <circle cx="166" cy="34" r="4" fill={TEXT} />
  </g>
)

const symbols = (skin: Skin, names: readonly [string, string, string]) => (
  <g>
    {names.map((name, at) => (
      <g key={name} transform={`translate(${16 + at * 58} ${at === 1 ? 58 : 74})`}>
        <rect width="54" height="74" rx="9" fill={DEEP} stroke={GOLD} strokeWidth="2" />
        <svg x="5" y="14" width="44" height="44" viewBox="0 0 48 48" aria-hidden="true">
          <SymbolArt name={name} skin={skin} />
        </svg>
      </g>
    ))}
  </g>
)

/** The cover of a game, drawn from its kind in the colours of its look. */
export function GameArt({ kind, skin }: GameArtProps) {
  return (
    <svg viewBox="0 0 200 240" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="200" height="240" fill="var(--game-ground)" />
      <circle cx="100" cy="104" r="150" fill="var(--game-panel-raised)" opacity=".55" />
      <circle cx="100" cy="104" r="92" fill={GOLD} opacity=".1" />
      {drawing(kind, skin)}
      <path d="M0 206q50-16 100 0t100 0v34H0z" fill={DEEP} opacity=".75" />
    </svg>
  )
}

function drawing(kind: string, skin: Skin): ReactNode {
  switch (kind) {
    case 'roulette':
      return ROULETTE
    case 'blackjack':
      return [card(82, 118, -12, '♠', '#16161d'), card(124, 112, 10, '♥', '#c8313f')].map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
        <g key={at}>{one}</g>
      ))
    case 'baccarat':
      return [
        card(72, 124, -16, '♦', '#c8313f'),
        card(102, 108, 0, '♣', '#16161d'),
        card(134, 124, 16, '♥', '#c8313f'),
      ].map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
        <g key={at}>{one}</g>
      ))
    case 'video_poker':
      return ['♠', '♥', '♣', '♦', '♠'].map((sign, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name than their place
        <g key={at}>
          {card(52 + at * 24, 128 - Math.abs(2 - at) * -7 - 14, (at - 2) * 10, sign, at % 2 ? '#c8313f' : '#16161d')}
        </g>
      ))
    case 'dice':
      return DICE
    case 'mines':
      return MINES
    case 'plinko':
      return PLINKO
    case 'wheel':
      return WHEEL
    case 'crash':
      return CRASH
    case 'live_roulette':
      return LIVE
    case 'cascade':
      return symbols(skin, ['high', 'top', 'upper'])
    default:
      return symbols(skin, ['upper', 'wild', 'top'])
  }
}
