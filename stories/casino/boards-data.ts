import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import type { GameView } from '#schemas'

const slot = PAYTABLES.lines_95
const cascade = PAYTABLES.cascade_95

/** A round of each game as a board shows it. */
export const VIEWS = {
  slot: {
    kind: 'slot',
    spins: [
      {
        stops: [0, 0, 0, 0, 0],
        grid: [
          ['top', 'ace', 'queen'],
          ['top', 'wild', 'jack'],
          ['top', 'king', 'scatter'],
          ['high', 'upper', 'middle'],
          ['jack', 'queen', 'ace'],
        ],
        wins: [{ line: 1, symbol: 'top', count: 3, times: 24 }],
        ...{ scatters: 1, scatterTimes: 0, freeSpins: 0, isFree: false, multiplier: 1, payMinor: 120 },
      },
    ],
  },
  cascade: {
    kind: 'cascade',
    steps: [
      {
        grid: [
          ['king', 'king', 'ace'],
          ['king', 'top', 'king'],
          ['high', 'king', 'upper'],
          ['middle', 'ace', 'upper'],
          ['top', 'high', 'middle'],
        ],
        wins: [{ symbol: 'king', cells: [0, 1, 3, 5, 7], times: 10 }],
        ...{ multiplier: 1, payMinor: 10 },
      },
    ],
  },
  roulette: { kind: 'roulette', number: 17, wins: [{ on: 'black', payMinor: 200 }] },
  blackjack: {
    kind: 'blackjack',
    dealer: { cards: ['Kd'], total: 10, isHidden: true },
    hands: [
      {
        ...{ box: 1, cards: ['8h', '8c'], total: 16, isSoft: false, stakeMinor: 500, state: 'playing' },
        ...{ result: 'open', payMinor: 0 },
      },
    ],
    insurance: { isOffered: false, stakeMinor: 0, payMinor: 0 },
    acts: ['hit', 'stand', 'double', 'split'],
  },
  baccarat: {
    ...{ kind: 'baccarat', player: ['8h', 'Ac'], banker: ['2h', '3c'], playerTotal: 9, bankerTotal: 5 },
    ...{ winner: 'player', wins: [{ on: 'player', payMinor: 1000 }] },
  },
  video_poker: {
    ...{ kind: 'video_poker', cards: ['Ah', 'Ad', '3c', '9s', 'Kd'], held: [], isDrawn: false, hand: 'pair' },
    payMinor: 0,
  },
  dice: {
    ...{ kind: 'dice', roll: 7312, target: 4950, isOver: true, isWin: true, multiplierE4: 19_603 },
    payMinor: 196,
  },
  mines: {
    ...{ kind: 'mines', mines: 3, opened: [7, 12], hit: [3], minesAt: [3, 14, 21], multiplierE4: 0, nextE4: 0 },
    payMinor: 0,
  },
  plinko: {
    ...{ kind: 'plinko', rows: 12, risk: 'medium', path: [1, 0, 1, 1, 0, 0, 1, 0, 1, 1, 0, 1], slot: 7 },
    ...{ multiplierE4: 6000, payMinor: 60 },
  },
  wheel: { kind: 'wheel', segment: 1, label: 't2', wins: [{ on: 't2', payMinor: 345 }] },
} as const satisfies Readonly<Record<string, unknown>>

/** The settings by which each is played. */
export const SETTINGS = {
  ...{ slot, cascade, roulette: PAYTABLES.roulette, blackjack: PAYTABLES.blackjack_3_2, baccarat: PAYTABLES.baccarat },
  ...{ video_poker: PAYTABLES.jacks_8_5, dice: PAYTABLES.dice_99, mines: PAYTABLES.mines_98 },
  ...{ plinko: PAYTABLES.plinko_99, wheel: PAYTABLES.wheel_96 },
} as const satisfies Readonly<Record<GameView['kind'], unknown>>
