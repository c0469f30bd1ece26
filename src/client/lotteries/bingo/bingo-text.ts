import { useEffect, useState } from 'react'
import type { BingoView } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { moneyText } from '../../page/money-text.ts'

const TICK_MS = 250

/** An amount of a bingo room in the visitor's language. */
export function bingoMoney(app: App, minor: number, { exponent, currency }: Pick<BingoView, 'exponent' | 'currency'>) {
  return moneyText(app, minor / 10 ** exponent, currency)
}

/** What is left until an instant of the server's clock, as `0:42`; null without one.
 *  @param now when the server has said it, ISO 8601 */
export function useLeft(until: string | undefined, now: string): string | null {
  const [leftMs, setLeftMs] = useState<number | null>(null)
  useEffect(() => {
    if (until === undefined) {
      setLeftMs(null)
      return
    }
    const ahead = Date.parse(now) - Date.now()
    const tick = () => setLeftMs(Math.max(0, Date.parse(until) - Date.now() - ahead))
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [until, now])
  if (until === undefined || leftMs === null) return null
  const seconds = Math.ceil(leftMs / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
