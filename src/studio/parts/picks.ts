/** Something that can be picked from a list. */
export interface Pick {
  readonly value: string
  readonly label: string
}

/** Most entries that a list shows at once. */
const MOST = 60

/** The picks that have all words of a search, those that begin with it first. */
export function picksFor(picks: readonly Pick[], search: string): readonly Pick[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const found = picks.filter((pick) => {
    const text = `${pick.value} ${pick.label}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const begins = (pick: Pick) => [pick.value, pick.label].some((text) => text.toLowerCase().startsWith(first))
  return (first === '' ? found : [...found.filter(begins), ...found.filter((pick) => !begins(pick))]).slice(0, MOST)
}

/** The picks of a map of values and labels, by label. */
export function picksOf(choices: Readonly<Record<string, string>> | undefined): readonly Pick[] {
  return Object.entries(choices ?? {}).map(([value, label]) => ({ value, label }))
}
