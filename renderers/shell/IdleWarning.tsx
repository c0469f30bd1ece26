import { useEffect, useState } from 'react'
import { useText } from '../site/texts.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './IdleWarning.module.css'

/** Props of {@link IdleWarning}. */
export interface IdleWarningProps {
  /** When the player is signed out, ms since 1970. */
  readonly endsAtMs: number
  /** The player is being signed out: nothing can be chosen any more. */
  readonly isEnding: boolean
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks a player who has been idle for long whether they are still there, and counts down to the end of the session. */
export function IdleWarning({ endsAtMs, isEnding, onStay, onLeave }: IdleWarningProps) {
  const t = useText()
  const secondsLeft = useSecondsUntil(endsAtMs)
  return (
    <Dialog
      isOpen
      title={t('shell.idle_title')}
      okLabel={t('shell.idle_stay')}
      closeLabel={t('shell.idle_leave')}
      buttons={isEnding ? [] : ['ok', 'close']}
      hasCross={false}
      closesOnEscape
      onClose={(way) => {
        if (isEnding) return
        if (way === 'close-button') onLeave()
        else onStay()
      }}
    >
      <p>{t(isEnding ? 'shell.idle_ending' : 'shell.idle_text')}</p>
      {!isEnding && (
        <p role="timer" className={styles.time} dir="ltr">
          {clockOf(secondsLeft)}
        </p>
      )}
    </Dialog>
  )
}

/** `75` → `1:15`. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function useSecondsUntil(endsAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 250)
    return () => window.clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((endsAtMs - nowMs) / 1000))
}
