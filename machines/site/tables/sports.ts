/** Sports, and the cyber disciplines that are older than their own series: 40, 85, 89 and 144. */
const LAST_SPORT = 197
/** Video games that are played as sports. */
const FIRST_DISCIPLINE = 4001
const LAST_DISCIPLINE = 4106

/** Sports and cyber disciplines by id (TABLE-8, decision 65). An id never changes its meaning; new ones go at the end
 *  of their series. Their names are the texts `sport.<id>`. */
export const SPORT_IDS: readonly number[] = [
  ...idsBetween(1, LAST_SPORT),
  ...idsBetween(FIRST_DISCIPLINE, LAST_DISCIPLINE),
]

/** Whether there is a sport of an id. */
export function isSport(id: number): boolean {
  return Number.isInteger(id) && ((id >= 1 && id <= LAST_SPORT) || (id >= FIRST_DISCIPLINE && id <= LAST_DISCIPLINE))
}

function idsBetween(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}
