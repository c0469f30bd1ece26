import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { passwordMachine } from './password.machine.ts'
import { type PasswordForm, passwordGap } from './password.rules.ts'

/** Where a form is filled in → where it is sent. */
const SENT: Readonly<Record<string, string>> = { asking: 'sending', setting: 'resetting', changing: 'saving' }
const NEW = 'a long sentence of mine'

/** What playing and fuzzing the change of a password need to know. */
export const passwordContract: MachineContract<typeof passwordMachine> = {
  machine: passwordMachine,
  prepareInput: (input) => ({ purpose: 'reset', ...input }),
  invariants: [
    {
      name: 'nothing is sent that has a gap',
      holds: ({ value, context }) => {
        const setting: PasswordForm = context.token === null ? 'proving' : 'setting'
        const sent = ({ sending: 'asking', resetting: setting, saving: 'changing' } as const)[String(value)]
        return sent === undefined || passwordGap(sent, context) === null
      },
    },
    {
      name: 'what is wrong is shown while the form can be mended, and not while it is sent',
      holds: ({ value, context }) =>
        !['sending', 'resetting', 'saving', 'done'].includes(String(value)) || context.fault === null,
    },
    {
      name: 'no password, code or link is kept once it has done its work',
      holds: ({ value, context }) =>
        value !== 'done' ||
        [context.old, context.code, context.password, context.repeated, context.token ?? ''].join('') === '',
    },
    {
      name: 'who is asked for a login has no link',
      holds: ({ value, context }) => value !== 'asking' || context.token === null,
    },
    {
      name: 'without a link a password is set only after a message was asked for',
      holds: ({ value, context, ended }) =>
        !['setting', 'resetting'].includes(String(value)) ||
        context.token !== null ||
        ended.some(({ actor, isOk }) => actor === 'askForReset' && isOk),
    },
    {
      name: 'a change is for players, the rest for those who have forgotten it',
      holds: ({ value, context }) =>
        value === 'starting' || ['changing', 'saving'].includes(String(value)) === (context.purpose === 'change'),
    },
  ],
  consequences: {
    askForReset: { ok: ({ value }) => value === 'setting', failed: ({ value }) => value === 'asking' },
    setPassword: { ok: ({ value }) => value === 'done', failed: ({ value }) => value === 'setting' },
    changePassword: {
      ok: ({ context }) => context.fault === null && context.password === '',
      failed: ({ context }) => context.fault !== null,
    },
  },
  reactions: {
    'form.submitted': ({ value, context, before }) => {
      const sent = SENT[String(before.value)]
      if (sent === undefined) return true
      const isProving = before.value === 'setting' && before.context.token === null
      const gap = passwordGap(isProving ? 'proving' : (before.value as PasswordForm), before.context)
      return value === (gap === null ? sent : before.value) && (context.fault === null) === (gap === null)
    },
  },
  abstract: ({ purpose, token, login, old, code, password, repeated, endsOthers, fault }) => [
    purpose,
    token !== null,
    login.trim() !== '',
    old !== '',
    code.trim() !== '',
    password !== '',
    password === repeated,
    endsOthers,
    fault?.at ?? null,
    fault?.code ?? null,
  ],
  events: [
    { type: 'line.changed', line: 'login', text: 'ann@example.org' },
    { type: 'line.changed', line: 'old', text: 'what I had before' },
    { type: 'line.changed', line: 'code', text: '123456' },
    { type: 'line.changed', line: 'password', text: NEW },
    { type: 'line.changed', line: 'repeated', text: NEW },
    { type: 'line.changed', line: 'repeated', text: 'another one' },
    { type: 'others.turned' },
    { type: 'form.submitted' },
    { type: 'back.pressed' },
  ],
  eventSchema: 'account/password-event',
  inputs: [{ purpose: 'reset' }, { purpose: 'reset', token: 'a-token-of-a-mail' }, { purpose: 'change' }],
  outcomes: {
    askForReset: { ok: [{ success: true }], err: [{ code: 'request.offline' }] },
    setPassword: { ok: [{ success: true }], err: [{ code: 'activation.invalid' }, { code: 'password.too_common' }] },
    changePassword: { ok: [{ success: true }], err: [{ code: 'password.wrong' }, { code: 'request.offline' }] },
  },
}
