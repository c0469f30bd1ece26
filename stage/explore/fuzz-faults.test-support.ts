import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { type FuzzOrder, fuzzMachine } from './fuzz.ts'

/** What a machine with a planted fault is put through, by one seed. */
export function orderOf({ inputs = [{}] }: AnyMachineContract, seed: number): FuzzOrder {
  return { inputs, seed, events: 4000, runs: 40 }
}

/** What the fuzzer says of a machine, tried with a few seeds as a build server would night after night; undefined when it notices
 *  nothing. */
export function failureOf(contract: AnyMachineContract): string | undefined {
  for (const seed of [7, 8, 9, 10]) {
    const { failure } = fuzzMachine(contract, orderOf(contract, seed))
    if (failure) return String(failure.mismatch.expected)
  }
  return undefined
}
