import { signInContract } from '#machines/account/sign-in.machine.ts'
import { registrationContract } from '#machines/registration/registration.contract.ts'
import { dropdownContract } from '#machines/shell/dropdown.machine.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { modalQueueContract } from '#machines/shell/modal-queue.machine.ts'
import { notificationQueueContract } from '#machines/shell/notification-queue.machine.ts'

/**
 * The one place of this room where features meet: every machine that a scenario can be written for: its name (noun/machine) → what the player needs to know.
 */
export const scenarioMachines: Readonly<Record<string, AnyMachineContract>> = {
  'account/sign-in': signInContract,
  'registration/registration': registrationContract,
  'shell/dropdown': dropdownContract,
  'shell/modal-queue': modalQueueContract,
  'shell/notification-queue': notificationQueueContract,
}
