import { useEffect, useState } from 'react'

const TICK_MS = 500

/** The server's clock in the page, drawn again twice a second: what is left of a sale is never counted by the player's own clock.
 *  @param now what the server has said, ISO 8601  @returns milliseconds since 1970 */
export function useServerNow(now: string): number {
  const [start] = useState(() => Date.parse(now))
  const [nowMs, setNowMs] = useState(start)
  useEffect(() => {
    const ahead = Date.parse(now) - Date.now()
    const timer = setInterval(() => setNowMs(Date.now() + ahead), TICK_MS)
    return () => clearInterval(timer)
  }, [now])
  return nowMs
}

/** What is left of a time, as `1:02:03` or `02:03`; with days as `2 d 01:02:03`, the letter by the language. */
export function leftText(ms: number, dayLetter: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  const clock = `${two(minutes)}:${two(seconds % 60)}`
  if (days > 0) return `${days} ${dayLetter} ${two(hours)}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
