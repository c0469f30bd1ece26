import { signInContract } from '#machines/account/sign-in.machine.ts'
import { captchaContract } from '#machines/captcha/captcha.machine.ts'
import { phoneCodeContract } from '#machines/phone/phone-code.machine.ts'
import { smsCodeContract } from '#machines/phone/sms-code.contract.ts'
import { registrationContract } from '#machines/registration/registration.contract.ts'
import { dropdownContract } from '#machines/shell/dropdown.machine.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import { modalQueueContract } from '#machines/shell/modal-queue.machine.ts'
import { notificationQueueContract } from '#machines/shell/notification-queue.machine.ts'
import { socialStartContract } from '#machines/social/social-start.machine.ts'

/**
 * The one place of this room where features meet: every machine that a scenario can be written for: its name (noun/machine) → what the player needs to know.
 */
export const scenarioMachines: Readonly<Record<string, AnyMachineContract>> = {
  'account/sign-in': signInContract,
  'captcha/captcha': captchaContract,
  'phone/sms-code': smsCodeContract,
  'phone/phone-code': phoneCodeContract,
  'registration/registration': registrationContract,
  'shell/dropdown': dropdownContract,
  'shell/modal-queue': modalQueueContract,
  'shell/notification-queue': notificationQueueContract,
  'social/social-start': socialStartContract,
}
