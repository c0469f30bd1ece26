import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { MutationMachine, MutationShowing, MutationSurvivor, Scenario } from '#schemas'
import { inputsOf } from '#stage/commands/scenario-machine-options.ts'
import { isNoticed, trailOf } from './corpus.ts'
import { type Explorations, explorationsOf, findDifference } from './difference.ts'
import { type Mutant, mutantsOf } from './mutants.ts'

/** Which mutants are tried, and whether those that are missed are looked at. */
export interface ScoreOrder {
  /** Lets a mutant through by its number in the order of the definition. */
  sieve?(index: number, mutants: number): boolean
  /** Without it every mutant that no scenario notices counts as one that survives. */
  readonly withSearch: boolean
}

/** The parts of a machine's score that come of some of its mutants. */
export type PartialScore = Pick<MutationMachine, 'mutants' | 'noticed' | 'equivalent' | 'survivors'>

/**
 * Replays scenarios of a machine on its mutants. One that no scenario notices is looked at by an exploration: where that has
 * been everywhere and met no difference, the mutant is the same machine in other words and does not count.
 * @param scenarios by name   @throws Error when one does not go as written
 */
export function scoreMachine(
  contract: AnyMachineContract,
  scenarios: ReadonlyMap<string, Scenario>,
  { sieve = () => true, withSearch }: ScoreOrder,
): PartialScore {
  const trails = [...scenarios].map(([file, scenario]) => trailOf(contract, file, scenario))
  const all = mutantsOf(contract.machine)
  const mutants = all.filter((_, index) => sieve(index, all.length))
  let explorations: Explorations | undefined
  const missed = mutants.flatMap((mutant) => {
    const changed = { ...contract, machine: mutant.make() }
    if (isNoticed(changed, trails, mutant.spot)) return []
    if (!withSearch) return [{ isSame: false, told: survivorOf(mutant, undefined) }]
    explorations ??= explorationsOf(contract, inputsOf(contract, scenarios.values()))
    const { found, isSame } = findDifference(contract, changed, mutant, explorations)
    return [{ isSame, told: survivorOf(mutant, found) }]
  })
  const equivalent = missed.filter(({ isSame }) => isSame).map(({ told }) => told)
  const survivors = missed.filter(({ isSame }) => !isSame).map(({ told }) => told)
  return { mutants: mutants.length, noticed: mutants.length - missed.length, equivalent, survivors }
}

/** A machine's whole score from the parts that its mutants were tried in. */
export function wholeScore(machine: string, scenarios: number, parts: readonly PartialScore[]): MutationMachine {
  const sum = (of: (part: PartialScore) => number) => parts.reduce((total, part) => total + of(part), 0)
  const equivalent = parts.flatMap((part) => part.equivalent)
  const mutants = sum((part) => part.mutants)
  const noticed = sum((part) => part.noticed)
  const counted = mutants - equivalent.length
  const score = counted === 0 ? 1 : noticed / counted
  return { machine, scenarios, mutants, noticed, score, equivalent, survivors: parts.flatMap((part) => part.survivors) }
}

function survivorOf({ kind, place, change }: Mutant, difference: MutationShowing | undefined): MutationSurvivor {
  return { kind, place, change, ...(difference ? { shownBy: difference } : {}) }
}
