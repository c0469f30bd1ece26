import type { Direction } from './texts.tsx'

/**
 * The tab that a key of the keyboard goes to, of `count` tabs in a row; the row has no ends.
 * Arrows follow the direction of reading.
 * @returns an index, or undefined for a key that moves nothing
 */
export function nextTabIndex(key: string, index: number, count: number, direction: Direction): number | undefined {
  const forward = direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const backward = direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft'
  switch (key) {
    case forward:
      return (index + 1) % count
    case backward:
      return (index - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
