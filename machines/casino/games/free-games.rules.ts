import { isTableGame } from '#machines/casino/tables/table-game.rules.ts'
import type { GameSettings } from '#schemas'

/** Whether a game of the engine can be played in free rounds: of one stake, and by the player alone. */
export function hasFreeRounds(settings: GameSettings): boolean {
  return !isTableGame(settings) && settings.kind !== 'blackjack'
}
