import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { MachineStage } from './machine-stage.ts'

/**
 * What a machine's contract claims and the machine does not keep now (QA-9, QA-14): the name of an invariant, or which end of which
 * actor, or which event, has had other consequences than the contract says.
 * @returns undefined when it keeps everything
 */
export function brokenClaim(contract: AnyMachineContract, stage: MachineStage): string | undefined {
  const { view } = stage
  const broken = contract.invariants.find((invariant) => !invariant.holds(view))
  const ending = stage.takeJustEnded()
  const sent = stage.takeJustSent()
  if (broken) return broken.name
  if (sent && contract.reactions?.[sent.event.type]?.(sent.view, sent.event) === false)
    return `what comes of ${sent.event.type}`
  const wanted = ending && contract.consequences?.[ending.actor]
  if (!wanted || wanted[ending.isOk ? 'ok' : 'failed'](ending.view)) return undefined
  return `what comes of ${ending.actor} when it ${ending.isOk ? 'succeeds' : 'fails'}`
}
