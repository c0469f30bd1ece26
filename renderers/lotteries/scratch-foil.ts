/** Fields a side of a card has. */
const SIDE = 3
/** Points a side at which a field is looked at. */
const POINTS = 6
/** Which share of its points makes a field free. */
const ENOUGH = 0.5
/** Radius of the coin, of the width of a card. */
const COIN = 0.07

/** A foil over the fields of a card. */
export interface Foil {
  /** Takes foil off along a line; places in CSS pixels of the canvas. @returns fields that are free enough by now */
  rub(from: Point, to: Point): readonly number[]
  /** Takes the foil off a field. */
  free(field: number): void
  /** Lays the foil again over all fields but those, as after a change of size. */
  lay(free: readonly number[]): void
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A foil that is drawn on a canvas: what the pointer rubs off is clear, and a field counts as free once half of its points are. */
export function createFoil(canvas: HTMLCanvasElement): Foil | null {
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const rubbed = Array.from({ length: SIDE * SIDE }, () => new Set<number>())
  const size = () => ({ width: canvas.clientWidth, height: canvas.clientHeight })
  const boxOf = (field: number) => {
    const { width, height } = size()
    const [across, down] = [width / SIDE, height / SIDE]
    return { x: (field % SIDE) * across, y: Math.floor(field / SIDE) * down, across, down }
  }
  const mark = (at: Point, radius: number) => {
    for (const [field, points] of rubbed.entries()) {
      const box = boxOf(field)
      for (let point = 0; point < POINTS * POINTS; point += 1) {
        const x = box.x + (((point % POINTS) + 0.5) / POINTS) * box.across
        const y = box.y + ((Math.floor(point / POINTS) + 0.5) / POINTS) * box.down
        if (Math.hypot(x - at.x, y - at.y) <= radius) points.add(point)
      }
    }
  }
  return {
    rub(from, to) {
      const radius = size().width * COIN
      pen.globalCompositeOperation = 'destination-out'
      pen.lineCap = 'round'
      pen.lineWidth = radius * 2
      pen.beginPath()
      pen.moveTo(from.x, from.y)
      pen.lineTo(to.x, to.y)
      pen.stroke()
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / radius))
      for (let step = 0; step <= steps; step += 1)
        mark({ x: from.x + ((to.x - from.x) * step) / steps, y: from.y + ((to.y - from.y) * step) / steps }, radius)
      return [...rubbed.keys()].filter((field) => (rubbed[field]?.size ?? 0) >= POINTS * POINTS * ENOUGH)
    },
    free(field) {
      const { x, y, across, down } = boxOf(field)
      pen.clearRect(x, y, across, down)
    },
    lay(free) {
      const { width, height } = size()
      const ratio = window.devicePixelRatio || 1
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
      pen.setTransform(ratio, 0, 0, ratio, 0, 0)
      for (const points of rubbed) points.clear()
      for (let field = 0; field < SIDE * SIDE; field += 1) if (!free.includes(field)) cover(pen, boxOf(field))
    },
  }
}

/** Silver with a sheen and fine lines. */
function cover(
  pen: CanvasRenderingContext2D,
  { x, y, across, down }: Point & { readonly across: number; readonly down: number },
): void {
  const sheen = pen.createLinearGradient(x, y, x + across, y + down)
  sheen.addColorStop(0, '#9aa1ab')
  sheen.addColorStop(0.45, '#dfe3e8')
  sheen.addColorStop(0.55, '#eef0f3')
  sheen.addColorStop(1, '#8d949e')
  pen.globalCompositeOperation = 'source-over'
  pen.fillStyle = sheen
  const gap = 3
  pen.beginPath()
  pen.roundRect(x + gap, y + gap, across - 2 * gap, down - 2 * gap, 10)
  pen.fill()
  pen.save()
  pen.clip()
  pen.strokeStyle = 'rgb(255 255 255 / 35%)'
  pen.lineWidth = 1
  for (let line = -down; line < across; line += 9) {
    pen.beginPath()
    pen.moveTo(x + line, y + down)
    pen.lineTo(x + line + down, y)
    pen.stroke()
  }
  pen.restore()
}
