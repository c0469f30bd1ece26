import { useEffect, useEffectEvent, useRef } from 'react'
import { multiplierE2 } from '#machines/casino/games/crash.rules.ts'
import styles from './crash.module.css'
import { drawFlight } from './flight-curve.ts'
import { timesText } from './times-text.ts'

/** Props of {@link FlightCanvas}. */
export interface FlightCanvasProps {
  /** When the flight has begun, by the server's clock; null while nobody flies. */
  readonly startedAtMs: number | null
  /** Where it has ended, in hundredths; null while it flies. */
  readonly crashE2: number | null
  /** How long a flight lasts until its end, ms. */
  readonly lastedMs: number
  /** The server's clock. */
  readonly now: () => number
  readonly isCalm: boolean
}

const CALM_MS = 250

/** The sky with the curve of the multiplier, drawn from the start of the flight and the clock, and the multiplier as a number. */
export function FlightCanvas({ startedAtMs, crashE2, lastedMs, now, isCalm }: FlightCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const number = useRef<HTMLParagraphElement>(null)
  const crashedAt = useRef<number | null>(null)
  const draw = useEffectEvent(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    const { width, height } = element.getBoundingClientRect()
    const scale = Math.min(window.devicePixelRatio || 1, 2)
    if (element.width !== Math.round(width * scale)) element.width = Math.round(width * scale)
    if (element.height !== Math.round(height * scale)) element.height = Math.round(height * scale)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    const nowMs = now()
    if (crashE2 === null) crashedAt.current = null
    else crashedAt.current ??= nowMs
    const flownMs = startedAtMs === null ? -1 : nowMs - startedAtMs
    const elapsedMs = crashE2 === null ? flownMs : lastedMs
    const crashedMs = crashedAt.current === null ? null : nowMs - crashedAt.current
    drawFlight(context, { width, height }, coloursOf(element), { elapsedMs, crashedMs, isCalm })
    if (number.current) number.current.textContent = elapsedMs < 0 ? '' : timesText(crashE2 ?? multiplierE2(elapsedMs))
  })
  useEffect(() => {
    if (isCalm) {
      draw()
      const timer = setInterval(() => draw(), CALM_MS)
      return () => clearInterval(timer)
    }
    let frame = 0
    const next = () => {
      draw()
      frame = requestAnimationFrame(next)
    }
    next()
    return () => cancelAnimationFrame(frame)
  }, [isCalm])
  return (
    <div className={styles.sky} dir="ltr" aria-hidden="true">
      <canvas ref={canvas} className={styles.canvas} />
      <p ref={number} className={styles.times} data-ended={crashE2 !== null || undefined} />
    </div>
  )
}

function coloursOf(element: HTMLElement) {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim() || '#fff'
  return {
    line: colour('--game-glow'),
    grid: colour('--game-line'),
    text: colour('--game-muted'),
    danger: colour('--game-danger'),
  }
}
