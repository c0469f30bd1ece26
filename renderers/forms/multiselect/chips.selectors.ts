/** Which of the chips of a selection has the focus. */
export interface ChipFocus {
  readonly index: number
  readonly count: number
  /** Whether the line of reading runs from right to left. */
  readonly isRtl: boolean
}

/** The chip that has the focus after a key: arrows follow the line of reading, Home and End go to its ends. Past the last chip
 *  stands the search: null. Other keys give undefined. */
export function chipAfterKey(key: string, { index, count, isRtl }: ChipFocus): number | null | undefined {
  const [forward, back] = isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  switch (key) {
    case forward:
      return index + 1 < count ? index + 1 : null
    case back:
      return Math.max(0, index - 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

/** The chip that takes the focus after one is removed: the one before it, else the one after; null when none is left.
 *  */
export function chipAfterRemoval(index: number, count: number): number | null {
  return count <= 1 ? null : Math.max(0, index - 1)
}
