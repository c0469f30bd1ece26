import { checkPhoneCode, login, sendPhoneCode } from '#calls/account.calls.ts'
import { createCaptchaChallenge } from '#calls/guard.calls.ts'
import { finishSignIn, finishSocialSignIn } from '#calls/two-factor.calls.ts'
import { say } from '#cli/command-text.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { MachineActs, PageAct, PageAnswer, PageThing } from '#machines/shell/machine-acts.ts'
import { parseReturnUrl } from '#machines/site/routes/return-url.rules.ts'
import type { Scenario, SignInEvent } from '#schemas'
import { stateBefore, typed } from '../browser/typed-lines.ts'

/** The page of the brand to which the sign-in leads where its address names none to come back to. */
const HOME = '/en'
const LOGIN: PageThing = { role: 'textbox', name: 'E-mail, phone or account number' }
/** A code by SMS leads to the second step, too. */
const BY_SMS: readonly PageAct[] = [
  { do: 'click', on: { role: 'button', name: 'Sign in with an SMS code' } },
  { do: 'fill', on: { role: 'textbox', name: 'Phone' }, text: '+4915123456789' },
  { do: 'click', on: { role: 'button', name: 'Send the code' } },
  { do: 'fill', on: { role: 'textbox', name: 'Code from the message' }, text: '123456' },
]
const CODE: PageThing = { role: 'textbox', name: /^(Code from the app|Code from the e-mail|Recovery code)$/ }

/** account/sign-in on the page /login. */
export const signInActs: MachineActs<SignInEvent> = {
  path: pathOf,
  inputDefaults: { isAtSecondStep: false, factor: 'app', hasPasskey: false },
  pageInput: ({ login: _typed, returnUrl, ...input }) => ({ ...input, returnUrl: parseReturnUrl(returnUrl) ?? HOME }),
  // The page begins with an empty line: what is known of the login is typed.
  toStart: ({ input }) => (input?.login === undefined ? [] : [{ do: 'fill', on: LOGIN, text: String(input.login) }]),
  beginsAsFound: ({ input }) => input?.login !== undefined,
  config: (scenario) => ({ auth: { isSmsSignInOffered: smsAnswers(scenario).length > 0 } }),
  answers: smsAnswers,
  // The device gets nothing to work on: on a quick one the work would be over before the scenario continues.
  withholds: new RegExp(`${createCaptchaChallenge.path}$`),
  events: {
    'login.changed': (event, place) => typed(LOGIN, event.login, event, place),
    'password.changed': (event, place) => typed({ label: 'Password' }, event.password, event, place),
    'form.submitted': [{ do: 'click', on: { role: 'button', name: 'Sign in', within: { role: 'main' } } }],
    'activation.requested': [{ do: 'click', on: { role: 'button', name: 'Resend the e-mail' } }],
    'code.changed': (event, place) => typed(CODE, event.code, event, place),
    'code.turned': [{ do: 'click', on: { role: 'button', name: /^Use (the app|a recovery code)$/ } }],
    'second_step.asked': (_, place) => (hasForm(stateBefore(place)) ? BY_SMS : []),
    'code.submitted': [{ do: 'click', on: { role: 'button', name: 'Confirm', within: { role: 'main' } } }],
    'back.pressed': [
      { do: 'click', on: { role: 'button', name: /^(Back to the password|Sign in with a password|Cancel)$/ } },
    ],
  },
  actors: {
    signIn: { call: login, failure: withPlayer },
    workOff: { impossible: say('driver.device_earns_another_token') },
    // A social sign-in is ended by a call of its own.
    finishSignIn: { call: { ...finishSignIn, alsoAt: finishSocialSignIn.path } },
  },
  shows: {
    'identifying.wrongCredentials': { role: 'alert' },
    'identifying.network': { role: 'alert' },
    notActivated: { role: 'heading', name: 'Activate your account' },
    rateLimited: { role: 'alert' },
  },
  comparable: ({ value, context, effects }, scenario) => ({
    value,
    context: withPlainHome(context, scenario),
    effects: withPlainHome(effects, scenario) as typeof effects,
  }),
}

/** Whether the form for login and password is there, and with it the way to a code by SMS. */
function hasForm(state: unknown): boolean {
  return state === undefined || state === 'rateLimited' || (typeof state === 'object' && 'identifying' in (state ?? {}))
}

/** The second step that the code of a phone leads to. */
function smsAnswers({ steps }: Scenario): readonly PageAnswer[] {
  const asked = steps.find(({ event }) => event?.type === 'second_step.asked')?.event
  if (!asked) return []
  const params = { authId: String(asked.authId), factor: String(asked.factor) }
  return [
    { call: sendPhoneCode, body: { codeLength: 6, retryAfterSeconds: 60, lifetimeSeconds: 300 } },
    { call: checkPhoneCode, failure: { code: 'sign_in.second_factor', params } },
  ]
}

function pathOf({ returnUrl, isAtSecondStep, factor, hasPasskey }: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams({
    ...(typeof returnUrl === 'string' ? { returnUrl } : {}),
    ...(isAtSecondStep === true ? { social: socialOutcome(factor, hasPasskey) } : {}),
  })
  return query.size > 0 ? `/en/login?${query}` : '/en/login'
}

function socialOutcome(factor: unknown, hasPasskey: unknown): string {
  if (factor === 'mail') return 'second_factor_mail'
  return hasPasskey === true ? 'second_factor_passkey' : 'second_factor'
}

/** Where no page is named to come back to, the machine by itself leads to the root, and the page to its home. */
function withPlainHome(seen: unknown, { input }: Scenario): unknown {
  if (parseReturnUrl(input?.returnUrl) !== null) return seen
  const text = JSON.stringify(seen, (key, value) => (key === 'returnPath' && value === HOME ? '/' : value))
  return JSON.parse(text)
}

/** The server tells the number of the player whose account is not activated, by which the page asks for the code. */
function withPlayer(error: unknown): unknown {
  const { code, params } = readFailure(error)
  return code === 'sign_in.not_activated' ? { code, params: { userId: 1002003, ...params } } : error
}
