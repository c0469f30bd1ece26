import { useText } from '#renderers/site/texts.tsx'
import type { DrawMoment } from '#schemas'
import { leftText, useServerNow } from './draw-clock.ts'
import styles from './draws.module.css'

/** How long the sale of a draw is still open, by the server's clock. */
export function Countdown({ draw, now }: { readonly draw: DrawMoment; readonly now: string }) {
  const t = useText()
  const nowMs = useServerNow(now)
  const leftMs = Date.parse(draw.closesAt) - nowMs
  return (
    <span className={styles.countdown} data-soon={leftMs < 60_000 || undefined}>
      {leftMs > 0 ? (
        <>
          <span>{t('draws.closes_in')}</span>{' '}
          <time dateTime={draw.closesAt}>{leftText(leftMs, t('draws.day_letter'))}</time>
        </>
      ) : (
        t('draws.drawing_now')
      )}
    </span>
  )
}
