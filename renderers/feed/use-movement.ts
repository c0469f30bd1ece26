import { useEffect, useState } from 'react'

/** How long a movement is shown, ms. */
const SHOWN_MS = 3000

/** The movement of a price for as long as it is shown: three seconds from its last change.
 *  @param mark changes with every price, so that a second move in the same direction begins anew */
export function useMovement(movement: -1 | 0 | 1, mark: number): -1 | 0 | 1 {
  const [overAt, setOverAt] = useState<number | null>(null)
  useEffect(() => {
    if (movement === 0) return
    const timer = setTimeout(() => setOverAt(mark), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [movement, mark])
  return overAt === mark ? 0 : movement
}
