import { useEffect, useState } from 'react'
import { useText } from '#renderers/site/texts.tsx'

const MINUTE_MS = 60_000

/** Whole minutes since a moment, counted on while the page is there. */
export function SessionTime({ since }: { readonly since: string }) {
  const t = useText()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 4)
    return () => clearInterval(timer)
  }, [])
  return t('casino.minutes', { count: Math.max(0, Math.floor((now - Date.parse(since)) / MINUTE_MS)) })
}
