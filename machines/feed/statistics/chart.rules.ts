/** A value at a moment or place of a chart. */
export interface ChartPoint {
  readonly x: number
  readonly y: number
}

/** A stretch of the horizontal axis in which nothing is known. */
export interface ChartGap {
  readonly from: number
  readonly to: number
}

/** What of a plane is drawn. */
export interface ChartBounds {
  readonly left: number
  readonly right: number
  readonly low: number
  readonly high: number
}

/** Size of a drawing in its own units. */
export interface ChartSize {
  readonly width: number
  readonly height: number
}

/** The least and the greatest of all points, with a tenth of room above and below; never flat. Null without points. */
export function boundsOf(lines: readonly (readonly ChartPoint[])[]): ChartBounds | null {
  const points = lines.flat()
  if (points.length === 0) return null
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [low, high] = [Math.min(...ys), Math.max(...ys)]
  const room = (high - low) / 10 || Math.max(Math.abs(high) / 20, 0.5)
  const left = Math.min(...xs)
  return { left, right: Math.max(...xs, left + 1), low: low - room, high: high + room }
}

/** Where a point is in a drawing, whose vertical axis grows downwards. */
export function placeIn(
  { x, y }: ChartPoint,
  { left, right, low, high }: ChartBounds,
  { width, height }: ChartSize,
): ChartPoint {
  return { x: ((x - left) / (right - left)) * width, y: height - ((y - low) / (high - low)) * height }
}

/** Round values across an axis, three to six of them: `(1.4, 3.2)` → `[1.5, 2, 2.5, 3]`. */
export function ticksOf(low: number, high: number): readonly number[] {
  const rough = (high - low) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((times) => times * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

/** The values of something that keeps its value until it changes, up to an end, cut where nothing is known: each piece is a run of
 *  points, the value standing until the next one. A value that is known before a gap is not known after it: the line begins again with
 *  the next one.
 *  @param points in their order   @param gaps in their order, apart from each other */
export function stepPieces(
  points: readonly ChartPoint[],
  gaps: readonly ChartGap[],
  until: number,
): readonly (readonly ChartPoint[])[] {
  const pieces: ChartPoint[][] = []
  let open: ChartPoint[] | null = null
  for (const [at, point] of points.entries()) {
    if (!open) {
      open = []
      pieces.push(open)
    }
    open.push(point)
    const endsAt = points[at + 1]?.x ?? Math.max(until, point.x)
    const gap = gaps.find(({ from, to }) => from < endsAt && to > point.x)
    if (!gap) {
      if (endsAt > point.x) open.push({ x: endsAt, y: point.y })
      continue
    }
    if (gap.from > point.x) open.push({ x: gap.from, y: point.y })
    open = null
  }
  return pieces
}

/** A path through points: `M0 10L4 8`. */
export function linePath(points: readonly ChartPoint[]): string {
  return points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('')
}

const round = (value: number) => Number(value.toFixed(1))
