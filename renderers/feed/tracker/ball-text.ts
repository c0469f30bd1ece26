import { ballRole, type PlayingField } from '#machines/feed/board/playing-field.rules.ts'
import type { Ball } from '#schemas'

/** The text that says what a side does with the ball: `board.ball_serves`. */
export function ballText(field: PlayingField, { danger }: Ball) {
  const role = ballRole(field)
  return role === 'has' ? (`board.ball_${danger ?? 'safe'}` as const) : (`board.ball_${role}` as const)
}
