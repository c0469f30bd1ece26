import { useCallback, useEffect, useRef } from 'react'
import { getBalance } from '#calls/money.calls.ts'
import { useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { report } from '../../page/report.ts'
import { showActiveBalance } from '../../page/show-active-balance.ts'

/** Shows what the player has after a ticket was bought or paid. */
export function useFreshBalance(): () => void {
  const app = useApp()
  const { showBalance } = usePlayer()
  return useCallback(() => {
    app.call(getBalance, {}).then(
      ({ accounts }) => showActiveBalance(app, accounts, showBalance),
      (error: unknown) => report('lotteries.balance_not_read', { error: String(error) }),
    )
  }, [app, showBalance])
}

/** Shows it each time that `watched` changes, such as the number of the draw that was paid last.
 *  @returns what shows it at any other time */
export function useBalanceAfter(watched: number): () => void {
  const showBalance = useFreshBalance()
  const known = useRef(watched)
  useEffect(() => {
    if (watched === known.current) return
    known.current = watched
    showBalance()
  }, [watched, showBalance])
  return showBalance
}
