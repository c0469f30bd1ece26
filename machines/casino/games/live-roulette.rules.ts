import { type GameRules, refuse } from './game-rules.ts'
import { ROULETTE } from './roulette.rules.ts'

/** A live roulette is played at a table, by `machines/casino/tables`, and pays as the roulette: there is no round of one player. */
export const LIVE_ROULETTE: GameRules<'live_roulette', never> = {
  kind: 'live_roulette',
  open: () => refuse('casino.choice_invalid'),
  act: () => refuse('casino.out_of_turn'),
  finish: (_settings, state) => state,
  isOver: () => true,
  stakeMinor: () => 0,
  payoutMinor: () => 0,
  view: (_settings, state) => state,
  returns: () => ROULETTE.returns({ kind: 'roulette' }),
  faults: () => [],
}
