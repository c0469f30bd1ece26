import type { GameKind, GameSettings } from '#schemas'
import { BACCARAT } from './baccarat.rules.ts'
import { BLACKJACK } from './blackjack.rules.ts'
import { CASCADE } from './cascade.rules.ts'
import { CRASH } from './crash.rules.ts'
import { DICE } from './dice.rules.ts'
import type { GameRules } from './game-rules.ts'
import { LIVE_ROULETTE } from './live-roulette.rules.ts'
import { MINES } from './mines.rules.ts'
import { PLINKO } from './plinko.rules.ts'
import { ROULETTE } from './roulette.rules.ts'
import { SLOT } from './slot.rules.ts'
import { VIDEO_POKER } from './video-poker.rules.ts'
import { WHEEL } from './wheel.rules.ts'

/** Rules whose state nobody looks into: it is kept as JSON and given back. */
export type AnyGameRules = GameRules<GameKind, unknown>

const RULES = {
  slot: SLOT,
  cascade: CASCADE,
  roulette: ROULETTE,
  blackjack: BLACKJACK,
  baccarat: BACCARAT,
  video_poker: VIDEO_POKER,
  dice: DICE,
  mines: MINES,
  plinko: PLINKO,
  wheel: WHEEL,
  crash: CRASH,
  live_roulette: LIVE_ROULETTE,
} as const

/** The rules of a game. Settings, choice, state and view belong together by their kind, which each of them names. */
export function rulesOf({ kind }: Pick<GameSettings, 'kind'>): AnyGameRules {
  return RULES[kind] as unknown as AnyGameRules
}
