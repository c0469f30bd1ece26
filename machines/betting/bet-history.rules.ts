/** Numbers of the statuses of bets, by which a brand hides some of them (BET-10). */
export const BET_STATUS = { open: 1, won: 2, lost: 3, returned: 4, pending: 5, rejected: 6, sold: 7 } as const

export type BetStatus = (typeof BET_STATUS)[keyof typeof BET_STATUS]

/** Days that the history covers when the configuration does not say (BET-4, BET-5). */
const DEFAULT_HISTORY_DAYS = 7
const DAY_MS = 86_400_000

/** Days that the history covers: 7 when what is configured is no number (BET-5). `14` → 14, `'a week'` → 7. */
export function historyDays(configured: unknown): number {
  const days = typeof configured === 'string' && configured.trim() !== '' ? Number(configured) : configured
  return typeof days === 'number' && Number.isFinite(days) && days >= 1 ? Math.floor(days) : DEFAULT_HISTORY_DAYS
}

/** Days as yyyy-MM-dd, the first and the last included. */
export interface HistoryWindow {
  readonly dateFrom: string
  readonly dateTo: string
}

/** The days of the history that are shown: those that were asked for, as far as it reaches (BET-4).
 *  `('2026-03-08', 7, {})` → 2026-03-02 to 2026-03-08. */
export function historyWindow(
  today: string,
  days: number,
  { dateFrom, dateTo }: { readonly dateFrom?: string; readonly dateTo?: string },
): HistoryWindow {
  const firstMs = Date.parse(`${today}T00:00:00Z`) - (days - 1) * DAY_MS
  const first = new Date(firstMs).toISOString().slice(0, today.length)
  return {
    dateFrom: dateFrom !== undefined && dateFrom > first ? dateFrom : first,
    dateTo: dateTo !== undefined && dateTo < today ? dateTo : today,
  }
}
