import { type ComponentType, lazy } from 'react'
import type { BoardProps } from '#renderers/casino/board.ts'
import type { GameKind } from '#schemas'

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
