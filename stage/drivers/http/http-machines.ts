import { say } from '#cli/command-text.ts'
import type { Scenario } from '#schemas'
import { autoLogoffHttp } from './auto-logoff.http.ts'
import { betQuoteHttp } from './bet-quote.http.ts'
import { captchaHttp } from './captcha.http.ts'
import { emailChangeHttp, phoneChangeHttp } from './contact-change.http.ts'
import { cookieConsentHttp } from './cookie-consent.http.ts'
import { couponHttp } from './coupon.http.ts'
import type { HttpMachine } from './http-machine.ts'
import { identificationHttp } from './identification.http.ts'
import { passwordHttp } from './password.http.ts'
import { registrationHttp } from './registration.http.ts'
import { serviceTokenHttp } from './service-token.http.ts'
import { sessionGuardHttp } from './session-guard.http.ts'
import { signInHttp } from './sign-in.http.ts'
import { smsCodeHttp } from './sms-code.http.ts'
import { socialStartHttp } from './social-start.http.ts'
import { twoFactorHttp } from './two-factor.http.ts'

/** Machines whose actors make calls: name → how they make them. */
const MACHINES: Readonly<Record<string, HttpMachine>> = {
  'account/auto-logoff': autoLogoffHttp,
  'account/email-change': emailChangeHttp,
  'account/phone-change': phoneChangeHttp,
  'account/password': passwordHttp,
  'account/service-token': serviceTokenHttp,
  'account/session-guard': sessionGuardHttp,
  'account/sign-in': signInHttp,
  'account/two-factor': twoFactorHttp,
  'captcha/captcha': captchaHttp,
  'phone/sms-code': smsCodeHttp,
  'protection/identification': identificationHttp,
  'registration/registration': registrationHttp,
  'site/cookie-consent': cookieConsentHttp,
  'social/social-start': socialStartHttp,
}

/** Machines whose scenarios need a world around them: name → how they are played in that of a scenario. */
const IN_WORLDS: Readonly<Record<string, (scenario: Scenario) => HttpMachine>> = {
  'betting/bet-quote': betQuoteHttp,
  'betting/coupon': couponHttp,
}

/** How the machine of a scenario is played; undefined when it makes no call. */
export function httpMachineOf(scenario: Scenario): HttpMachine | undefined {
  return IN_WORLDS[scenario.machine]?.(scenario) ?? MACHINES[scenario.machine]
}

/** Why the others cannot be played over HTTP. */
const REASONS: Readonly<Record<string, string>> = {
  'account/passkey': say('driver.authenticator_signs_follows_from'),
  'casino/play': say('driver.drawn_by_chance'),
  'forms/form': say('driver.fields_scenarios_made_up'),
  'lotteries/bingo-cards': say('driver.drawn_by_chance'),
  'lotteries/draw-cart': say('driver.drawn_by_chance'),
  'lotteries/scratch-card': say('driver.drawn_by_chance'),
  'payments/payment': say('driver.payment_at_provider'),
  'protection/exclusion': say('driver.protection_before_story'),
  'protection/limit-change': say('driver.protection_before_story'),
  'protection/reality-check': say('driver.protection_before_story'),
  'promo/bonus-life': say('driver.campaigns_made_up'),
  'promo/claim': say('driver.campaigns_made_up'),
  'promo/code-entry': say('driver.campaigns_made_up'),
  'promo/referral-transfer': say('driver.earned_before_story'),
  'promo/shop-order': say('driver.points_earned_before_story'),
  'shell/request': say('driver.sends_whatever_request_handed'),
  'shell/timer-updater': say('driver.updates_handed_no_call'),
}

/** Why a machine cannot be played over HTTP. */
export function reasonAgainst(machine: string): string {
  return REASONS[machine] ?? say('driver.none_actors_makes_call')
}
