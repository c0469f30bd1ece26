import type { BoardGame, Clock } from '#schemas'
import { periodUnit } from '../markets/period-units.ts'

const MINUTE_S = 60

/** Seconds that a clock shows some time after it was read: it advances while it runs, and never goes back. */
export function clockSeconds({ seconds, isRunning }: Clock, sinceMs: number): number {
  return isRunning ? seconds + Math.floor(Math.max(0, sinceMs) / 1000) : seconds
}

/** A clock as a board writes it: minutes in sports of halves (`67'`), else minutes and seconds (`27:05`); null in sports that
 *  play without one, which say their period alone. */
export function clockText(sportId: number, seconds: number): string | null {
  const unit = periodUnit(sportId)
  if (unit === 'half') return `${Math.floor(seconds / MINUTE_S) + 1}'`
  if (unit !== 'quarter' && unit !== 'period') return null
  return `${Math.floor(seconds / MINUTE_S)}:${String(seconds % MINUTE_S).padStart(2, '0')}`
}

/** Which side is ahead; null at a draw and without a score. */
export function leader({ score }: Pick<BoardGame, 'score'>): 'home' | 'away' | null {
  if (!score || score.home === score.away) return null
  return score.home > score.away ? 'home' : 'away'
}
