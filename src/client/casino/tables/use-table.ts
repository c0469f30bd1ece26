import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { betAtTable, cashOutAtTable, getTableSeat } from '#calls/casino/tables.calls.ts'
import { type TableMoment, tableMoment } from '#machines/casino/tables/table-moment.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { useText } from '#renderers/site/texts.tsx'
import type { LaunchedGame, TableBet, TableSeat, TableStake, TableView } from '#schemas'
import { usePlayer } from '../../page/player.tsx'
import { report } from '../../page/report.ts'
import { createRequestKeys, guidOf } from '../../page/request-keys.ts'
import { useCall } from '../../page/use-call.ts'
import { watchTable } from './table-stream.ts'

/** How often what depends on the clock is drawn again, ms. */
const TICK_MS = 100
const NO_BETS: readonly TableBet[] = []

/** The server's clock, from what its messages say: the one that took the shortest way is the nearest to it. */
function useServerClock() {
  const ahead = useRef<number | null>(null)
  const hear = useCallback((nowMs: number) => {
    const seen = nowMs - Date.now()
    ahead.current = ahead.current === null ? seen : Math.max(ahead.current, seen)
  }, [])
  const now = useCallback(() => Date.now() + (ahead.current ?? 0), [])
  return { hear, now }
}

/** The time as it is drawn: again and again while the page is there. */
function useTicks(now: () => number): number {
  const [nowMs, setNowMs] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(now()), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return nowMs
}

/** A table as its page holds it: what all see, what the player has on it, and what they can do. */
export function useTable(launched: LaunchedGame) {
  const { gameId, sessionId, mode } = launched
  const call = useCall()
  const t = useText()
  const { showBalance } = usePlayer()
  const [keys] = useState(createRequestKeys)
  const { hear, now } = useServerClock()
  const nowMs = useTicks(now)
  const [view, setView] = useState<TableView | null>(null)
  const [seat, setSeat] = useState<TableSeat | null>(null)
  const [isConnected, setConnected] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const take = (next: TableSeat) => {
    setSeat(next)
    if (mode === 'real') showBalance({ balanceMinor: next.balanceMinor, currency: next.currency })
  }
  const refresh = useEffectEvent(() => {
    call(getTableSeat, { body: { sessionId } }).then(take, (error: unknown) =>
      report('casino.seat_failed', { error: String(error) }),
    )
  })
  useEffect(
    () =>
      watchTable(gameId, {
        connected: setConnected,
        shown: (next) => {
          hear(next.nowMs)
          setView(next)
        },
      }),
    [gameId, hear],
  )
  // What is over may have paid, and a new round has no bets yet; a flight pays targets on its way.
  const paid = view?.bets.filter(({ cashedE2 }) => cashedE2 > 0).length ?? 0
  const isSettled = (view?.nextAtMs ?? 0) > 0
  const news = `${view?.roundId}/${view?.phase}/${isSettled}/${isConnected}/${paid}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the news is why it is asked again
  useEffect(() => refresh(), [news])

  async function run(work: () => Promise<TableSeat>): Promise<boolean> {
    if (isBusy) return false
    setBusy(true)
    setFailure('')
    try {
      take(await work())
      keys.forget()
      return true
    } catch (error) {
      const { code, params } = readFailure(error)
      setFailure(t(code, params))
      refreshSoon()
      return false
    } finally {
      setBusy(false)
    }
  }
  /** What a call that failed has left is asked for. */
  const refreshSoon = () => {
    call(getTableSeat, { body: { sessionId } }).then(take, () => undefined)
  }
  const roundId = view?.roundId ?? 0
  const moment: TableMoment = view ? tableMoment(view, nowMs) : 'opening'
  return {
    ...{ view, moment, nowMs, now, isBusy, failure, isConnected, seat },
    bets: seat && seat.roundId === roundId ? seat.bets : NO_BETS,
    balanceMinor: seat?.balanceMinor ?? launched.balanceMinor,
    /** Places bets on the round that is shown. @returns whether they were taken */
    bet: (stakes: readonly TableStake[]): Promise<boolean> => {
      // Bets whose answer was lost are sent under their name again: they are not taken twice.
      const wish = { sessionId, roundId, stakes: [...stakes] }
      const body = { ...wish, guid: guidOf(keys.keyOf(wish)) }
      return run(() => call(betAtTable, { body }, { idempotencyKey: body.guid }))
    },
    cashOut: (on: 'first' | 'second'): Promise<boolean> =>
      run(() =>
        call(cashOutAtTable, { body: { sessionId, roundId, on } }, { idempotencyKey: `${sessionId}/${roundId}/${on}` }),
      ),
  }
}
