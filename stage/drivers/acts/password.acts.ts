import { changePassword, checkPasswordReset, requestPasswordReset, resetPassword } from '#calls/security.calls.ts'
import type { MachineActs, PageAct, PageThing } from '#machines/shell/machine-acts.ts'
import type { PasswordEvent, Scenario } from '#schemas'
import { typed } from '../browser/typed-lines.ts'

type PasswordLine = Extract<PasswordEvent, { readonly type: 'line.changed' }>['line']

const LINES: Readonly<Record<PasswordLine, PageThing>> = {
  login: { role: 'textbox', name: 'E-mail, phone or account number' },
  old: { label: 'Current password' },
  code: { role: 'textbox', name: 'Code from the message' },
  password: { label: 'New password' },
  repeated: { label: 'New password again' },
}

/** Away and back again: the server that makes a page knows nothing of the link of a scenario, and is not asked by the page itself
 *  until it is come back to. */
const ROUNDABOUT: readonly PageAct[] = [
  { do: 'click', on: { role: 'link', name: 'Sign in', within: { role: 'banner' } } },
  { do: 'hover', on: { label: 'Password' } },
  { do: 'back' },
]

/** account/password on its two pages: a player's change of it, and the reset of a forgotten one, by login or by the link of a mail. */
export const passwordActs: MachineActs<PasswordEvent> = {
  path: ({ purpose, token }) => {
    if (purpose === 'change') return '/en/office/change-password'
    return typeof token === 'string' ? `/en/restore-password?token=${token}` : '/en/restore-password'
  },
  number: (scenario) => (hasLink(scenario) ? 2 : 1),
  toStart: (scenario) => (hasLink(scenario) ? ROUNDABOUT : []),
  answers: (scenario) => (hasLink(scenario) ? [{ call: checkPasswordReset, body: { isGood: true } }] : []),
  pageInput: (input) => (input.purpose === 'change' ? input : { token: null, ...input }),
  player: ({ input }) => (input?.purpose === 'change' ? { hasSecondFactor: false } : undefined),
  events: {
    'line.changed': (event, place) => typed(LINES[event.line], event.text, event, place),
    'others.turned': [{ do: 'click', on: { role: 'checkbox', name: 'Sign out on all other devices' } }],
    'form.submitted': [
      {
        do: 'click',
        on: { role: 'button', name: /^(Change password|Send the link|Set the password)$/, within: { role: 'main' } },
      },
    ],
    'back.pressed': [{ do: 'click', on: { role: 'button', name: 'Use another login, or resend' } }],
  },
  actors: {
    askForReset: { call: requestPasswordReset },
    setPassword: { call: resetPassword },
    changePassword: { call: changePassword },
  },
}

function hasLink({ input }: Scenario): boolean {
  return typeof input?.token === 'string'
}
