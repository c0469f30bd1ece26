/** Sports by id (decision 65); cyber disciplines stand at 40, 85, 89 and 144. Their names are the texts `sport.<id>`. */
export const SPORT_IDS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 36, 38, 40,
  41, 56, 66, 85, 89, 91, 144, 189,
] as const

const KNOWN: ReadonlySet<number> = new Set(SPORT_IDS)

/** Whether there is a sport of an id. */
export function isSport(id: number): boolean {
  return KNOWN.has(id)
}
