import { useEffect, useState } from 'react'
import { useText } from '../../site/texts.tsx'
import { CouponEntryAge } from '../coupon/CouponEntryParts.tsx'

const SECOND_MS = 1000
const MINUTE_S = 60
const JUST_NOW_S = 3

/** How old a price is, counted on. @param sinceMs when it was last heard of, ms since 1970 */
export function PriceAge({ sinceMs }: { readonly sinceMs: number }) {
  const t = useText()
  const seconds = useSecondsSince(sinceMs)
  return (
    <CouponEntryAge>
      {seconds < JUST_NOW_S
        ? t('betting.age_now')
        : seconds < MINUTE_S
          ? t('betting.age_seconds', { seconds })
          : t('betting.age_minutes', { minutes: Math.floor(seconds / MINUTE_S) })}
    </CouponEntryAge>
  )
}

function useSecondsSince(sinceMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), SECOND_MS)
    return () => window.clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((nowMs - sinceMs) / SECOND_MS))
}
