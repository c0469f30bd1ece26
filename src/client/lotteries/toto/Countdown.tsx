import { useEffect, useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'
import styles from './toto.module.css'
import { countdownText } from './toto-text.ts'

/** Props of {@link Countdown}. */
export interface CountdownProps {
  /** ISO 8601. */
  readonly until: string
  /** What the clock of the server showed when the page was loaded. */
  readonly nowMs: number
}

const EVERY_MS = 1000

/** Counts down to the close of a draw. The server writes the first moment, so that it is the same in the browser. */
export function Countdown({ until, nowMs }: CountdownProps) {
  const t = useText()
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const beganAt = performance.now()
    const timer = setInterval(() => setNow(nowMs + performance.now() - beganAt), EVERY_MS)
    return () => clearInterval(timer)
  }, [nowMs])
  const left = countdownText(Date.parse(until), now, (days) => t('toto.days', { count: days }))
  return (
    <time dateTime={until} className={styles.countdown} dir="ltr">
      {left ?? t('toto.closing')}
    </time>
  )
}
