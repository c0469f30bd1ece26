import { say } from '#cli/command-text.ts'
import type { AnyMachineActs } from '#machines/shell/machine-acts.ts'
import type { Scenario } from '#schemas'
import { autoLogoffActs } from './auto-logoff.acts.ts'
import { betQuoteActs } from './bet-quote.acts.ts'
import { captchaActs } from './captcha.acts.ts'
import { emailChangeActs, phoneChangeActs } from './contact-change.acts.ts'
import { cookieConsentActs } from './cookie-consent.acts.ts'
import { couponActs } from './coupon.acts.ts'
import { dropdownActs } from './dropdown.acts.ts'
import { formActs } from './form.acts.ts'
import { identificationActs } from './identification.acts.ts'
import { modalQueueActs } from './modal-queue.acts.ts'
import { notificationQueueActs } from './notification-queue.acts.ts'
import { passkeyActs } from './passkey.acts.ts'
import { passwordActs } from './password.acts.ts'
import { phoneCodeActs } from './phone-code.acts.ts'
import { registrationActs } from './registration.acts.ts'
import { serviceTokenActs } from './service-token.acts.ts'
import { sessionGuardActs } from './session-guard.acts.ts'
import { signInActs } from './sign-in.acts.ts'
import { smsCodeActs } from './sms-code.acts.ts'
import { socialStartActs } from './social-start.acts.ts'
import { tooltipActs } from './tooltip.acts.ts'
import { twoFactorActs } from './two-factor.acts.ts'

type ActsOfScenario = (scenario: Scenario) => AnyMachineActs

/** Machines that a page runs: name → how they are driven through it, by each scenario or by all of them alike. */
const browserMachines: Readonly<Record<string, AnyMachineActs | ActsOfScenario>> = {
  'account/auto-logoff': autoLogoffActs,
  'account/email-change': emailChangeActs,
  'account/passkey': passkeyActs,
  'account/password': passwordActs,
  'account/phone-change': phoneChangeActs,
  'account/service-token': serviceTokenActs,
  'account/session-guard': sessionGuardActs,
  'account/sign-in': signInActs,
  'account/two-factor': twoFactorActs,
  'betting/bet-quote': betQuoteActs,
  'betting/coupon': couponActs,
  'shell/dropdown': dropdownActs,
  'shell/modal-queue': modalQueueActs,
  'shell/notification-queue': notificationQueueActs,
  'shell/tooltip': tooltipActs,
  'site/cookie-consent': cookieConsentActs,
  'social/social-start': socialStartActs,
  'captcha/captcha': captchaActs,
  'forms/form': formActs,
  'phone/phone-code': phoneCodeActs,
  'phone/sms-code': smsCodeActs,
  'protection/identification': identificationActs,
  'registration/registration': registrationActs,
}

/** Why the others cannot be played on a page. */
const REASONS: Readonly<Record<string, string>> = {
  'payments/payment': say('driver.payment_at_provider'),
  'protection/exclusion': say('driver.protection_before_story'),
  'protection/limit-change': say('driver.protection_before_story'),
  'protection/reality-check': say('driver.protection_before_story'),
  'promo/bonus-life': say('driver.campaigns_made_up'),
  'promo/claim': say('driver.campaigns_made_up'),
  'promo/code-entry': say('driver.campaigns_made_up'),
  'promo/referral-transfer': say('driver.earned_before_story'),
  'promo/shop-order': say('driver.points_earned_before_story'),
  'shell/dialog': say('driver.no_page_runs_machine'),
  'shell/request': say('driver.page_runs_one_beneath'),
  'shell/scroll-to-top': say('driver.no_page_just_high'),
  'shell/timer-updater': say('driver.no_page_runs_machine'),
  'shell/window-link': say('driver.no_page_runs_machine_tabs'),
}

/** How the machine of a scenario is driven through its page; undefined when nothing is written of that.
 *  @param scenario its secrets are filled in */
export function actsFor(scenario: Scenario): AnyMachineActs | undefined {
  const found = browserMachines[scenario.machine]
  return typeof found === 'function' ? found(scenario) : found
}

/** Why a machine cannot be played on a page. */
export function reasonAgainstMachine(machine: string): string {
  return REASONS[machine] ?? say('driver.nobody_written_down_yet')
}
