import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioStep } from '#schemas'
import { enoughScenarios } from '../coverage/coverage-enough.ts'
import type { CoverKind } from '../coverage/coverage-index.ts'
import { ScenarioCoverage } from '../coverage/scenario-coverage.ts'
import { machineHash } from '../player/machine-hash.ts'
import { playScenario } from '../player/scenario-player.ts'
import { type ExploreBounds, type ExploredMove, explore } from './explore.ts'

type Input = Readonly<Record<string, unknown>>

/** What scenarios are to be written for. */
export interface GenerateOrder {
  /** Name of the machine, as noun/machine. */
  readonly name: string
  readonly contract: AnyMachineContract
  readonly inputs: readonly Input[]
  readonly kinds: readonly CoverKind[]
  /** Scenarios that are there already: what they cover need not be covered again. */
  readonly present: readonly Scenario[]
  /** Of the coarsest search; finer ones end sooner, for they seldom come to an end of their own. */
  readonly bounds: Omit<ExploreBounds, 'grain'>
}

/** A scenario that was made, and a name for its file, without ending: the same for the same machine. */
export interface GeneratedScenario {
  readonly name: string
  readonly scenario: Scenario
}

/** The scenarios that were made, and the items that none of them reaches. */
export interface Generated {
  readonly scenarios: readonly GeneratedScenario[]
  readonly unreached: readonly string[]
  /** Whether the search looked everywhere, so that what is not reached cannot be reached by what is typical. */
  readonly isWhole: boolean
}

/**
 * Scenarios for what those present leave out of a machine (QA-8): a small set of shortest ways, found by exploration, whose
 * expectations are what the machine did. The same machine and the same scenarios always give the same.
 */
export function generateScenarios(order: GenerateOrder): Generated {
  const goal = new Set(missingItems(order))
  const { candidates, covered, isWhole } = search(order, goal)
  const done = new Set<string>()
  const names = new Set<string>()
  const scenarios = shortest(enoughScenarios(covered).scenarios, covered).map((id): GeneratedScenario => {
    const items = [...(covered.get(id) ?? [])].filter((item) => !done.has(item))
    for (const item of items) done.add(item)
    const scenario = candidates.get(id) as Scenario
    return { name: freeName(items.at(-1) ?? id, names), scenario: { ...scenario, title: titleOf(items) } }
  })
  return { scenarios, unreached: [...goal].filter((item) => !done.has(item)), isWhole }
}

/** Looks coarsely first, and more finely as long as something is missing: a finer search is longer, and its ways are too. What can be
 *  had by ways that a page offers is had by them. */
function search(order: GenerateOrder, goal: ReadonlySet<string>) {
  const candidates = new Map<string, Scenario>()
  const covered = new Map<string, ReadonlySet<string>>()
  const hash = machineHash(order.contract)
  let isWhole = true
  for (const { level, grain, isOnPage } of rounds(order.contract)) {
    const open = new Set(goal)
    for (const items of covered.values()) for (const item of items) open.delete(item)
    if (open.size === 0) break
    const found = explore(order.contract, order.inputs, { ...halved(order.bounds, level), grain, isOnPage })
    isWhole = found.isWhole
    const fresh = new Map<string, Scenario>()
    for (const move of firstOfEach(found.moves)) {
      fresh.set(candidateName(candidates.size + fresh.size), candidate(order, hash, move))
    }
    for (const [id, scenario] of fresh) candidates.set(id, scenario)
    const isLast = order.contract.offers !== undefined && !isOnPage
    for (const [id, items] of coveredItems(order, fresh, isLast ? open : goal)) covered.set(id, items)
  }
  return { candidates, covered, isWhole }
}

const GRAINS = ['abstract', 'last', 'context'] as const

function rounds({ offers }: AnyMachineContract) {
  const ways = offers ? [true, false] : [false]
  return ways.flatMap((isOnPage) => GRAINS.map((grain, level) => ({ level, grain, isOnPage })))
}

function halved({ maxPlaces, maxMoves }: GenerateOrder['bounds'], times: number): GenerateOrder['bounds'] {
  return { maxPlaces: maxPlaces >> times, maxMoves: maxMoves >> times }
}

/** Each of the chosen gives way to the shortest that covers what no other of them does. */
function shortest(chosen: readonly string[], covered: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const kept = new Set(chosen)
  for (const id of chosen) {
    kept.delete(id)
    const others = new Set([...kept].flatMap((other) => [...(covered.get(other) ?? [])]))
    const own = [...(covered.get(id) ?? [])].filter((item) => !others.has(item))
    const [first] = [...covered].find(([, items]) => own.every((item) => items.has(item))) ?? [id]
    if (own.length > 0) kept.add(first)
  }
  return [...kept].sort()
}

/** What the scenarios present do not cover of the kinds asked for, in the order of the machine's definition. */
function missingItems({ name, contract, kinds, present }: GenerateOrder): readonly string[] {
  const coverage = new ScenarioCoverage({ [name]: contract })
  for (const [index, scenario] of present.entries()) recordScenario(coverage, scenario, candidateName(index))
  const [report] = coverage.report(true)
  return (report?.missing ?? []).filter(({ kind }) => kinds.includes(kind)).map(({ item }) => item)
}

/** Of each candidate what it covers of the goal, in the order of the goal; those that cover nothing of it are left out. */
function coveredItems(
  { name, contract }: GenerateOrder,
  candidates: ReadonlyMap<string, Scenario>,
  goal: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const coverage = new ScenarioCoverage({ [name]: contract })
  for (const [id, scenario] of candidates) recordScenario(coverage, scenario, id)
  const all = [...coverage.covered].map(([id, items]) => {
    const own = [...goal].filter((item) => items.has(`${name} ${item}`))
    return [id, new Set(own)] as const
  })
  return new Map(all.filter(([, items]) => items.size > 0))
}

function recordScenario(coverage: ScenarioCoverage, scenario: Scenario, id: string): void {
  const { contract, observer, keep } = coverage.record(scenario, id)
  if (!playScenario(contract, scenario, observer).divergence) keep()
}

/** Moves that cannot differ in what they cover are tried once, by the shortest way. */
function firstOfEach(moves: readonly ExploredMove[]): readonly ExploredMove[] {
  return [...new Map(moves.toReversed().map((move) => [move.deed, move])).values()].reverse()
}

function candidate({ name, contract }: GenerateOrder, hash: string, { from, step }: ExploredMove): Scenario {
  const bare: Scenario = {
    format: 'scn/1',
    machine: name,
    machineHash: hash,
    input: from.input,
    source: 'generated',
    req: [],
    steps: [...from.steps, step],
  }
  return { ...bare, steps: expectedSteps(contract, bare) }
}

/** The steps with the state and the effects that the machine shows. */
function expectedSteps(contract: AnyMachineContract, scenario: Scenario): ScenarioStep[] {
  const steps: ScenarioStep[] = []
  playScenario(contract, scenario, {
    onStep: (index, { value, effects }) => {
      const expectation = { value, effects: [...effects] } as NonNullable<ScenarioStep['expect']>
      steps.push({ ...(scenario.steps[index] as ScenarioStep), expect: expectation })
    },
  })
  return steps
}

/** Sorts as it counts, so that of two candidates that are as good the one found first is taken: the shorter. */
function candidateName(index: number): string {
  return String(index).padStart(8, '0')
}

/** How many items a title names. */
const NAMED_MAX = 3

function titleOf(items: readonly string[]): string {
  const named = items.slice(-NAMED_MAX).reverse().join('; and ')
  return `Covers ${named}${items.length > NAMED_MAX ? `; and ${items.length - NAMED_MAX} more` : ''}`
}

const NAME_LENGTH = 72

function freeName(item: string, taken: Set<string>): string {
  const words = item.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()
  const slug = words.slice(0, NAME_LENGTH).replaceAll(/^-+|-+$/g, '')
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? slug : `${slug}-${count}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}
