import type { Invariant, MachineContract } from '#machines/shell/machine-contract.ts'
import type { ContactChangeContext } from './contact-change-setup.machine.ts'
import { emailChangeMachine } from './email-change.machine.ts'
import { phoneChangeMachine } from './phone-change.machine.ts'

const ALLOWED = ['proving', 'confirming', 'done']
const NOT_ALLOWED = ['entering', 'beginning', 'choosing', 'allowingByCode', 'allowingBySecret', 'checkingCode']

const invariants: readonly Invariant<ContactChangeContext>[] = [
  {
    name: 'a new address is proved only once the account is shown to be the player’s',
    holds: ({ value, context }) =>
      (!ALLOWED.includes(String(value)) || context.isAllowed) &&
      (!NOT_ALLOWED.includes(String(value)) || !context.isAllowed),
  },
  {
    name: 'no code and no secret is kept once it has done its work',
    holds: ({ value, context }) =>
      !['entering', 'done'].includes(String(value)) || (context.code === '' && context.secret === ''),
  },
  {
    name: 'nothing empty is sent',
    holds: ({ value, context }) =>
      (value !== 'beginning' || context.value !== '') &&
      (value !== 'checkingSecret' || context.secret.trim() !== '') &&
      (!['checkingCode', 'confirming'].includes(String(value)) || context.code.trim() !== ''),
  },
  {
    name: 'a code is sent only when the wait is over',
    holds: ({ value, context }) => context.waitSeconds >= 0 && (value !== 'sending' || context.waitSeconds === 0),
  },
  {
    name: 'the change is announced once, when it is done',
    holds: ({ value, emitted }) =>
      emitted.filter(({ type }) => type === 'contact.changed').length === (value === 'done' ? 1 : 0),
  },
]

function abstract({
  value,
  way,
  isAllowed,
  secret,
  code,
  message,
  waitSeconds,
  emptyLine,
  fault,
}: ContactChangeContext) {
  return [
    value !== '',
    way,
    isAllowed,
    secret !== '',
    code.length,
    message !== null,
    waitSeconds,
    emptyLine,
    fault?.code ?? null,
  ]
}

const CODE_ENDS = {
  ok: [{ success: true }],
  err: [
    { code: 'phone_code.wrong', params: { left: 4 } },
    { code: 'phone_code.locked' },
    { code: 'contact.expired' },
    { code: 'request.offline' },
  ],
} as const

function outcomes(recipient: string, secretFailure: string) {
  return {
    begin: { ok: [{ isProofAsked: true }, { isProofAsked: false }], err: [{ code: 'contact.same' }] },
    sendCode: {
      ok: [{ message: `We have sent a code to ${recipient}.`, codeLength: 6, retryAfterSeconds: 2 }],
      err: [{ code: 'rate.limited', params: { seconds: 2 }, retryAfterSeconds: 2 }, { code: 'request.offline' }],
    },
    allowByCode: CODE_ENDS,
    allowBySecret: { ok: [{ success: true }], err: [{ code: secretFailure }, { code: 'contact.expired' }] },
    confirm: CODE_ENDS,
  }
}

const TEXT = { codeLength: 6, codeLabel: 'Code' }

/** What playing and fuzzing the change of the phone need to know. */
export const phoneChangeContract: MachineContract<typeof phoneChangeMachine> = {
  machine: phoneChangeMachine,
  prepareInput: (input) => ({ ...TEXT, ways: [], ...input }),
  invariants,
  abstract,
  events: [
    { type: 'address.entered', value: '+4915123456789' },
    { type: 'way.turned' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '12345' },
    { type: 'code.changed', code: '123456' },
    { type: 'code.submitted' },
    { type: 'secret.changed', secret: 'Rex' },
    { type: 'secret.changed', secret: '' },
    { type: 'secret.submitted' },
    { type: 'back.pressed' },
  ],
  eventSchema: 'account/phone-change-event',
  inputs: [{}, { ways: ['code'] }, { ways: ['code', 'secret'] }, { waiting: '+4915123456789' }],
  outcomes: outcomes('+4…89', 'contact.answer_wrong'),
}

/** What playing and fuzzing the change of the e-mail address need to know. */
export const emailChangeContract: MachineContract<typeof emailChangeMachine> = {
  machine: emailChangeMachine,
  prepareInput: (input) => ({ ...TEXT, ways: ['secret', 'code'], ...input }),
  invariants,
  abstract,
  events: [
    { type: 'address.entered', value: 'anna@mail.example' },
    { type: 'way.turned' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '12345' },
    { type: 'code.changed', code: '123456' },
    { type: 'code.submitted' },
    { type: 'secret.changed', secret: 'correct horse' },
    { type: 'secret.changed', secret: '' },
    { type: 'secret.submitted' },
    { type: 'back.pressed' },
  ],
  eventSchema: 'account/email-change-event',
  inputs: [{}, { ways: ['secret'] }, { waiting: 'anna@mail.example' }],
  outcomes: outcomes('a…@mail.example', 'password.wrong'),
}
