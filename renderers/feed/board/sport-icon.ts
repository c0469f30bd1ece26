const ICONS: ReadonlyMap<number, string> = new Map(
  (
    [
      ['football', [1, 14, 85]],
      ['hockey', [2, 15, 27, 36, 89]],
      ['basketball', [3, 42, 144]],
      ['tennis', [4, 10, 16, 44, 45, 46]],
      ['volleyball', [6, 38]],
      ['boxing', [9]],
      ['mma', [56]],
      ['cricket', [66]],
      ['racing', [18, 26]],
      ['horse', [129, 130, 131]],
      ['scales', [193]],
    ] as const
  ).flatMap(([icon, ids]) => ids.map((id) => [id, icon] as const)),
)
const FIRST_DISCIPLINE = 4001

/** The icon of a sport; a ball where none is drawn for it. */
export function sportIcon(sportId: number): string {
  return ICONS.get(sportId) ?? (sportId >= FIRST_DISCIPLINE || sportId === 40 ? 'gamepad' : 'ball')
}
