import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { ScenarioCoverCounts, ScenarioCoverExcuse, ScenarioCoverMachine } from '#schemas'
import type { CoverageIndex } from './coverage-index.ts'
import { COVER_KINDS, type CoverItem } from './coverage-index.ts'
import { searchPairs } from './coverage-search.ts'
import type { Covered } from './coverage-watch.ts'

type Input = Readonly<Record<string, unknown>>

/** What is known of one machine's coverage. */
export interface Tally {
  readonly name: string
  readonly index: CoverageIndex
  /** Absent for a machine that only runs inside another one. */
  readonly contract?: AnyMachineContract
  /** Name of a scenario in which it ran → what that covers. */
  readonly scenarios: Map<string, Covered>
  /** Inputs that the scenarios start it with, each once by its text. */
  readonly inputs: Map<string, Input>
  readonly requirements: Set<string>
  /** Not so for a machine that an action starts by its definition; its guards count for nothing. */
  areGuardsWatched: boolean
}

/** How many moves are tried to find the pairs of a machine. */
const SEARCH_MOVES = 4000

/** What is covered of a machine and what is missing. What the contract calls uncoverable does not count, and is shown. */
export function machineReport(tally: Tally): ScenarioCoverMachine {
  const { name, contract, scenarios, requirements } = tally
  const covered = new Set([...scenarios.values()].flatMap(({ items, pairs }) => [...items, ...pairs]))
  const search = foundPairs(tally)
  const items = new Map(allItems(tally, search.pairs).map((item) => [item.item, item]))
  const entries = contract?.uncoverable ?? []
  const excused = entries.filter(({ item }) => items.has(item) && !covered.has(item))
  const excusedItems = new Set(excused.map(({ item }) => item))
  const counted = [...items.values()].filter(({ item }) => !excusedItems.has(item))
  const missing = counted.filter(({ item }) => !covered.has(item))
  return {
    machine: name,
    scenarios: scenarios.size,
    counts: countsOf(counted, covered),
    missing: missing.map(({ kind, item, by }) => ({ kind, item, by: [...by] })),
    excused: excused.map(({ item, why }) => ({ item, why })),
    faults: faultsOf(tally, entries, items),
    requirements: [...requirements].sort(),
    search: { moves: search.moves, isWhole: search.isWhole },
  }
}

/** Pairs that a search finds; a machine without inputs of its own is started as its scenarios start it. */
function foundPairs({ contract, index, inputs }: Tally) {
  const starts = contract?.inputs ?? [...inputs.values()]
  if (!contract || starts.length === 0) return { pairs: new Set<string>(), moves: 0, isWhole: true }
  return searchPairs(contract, index, starts, SEARCH_MOVES)
}

/** In the order of their kinds; pairs are those that were found and those that scenarios showed besides. */
function allItems({ index, scenarios, areGuardsWatched }: Tally, found: ReadonlySet<string>): readonly CoverItem[] {
  const pairs = new Set([...found, ...[...scenarios.values()].flatMap(({ pairs }) => [...pairs])])
  const all = [
    ...index.items.values(),
    ...[...pairs].sort().map((item): CoverItem => ({ kind: 'pairs', item, by: [] })),
  ].filter(({ kind }) => areGuardsWatched || kind !== 'guards')
  return COVER_KINDS.flatMap((kind) => all.filter((item) => item.kind === kind))
}

function countsOf(counted: readonly CoverItem[], covered: ReadonlySet<string>): ScenarioCoverCounts {
  const counts = COVER_KINDS.map((kind) => {
    const all = counted.filter((item) => item.kind === kind)
    return [kind, { covered: all.filter(({ item }) => covered.has(item)).length, all: all.length }]
  })
  return Object.fromEntries(counts) as ScenarioCoverCounts
}

/** An entry that names nothing, or something that a scenario covers after all, is out of date. */
function faultsOf(
  { scenarios }: Tally,
  entries: readonly ScenarioCoverExcuse[],
  items: ReadonlyMap<string, CoverItem>,
): string[] {
  return entries.flatMap(({ item }) => {
    if (!items.has(item)) {
      const meant = nearest(item, [...items.keys()])
      return [`uncoverable names nothing: ${item}${meant === null ? '' : `; did you mean "${meant}"?`}`]
    }
    const [file] = [...scenarios].find(([, { items, pairs }]) => items.has(item) || pairs.has(item)) ?? []
    return file === undefined ? [] : [`uncoverable, but covered by ${file}: ${item}`]
  })
}
