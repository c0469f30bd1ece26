import { changePassword, requestPasswordReset, resetPassword } from '#calls/security.calls.ts'
import type { MachineActs, PageThing } from '#machines/shell/machine-acts.ts'
import type { PasswordEvent } from '#schemas'
import { typed } from './typed-lines.ts'

type PasswordLine = Extract<PasswordEvent, { readonly type: 'line.changed' }>['line']

const LINES: Readonly<Record<PasswordLine, PageThing>> = {
  login: { role: 'textbox', name: 'E-mail, phone or account number' },
  old: { label: 'Current password' },
  code: { role: 'textbox', name: 'Code from the message' },
  password: { label: 'New password' },
  repeated: { label: 'New password again' },
}

/** account/password on its two pages: a player's change of it, and the reset of a forgotten one. */
export const passwordActs: MachineActs<PasswordEvent> = {
  path: ({ purpose }) => (purpose === 'change' ? '/en/office/change-password' : '/en/restore-password'),
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
    'back.pressed': [{ do: 'click', on: { role: 'button', name: 'Use another login, or send it again' } }],
  },
  actors: {
    askForReset: { call: requestPasswordReset },
    setPassword: { call: resetPassword },
    changePassword: { call: changePassword },
  },
  reasonAgainst: ({ input }) =>
    typeof input?.token === 'string'
      ? 'the server looks its link up while it makes the page, and knows no such'
      : undefined,
}
