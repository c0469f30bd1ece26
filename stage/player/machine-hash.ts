import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { canonicalJson } from './canonical-json.ts'
import { traceHash } from './trace-hash.ts'

/** The hash that `machineHash` of a scenario is compared with: of the machine's configuration, which holds names only. */
export function machineHash(contract: AnyMachineContract): string {
  return traceHash(canonicalJson(contract.machine.config))
}
