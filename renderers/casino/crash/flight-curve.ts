import { multiplierE4 } from '#machines/casino/games/crash.rules.ts'

/** Colours of a drawing. */
export interface FlightColours {
  readonly line: string
  readonly grid: string
  readonly text: string
  readonly danger: string
}

/** What is drawn of a flight. */
export interface FlightShown {
  /** ms since the start; below zero while nobody flies. */
  readonly elapsedMs: number
  /** ms since the crash; null while it flies. */
  readonly crashedMs: number | null
  /** Whether nothing may move but the numbers. */
  readonly isCalm: boolean
}

const SHORTEST_MS = 7000
const LOWEST_TIMES = 1.9
const STEPS = 90
const STARS = Array.from({ length: 46 }, (_, at) => ({
  x: (at * 0.618034) % 1,
  y: (at * 0.754878) % 1,
  size: 0.6 + ((at * 7) % 5) / 4,
}))

/** Draws a flight on a canvas of so many CSS pixels: stars, a grid, the curve of the multiplier and the plane at its end. */
export function drawFlight(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  colours: FlightColours,
  shown: FlightShown,
): void {
  const { elapsedMs, crashedMs, isCalm } = shown
  context.clearRect(0, 0, width, height)
  drawStars(context, { width, height }, colours.text, isCalm ? 0 : Math.max(0, elapsedMs))
  if (elapsedMs < 0) return
  const left = 44
  const bottom = 26
  const [wide, high] = [width - left - 34, height - bottom - 30]
  const times = multiplierE4(elapsedMs) / 10_000
  const spanMs = Math.max(SHORTEST_MS, elapsedMs * 1.08)
  const most = Math.max(LOWEST_TIMES, 1 + (times - 1) * 1.22)
  const xAt = (ms: number) => left + (ms / spanMs) * wide
  const yAt = (value: number) => height - bottom - ((value - 1) / (most - 1)) * high
  drawGrid(context, { width, height, left, bottom, spanMs, most, xAt, yAt }, colours)
  const colour = crashedMs === null ? colours.line : colours.danger
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const ms = (elapsedMs * step) / STEPS
    return [xAt(ms), yAt(multiplierE4(ms) / 10_000)] as const
  })
  drawCurve(context, points, { colour, floor: height - bottom, isFaded: crashedMs !== null })
  drawPlane(context, points, colour, { crashedMs: isCalm ? null : crashedMs, isGone: isCalm && crashedMs !== null })
}

function drawStars(
  context: CanvasRenderingContext2D,
  { width, height }: { readonly width: number; readonly height: number },
  colour: string,
  elapsedMs: number,
): void {
  context.fillStyle = colour
  for (const { x, y, size } of STARS) {
    const moved = (x - (elapsedMs / 60_000) * size + 60) % 1
    context.globalAlpha = 0.12 + size * 0.14
    context.beginPath()
    context.arc(moved * width, y * height * 0.86, size, 0, Math.PI * 2)
    context.fill()
  }
  context.globalAlpha = 1
}

interface Axes {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly bottom: number
  readonly spanMs: number
  readonly most: number
  readonly xAt: (ms: number) => number
  readonly yAt: (times: number) => number
}

/** A step of an axis: 1, 2 or 5 times a power of ten, so that about so many fit. */
function stepOf(span: number, count: number): number {
  const rough = span / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const [found = 10] = [1, 2, 5, 10].filter((step) => step * power >= rough)
  return found * power
}

function drawGrid(context: CanvasRenderingContext2D, axes: Axes, { grid, text }: FlightColours): void {
  const { width, height, left, bottom, spanMs, most, xAt, yAt } = axes
  context.strokeStyle = grid
  context.fillStyle = text
  context.lineWidth = 1
  context.font = '11px system-ui, sans-serif'
  context.textBaseline = 'middle'
  const step = stepOf(most - 1, 4)
  for (let times = 1; times <= most; times += step) {
    const y = Math.round(yAt(times)) + 0.5
    context.globalAlpha = 0.28
    context.beginPath()
    context.moveTo(left, y)
    context.lineTo(width - 12, y)
    context.stroke()
    context.globalAlpha = 0.75
    context.textAlign = 'right'
    context.fillText(`${times.toFixed(step < 1 ? 1 : 0)}×`, left - 8, y)
  }
  const stepMs = stepOf(spanMs / 1000, 5) * 1000
  context.textAlign = 'center'
  for (let ms = stepMs; ms < spanMs * 0.97; ms += stepMs)
    context.fillText(`${Math.round(ms / 1000)} s`, xAt(ms), height - bottom / 2 + 2)
  context.globalAlpha = 1
}

function drawCurve(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  { colour, floor, isFaded }: { readonly colour: string; readonly floor: number; readonly isFaded: boolean },
): void {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return
  const path = () => {
    context.beginPath()
    context.moveTo(...first)
    for (const point of points.slice(1)) context.lineTo(...point)
  }
  const fill = context.createLinearGradient(0, Math.min(last[1], floor - 1), 0, floor)
  fill.addColorStop(0, colour)
  fill.addColorStop(1, 'transparent')
  path()
  context.lineTo(last[0], floor)
  context.lineTo(first[0], floor)
  context.closePath()
  context.globalAlpha = isFaded ? 0.16 : 0.34
  context.fillStyle = fill
  context.fill()
  context.globalAlpha = 1
  path()
  context.strokeStyle = colour
  context.lineWidth = 4
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.shadowColor = colour
  context.shadowBlur = isFaded ? 0 : 16
  context.stroke()
  context.shadowBlur = 0
}

const GONE_MS = 700

function drawPlane(
  context: CanvasRenderingContext2D,
  points: readonly (readonly [number, number])[],
  colour: string,
  { crashedMs, isGone }: { readonly crashedMs: number | null; readonly isGone: boolean },
): void {
  const [before, last] = [points.at(-4), points.at(-1)]
  if (!before || !last || isGone || (crashedMs ?? 0) > GONE_MS) return
  const gone = crashedMs === null ? 0 : crashedMs / GONE_MS
  const angle = Math.max(-0.9, Math.atan2(last[1] - before[1], Math.max(1, last[0] - before[0])))
  context.save()
  context.globalAlpha = 1 - gone
  context.translate(last[0] + gone * 260, last[1] - gone * 190)
  context.rotate(angle)
  context.fillStyle = '#fff'
  context.beginPath()
  context.moveTo(24, 0)
  context.lineTo(-15, -13)
  context.lineTo(-7, 0)
  context.closePath()
  context.fill()
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(24, 0)
  context.lineTo(-15, 11)
  context.lineTo(-7, 0)
  context.closePath()
  context.fill()
  context.restore()
}
