import { useEffect, useState } from 'react'

/** How long a movement is shown, ms. */
const SHOWN_MS = 1000

interface Shown {
  readonly untilMs: number
  readonly end: () => void
}

/** Movements that are shown, the oldest first. All are shown equally long, so one timer serves them all. */
const shown = new Set<Shown>()
let isTimed = false

function endDue(): void {
  isTimed = false
  for (const movement of shown) {
    if (movement.untilMs > performance.now()) {
      time(movement)
      return
    }
    shown.delete(movement)
    movement.end()
  }
}

function time({ untilMs }: Shown): void {
  isTimed = true
  setTimeout(endDue, untilMs - performance.now())
}

/** @returns what calls it off */
function afterShown(end: () => void): () => void {
  const movement = { untilMs: performance.now() + SHOWN_MS, end }
  shown.add(movement)
  if (!isTimed) time(movement)
  return () => void shown.delete(movement)
}

/** The movement of a price for as long as it is shown: one second from its last change.
 *  @param mark changes with every price, so that a second move in the same direction restarts the animation */
export function useMovement(movement: -1 | 0 | 1, mark: number): -1 | 0 | 1 {
  const [overAt, setOverAt] = useState<number | null>(null)
  useEffect(() => (movement === 0 ? undefined : afterShown(() => setOverAt(mark))), [movement, mark])
  return overAt === mark ? 0 : movement
}
