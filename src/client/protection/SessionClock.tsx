import { useEffect, useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import type { SessionReading } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { moneyText } from '../page/money-text.ts'
import styles from './session-clock.module.css'

const SECOND_MS = 1000

/** How long a session has lasted, as `1:02:03`. */
export function clockText(elapsedMs: number): string {
  const seconds = Math.floor(elapsedMs / SECOND_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** The time and net result of the session, on every page: between readings the time is that of the page, which no wrong date of the device
 *  changes. */
export function SessionClock({ reading }: { readonly reading: SessionReading }) {
  const app = useApp()
  const t = useText()
  const [passedMs, setPassedMs] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each reading starts the clock again
  useEffect(() => {
    const readAt = performance.now()
    setPassedMs(0)
    const timer = setInterval(() => setPassedMs(performance.now() - readAt), SECOND_MS)
    return () => clearInterval(timer)
  }, [reading])
  return (
    <aside className={styles.clock} aria-label={t('shell.session_clock')}>
      <span role="timer" aria-live="off" dir="ltr">
        {clockText(reading.elapsedMs + passedMs)}
      </span>
      {reading.results.map(({ currency, net }) => (
        <span key={currency} dir="ltr" data-sign={Math.sign(net)}>
          {net > 0 ? '+' : ''}
          {moneyText(app, net, currency)}
        </span>
      ))}
    </aside>
  )
}
