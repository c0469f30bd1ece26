import { assign, emit, fromPromise, setup } from 'xstate'
import { absentActor } from '#machines/shell/actors/absent-actor.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { PasswordEvent } from '#schemas'
import {
  type PasswordFault,
  type PasswordForm,
  type PasswordLines,
  passwordFault,
  passwordGap,
} from './password.rules.ts'

export interface PasswordInput {
  /** `change` for a player who is signed in, `reset` for one who has forgotten it. */
  readonly purpose: 'change' | 'reset'
  /** The token of the mailed link, while it works. */
  readonly token?: string | null
}

export interface PasswordContext extends PasswordLines {
  readonly purpose: PasswordInput['purpose']
  readonly token: string | null
  /** Whether a change signs other devices out (ACC-4). */
  readonly endsOthers: boolean
  readonly fault: PasswordFault | null
}

/** What proves that a forgotten password may be reset. */
export type PasswordProof = { readonly token: string } | { readonly login: string; readonly code: string }

/** A change of the password by its player. */
export interface PasswordChange {
  readonly old: string
  readonly password: string
  readonly repeated: string
  readonly endsOthers: boolean
}

/** Resetting a forgotten password. */
export interface PasswordReset {
  readonly proof: PasswordProof
  readonly password: string
  readonly repeated: string
}

const NO_SECRETS = { old: '', code: '', password: '', repeated: '', fault: null } as const

const passwordSetup = setup({
  types: {
    context: {} as PasswordContext,
    events: {} as PasswordEvent,
    emitted: {} as { readonly type: 'password.changed' },
    input: {} as PasswordInput,
    tags: {} as 'busy',
  },
  actors: {
    askForReset: fromPromise<unknown, { readonly login: string }>(() => absentActor('askForReset')),
    setPassword: fromPromise<unknown, PasswordReset>(() => absentActor('setPassword')),
    changePassword: fromPromise<unknown, PasswordChange>(() => absentActor('changePassword')),
  },
  guards: {
    isChange: ({ context }) => context.purpose === 'change',
    hasToken: ({ context }) => context.token !== null,
    hasGap: ({ context }, { form }: { readonly form: FormOf }) =>
      passwordGap(shownForm(form, context), context) !== null,
  },
  actions: {
    storeLine: assign((_, { line, text }: { readonly line: keyof PasswordLines; readonly text: string }) => ({
      [line]: text,
      fault: null,
    })),
    turnOthers: assign({ endsOthers: ({ context }) => !context.endsOthers }),
    noteGap: assign({
      fault: ({ context }, { form }: { readonly form: FormOf }) => passwordGap(shownForm(form, context), context),
    }),
    storeFailure: assign({
      fault: ({ context }, { form, error }: { readonly form: FormOf; readonly error: unknown }) =>
        passwordFault(shownForm(form, context), readFailure(error)),
    }),
    clearFault: assign({ fault: null }),
    forgetToken: assign({ token: null }),
    forgetSecrets: assign(NO_SECRETS),
    announceChange: emit({ type: 'password.changed' }),
  },
})

type FormOf = 'asking' | 'setting' | 'changing'

/** Without a link the code of the message is asked for as well. */
function shownForm(form: FormOf, { token }: PasswordContext): PasswordForm {
  return form === 'setting' && token === null ? 'proving' : form
}

const typing = passwordSetup.createStateConfig({
  on: { 'line.changed': { actions: { type: 'storeLine', params: ({ event }) => event } } },
}).on

/**
 * Changing a password, or resetting a forgotten one (ACC-2, AUTH-12, AUTH-13): the player requests a link and a code
 * by login; the link alone, or the code with the login, proves that a new password may be set. Nothing is sent while
 * a field is empty, a refusal is shown at its field, and no password is kept once it has been used.
 */
export const passwordMachine = passwordSetup.createMachine({
  id: 'password',
  context: ({ input }) => ({
    purpose: input.purpose,
    token: input.token ?? null,
    login: '',
    endsOthers: true,
    ...NO_SECRETS,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'isChange', target: 'changing' },
        { guard: 'hasToken', target: 'setting' },
        { target: 'asking' },
      ],
    },
    asking: {
      on: {
        ...typing,
        'form.submitted': [
          {
            guard: { type: 'hasGap', params: { form: 'asking' } },
            actions: { type: 'noteGap', params: { form: 'asking' } },
          },
          { target: 'sending' },
        ],
      },
    },
    sending: {
      tags: 'busy',
      entry: 'clearFault',
      invoke: {
        src: 'askForReset',
        input: ({ context }) => ({ login: context.login.trim() }),
        onDone: 'setting',
        onError: {
          target: 'asking',
          actions: { type: 'storeFailure', params: ({ event }) => ({ form: 'asking' as const, error: event.error }) },
        },
      },
    },
    setting: {
      on: {
        ...typing,
        'back.pressed': { target: 'asking', actions: ['forgetSecrets', 'forgetToken'] },
        'form.submitted': [
          {
            guard: { type: 'hasGap', params: { form: 'setting' } },
            actions: { type: 'noteGap', params: { form: 'setting' } },
          },
          { target: 'resetting' },
        ],
      },
    },
    resetting: {
      tags: 'busy',
      entry: 'clearFault',
      invoke: {
        src: 'setPassword',
        input: ({ context: { token, login, code, password, repeated } }) => ({
          proof: token === null ? { login: login.trim(), code: code.trim() } : { token },
          password,
          repeated,
        }),
        onDone: 'done',
        onError: {
          target: 'setting',
          actions: { type: 'storeFailure', params: ({ event }) => ({ form: 'setting' as const, error: event.error }) },
        },
      },
    },
    changing: {
      on: {
        ...typing,
        'others.turned': { actions: 'turnOthers' },
        'form.submitted': [
          {
            guard: { type: 'hasGap', params: { form: 'changing' } },
            actions: { type: 'noteGap', params: { form: 'changing' } },
          },
          { target: 'saving' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      entry: 'clearFault',
      invoke: {
        src: 'changePassword',
        input: ({ context: { old, password, repeated, endsOthers } }) => ({ old, password, repeated, endsOthers }),
        onDone: { target: 'changing', actions: ['forgetSecrets', 'announceChange'] },
        onError: {
          target: 'changing',
          actions: { type: 'storeFailure', params: ({ event }) => ({ form: 'changing' as const, error: event.error }) },
        },
      },
    },
    done: { type: 'final', entry: ['forgetSecrets', 'forgetToken'] },
  },
})
