import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function middleOf(element: Element): readonly [x: number, y: number] {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}

/** The nearest button in a direction among those that are seen; what lies aside counts four times as far. */
function nextButton(table: Element, from: Element, [dx, dy]: readonly [number, number]): HTMLElement | null {
  const [x, y] = middleOf(from)
  const best = { button: null as HTMLElement | null, far: Number.POSITIVE_INFINITY }
  for (const button of table.querySelectorAll('button')) {
    if (button === from || button.getClientRects().length === 0) continue
    const [toX, toY] = middleOf(button)
    const ahead = (toX - x) * dx + (toY - y) * dy
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx)
    const far = ahead + aside * 4
    if (ahead > 2 && far < best.far) Object.assign(best, { button, far })
  }
  return best.button
}

/** Arrow keys move the focus over a table of buttons, by where they are on the screen. */
export function moveBySpots(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const from = document.activeElement
  if (!step || !from || !event.currentTarget.contains(from)) return
  event.preventDefault()
  nextButton(event.currentTarget, from, step)?.focus()
}
