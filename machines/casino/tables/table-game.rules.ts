import type { GameKind, GameSettings } from '#schemas'

/** Games whose rounds all players of a table share. */
export type TableKind = Extract<GameKind, 'crash' | 'live_roulette'>

/** The numbers of a game of a table. */
export type TableSettings = Extract<GameSettings, { kind: TableKind }>

/** Whether a game is played at a table, in rounds that its players share. */
export function isTableGame(settings: GameSettings): settings is TableSettings {
  return settings.kind === 'crash' || settings.kind === 'live_roulette'
}

/** How long the parts of a round take, ms. */
export interface TableTimes {
  /** Bets are taken. */
  readonly bettingMs: number
  /** From the last bet to the start of the flight or the spin. */
  readonly startMs: number
  /** The result is shown. */
  readonly resultMs: number
}

/** The times of the games of tables. */
export const TABLE_TIMES: Readonly<Record<TableKind, TableTimes>> = {
  crash: { bettingMs: 8000, startMs: 400, resultMs: 4000 },
  live_roulette: { bettingMs: 20_000, startMs: 1500, resultMs: 6500 },
}
