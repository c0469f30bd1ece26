import { login } from '#calls/account.calls.ts'
import { finishSignIn, finishSocialSignIn } from '#calls/two-factor.calls.ts'
import { isSameJson } from '#machines/scenario/plain-json.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { EventPlace, Impossible, MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import { parseReturnUrl } from '#machines/site/return-url.rules.ts'
import type { Scenario, SignInEvent } from '#schemas'
import { stateBefore, typed } from './typed-lines.ts'

/** The page of the brand to which the sign-in leads where its address names none to come back to. */
const HOME = '/en'
const LOGIN: PageThing = { role: 'textbox', name: 'E-mail, phone or account number' }
const CODE: PageThing = { role: 'textbox', name: /^(Code from the app|Code from the mail|Recovery code)$/ }

/** account/sign-in on the page /login. */
export const signInActs: MachineActs<SignInEvent> = {
  path: pathOf,
  inputDefaults: { isAtSecondStep: false, factor: 'app', hasPasskey: false },
  pageInput: ({ login: _typed, returnUrl, ...input }) => ({ ...input, returnUrl: parseReturnUrl(returnUrl) ?? HOME }),
  // The page begins with an empty line: what is known of the login is typed.
  toStart: ({ input }) => (input?.login === undefined ? [] : [{ do: 'fill', on: LOGIN, text: String(input.login) }]),
  events: {
    'login.changed': (event, place) => inForm(typed(LOGIN, event.login, event, place), place),
    'password.changed': (event, place) => inForm(typed({ label: 'Password' }, event.password, event, place), place),
    'form.submitted': (_, place) =>
      inForm([{ do: 'click', on: { role: 'button', name: 'Sign in', within: { role: 'main' } } }], place),
    'activation.requested': [{ do: 'click', on: { role: 'button', name: 'Send the mail again' } }],
    'code.changed': (event, place) => typed(CODE, event.code, event, place),
    'code.turned': [{ do: 'click', on: { role: 'button', name: /^Use (the app|a recovery code)$/ } }],
    'second_step.asked': { impossible: 'it follows the code of a phone, which is another machine’s affair' },
    'code.submitted': [{ do: 'click', on: { role: 'button', name: 'Confirm', within: { role: 'main' } } }],
    'back.pressed': [{ do: 'click', on: { role: 'button', name: 'Back to the password' } }],
  },
  actors: {
    signIn: { call: login, failure: withPlayer },
    // A social sign-in is ended by a call of its own.
    finishSignIn: { call: { ...finishSignIn, alsoAt: finishSocialSignIn.path } },
  },
  shows: {
    'identifying.wrongCredentials': { role: 'alert' },
    'identifying.network': { role: 'alert' },
    'identifying.notActivated': { role: 'heading', name: 'Activate your account' },
    rateLimited: { role: 'alert' },
  },
  comparable: ({ value, context, effects }, scenario) => ({
    value,
    context: withPlainHome(context, scenario),
    effects: withPlainHome(effects, scenario) as typeof effects,
  }),
}

/** What is done in the form for login and password, which an account that waits for its code does not show. */
function inForm(acts: readonly PageAct[], place: EventPlace): readonly PageAct[] | Impossible {
  return isSameJson(stateBefore(place), { identifying: 'notActivated' })
    ? { impossible: 'the page asks for the code of the letter in place of login and password' }
    : acts
}

function pathOf({ returnUrl, isAtSecondStep, factor }: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams({
    ...(typeof returnUrl === 'string' ? { returnUrl } : {}),
    ...(isAtSecondStep === true ? { social: factor === 'mail' ? 'second_factor_mail' : 'second_factor' } : {}),
  })
  return query.size > 0 ? `/en/login?${query}` : '/en/login'
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
