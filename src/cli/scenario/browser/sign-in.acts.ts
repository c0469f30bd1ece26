import { login } from '#calls/account.calls.ts'
import { finishSignIn } from '#calls/two-factor.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { MachineActs } from '#machines/shell/machine-acts.ts'
import type { SignInEvent } from '#schemas'

/** account/sign-in on the page /login. */
export const signInActs: MachineActs<SignInEvent> = {
  path: ({ returnUrl }) =>
    typeof returnUrl === 'string' ? `/en/login?returnUrl=${encodeURIComponent(returnUrl)}` : '/en/login',
  // Where the address names no page to come back to, the page names the brand's home.
  inputDefaults: { returnUrl: '/en', isAtSecondStep: false, factor: 'app' },
  events: {
    'login.changed': (event) => [
      { do: 'fill', on: { role: 'textbox', name: 'E-mail, phone or account number' }, text: event.login },
    ],
    'password.changed': (event) => [{ do: 'fill', on: { label: 'Password' }, text: event.password }],
    'form.submitted': [{ do: 'click', on: { role: 'button', name: 'Sign in', within: { role: 'main' } } }],
    'activation.requested': [{ do: 'click', on: { role: 'button', name: 'Send the mail again' } }],
    'code.changed': (event) => [{ do: 'fill', on: { role: 'textbox', name: 'Code from the app' }, text: event.code }],
    'code.turned': {
      impossible: 'its button is called by the kind of code that it leads to, which the event does not tell',
    },
    'second_step.asked': { impossible: 'it follows the code of a phone, which is another machine’s affair' },
    'code.submitted': [{ do: 'click', on: { role: 'button', name: 'Confirm', within: { role: 'main' } } }],
    'back.pressed': [{ do: 'click', on: { role: 'button', name: 'Back to the password' } }],
  },
  actors: { signIn: { call: login, failure: withPlayer }, finishSignIn: { call: finishSignIn } },
  shows: {
    'identifying.wrongCredentials': { role: 'alert' },
    'identifying.network': { role: 'alert' },
    'identifying.notActivated': { role: 'heading', name: 'Activate your account' },
    rateLimited: { role: 'alert' },
  },
}

/** The server tells the number of the player whose account is not activated, by which the page asks for the code. */
function withPlayer(error: unknown): unknown {
  const { code, params } = readFailure(error)
  return code === 'sign_in.not_activated' ? { code, params: { userId: 1002003, ...params } } : error
}
