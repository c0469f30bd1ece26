const PAGE = 8

/** The option that is active after a key: arrows go round, pages leap and stop at the ends; null for other keys and for an
 *  empty list. */
export function activeAfterKey(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return (active - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, active + PAGE)
    case 'PageUp':
      return Math.max(0, active - PAGE)
    default:
      return null
  }
}
