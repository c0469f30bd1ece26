import { type ComponentType, lazy } from 'react'
import type { BoardProps } from '#renderers/casino/board.ts'
import type { GameChoice, GameKind } from '#schemas'

/** Any board: settings, view and choice belong together by their kind. */
export type AnyBoard = ComponentType<BoardProps<never>>

const board = (load: () => Promise<unknown>) => lazy(load as () => Promise<{ default: AnyBoard }>)

/** The boards of games, each loaded when its game is opened. */
export const BOARDS: Readonly<Partial<Record<GameKind, AnyBoard>>> = {
  slot: board(() => import('#renderers/casino/slots/SlotBoard.tsx').then(({ SlotBoard }) => ({ default: SlotBoard }))),
  cascade: board(() =>
    import('#renderers/casino/slots/CascadeBoard.tsx').then(({ CascadeBoard }) => ({ default: CascadeBoard })),
  ),
  roulette: board(() =>
    import('#renderers/casino/tables/RouletteBoard.tsx').then(({ RouletteBoard }) => ({ default: RouletteBoard })),
  ),
  blackjack: board(() =>
    import('#renderers/casino/tables/BlackjackBoard.tsx').then(({ BlackjackBoard }) => ({ default: BlackjackBoard })),
  ),
  baccarat: board(() =>
    import('#renderers/casino/tables/BaccaratBoard.tsx').then(({ BaccaratBoard }) => ({ default: BaccaratBoard })),
  ),
  video_poker: board(() =>
    import('#renderers/casino/tables/VideoPokerBoard.tsx').then(({ VideoPokerBoard }) => ({
      default: VideoPokerBoard,
    })),
  ),
  dice: board(() =>
    import('#renderers/casino/instant/DiceBoard.tsx').then(({ DiceBoard }) => ({ default: DiceBoard })),
  ),
  mines: board(() =>
    import('#renderers/casino/instant/MinesBoard.tsx').then(({ MinesBoard }) => ({ default: MinesBoard })),
  ),
  plinko: board(() =>
    import('#renderers/casino/instant/PlinkoBoard.tsx').then(({ PlinkoBoard }) => ({ default: PlinkoBoard })),
  ),
  wheel: board(() =>
    import('#renderers/casino/instant/WheelBoard.tsx').then(({ WheelBoard }) => ({ default: WheelBoard })),
  ),
}

const FIRST: Readonly<Partial<Record<GameKind, GameChoice>>> = {
  dice: { kind: 'dice', target: 5000, isOver: true },
  mines: { kind: 'mines', mines: 3 },
  plinko: { kind: 'plinko', rows: 12, risk: 'medium' },
}

/** What is chosen when a game is opened. */
export function firstChoice(kind: GameKind): GameChoice {
  return FIRST[kind] ?? ({ kind } as GameChoice)
}

const SPOTTED: ReadonlySet<GameKind> = new Set(['roulette', 'blackjack', 'baccarat', 'wheel'])

/** Whether stakes lie on spots of a table; other games have one stake. */
export function hasSpots(kind: GameKind): boolean {
  return SPOTTED.has(kind)
}
