import type { ScenarioCoverEnough } from '#schemas'

/**
 * A small set of scenarios that together cover as much as all: always the one next that adds most, the first by name on ties.
 * It need not be the smallest, but none of it can be left out.
 * @param covered name of a scenario → all that it covers, in words
 */
export function enoughScenarios(covered: ReadonlyMap<string, ReadonlySet<string>>): ScenarioCoverEnough {
  const names = [...covered.keys()].sort()
  const chosen: string[] = []
  const done = new Set<string>()
  const gains = new Map(names.map((name) => [name, covered.get(name)?.size ?? 0]))
  for (let best = names[0]; best !== undefined; ) {
    best = undefined
    for (const name of names) {
      // What a scenario adds only ever shrinks, so an old number that is no better need not be counted again.
      if ((gains.get(name) ?? 0) <= (best === undefined ? 0 : (gains.get(best) ?? 0))) continue
      const gain = [...(covered.get(name) ?? [])].filter((item) => !done.has(item)).length
      gains.set(name, gain)
      if (gain > (best === undefined ? 0 : (gains.get(best) ?? 0))) best = name
    }
    if (best === undefined) break
    chosen.push(best)
    for (const item of covered.get(best) ?? []) done.add(item)
    gains.set(best, 0)
  }
  const kept = withoutSpare(chosen, covered)
  return { scenarios: kept.sort(), spare: names.filter((name) => !kept.includes(name)) }
}

/** What was chosen early may have become superfluous by what was chosen later. */
function withoutSpare(chosen: readonly string[], covered: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const times = new Map<string, number>()
  for (const item of chosen.flatMap((name) => [...(covered.get(name) ?? [])])) {
    times.set(item, (times.get(item) ?? 0) + 1)
  }
  return chosen.filter((name) => {
    const items = [...(covered.get(name) ?? [])]
    if (items.some((item) => times.get(item) === 1)) return true
    for (const item of items) times.set(item, (times.get(item) ?? 0) - 1)
    return false
  })
}
