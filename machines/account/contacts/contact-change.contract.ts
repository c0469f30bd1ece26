import { checkConfirmationCode } from '#machines/forms/kinds/confirmation-code.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type {
  ActorConsequences,
  AfterView,
  EndingView,
  Invariant,
  MachineContract,
} from '#machines/shell/machine-contract.ts'
import type { ContactBegunAnswer } from '#schemas'
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

/** Refused codes that are worth nothing any more. */
const VOID = ['phone_code.locked', 'phone_code.expired']
/** Where a code is typed → where it is checked. */
const CHECKED: Readonly<Record<string, string>> = { allowingByCode: 'checkingCode', proving: 'confirming' }

/** Whether a refusal has led back to where it was typed, or to the beginning where the change is over; a code that was sent stays
 *  out unless it is worth nothing any more. */
function isRefused({ value, context, before, end }: EndingView<ContactChangeContext>, place: string): boolean {
  const { code } = readFailure(end)
  const isOver = code === 'contact.expired'
  const message = isOver || VOID.includes(code) ? null : before.context.message
  return context.fault !== null && value === (isOver ? 'entering' : place) && context.message === message
}

const consequences: Readonly<Record<string, ActorConsequences<ContactChangeContext>>> = {
  begin: {
    ok: ({ value, context, end }) => {
      const { isProofAsked } = end as ContactBegunAnswer
      const isBySecret = isProofAsked && context.way === 'secret'
      return context.isAllowed === !isProofAsked && value === (isBySecret ? 'allowingBySecret' : 'sending')
    },
    failed: ({ value }) => value === 'entering',
  },
  allowByCode: {
    ok: ({ context }) => context.isAllowed,
    failed: (view) => !view.context.isAllowed && isRefused(view, 'allowingByCode'),
  },
  allowBySecret: {
    ok: ({ context }) => context.isAllowed,
    failed: (view) => !view.context.isAllowed && isRefused(view, 'allowingBySecret'),
  },
  confirm: { ok: ({ value }) => value === 'done', failed: (view) => isRefused(view, 'proving') },
}

type After = AfterView<ContactChangeContext>

const reactions = {
  'way.turned': ({ value, before }: After) => {
    const { ways, message, waitSeconds } = before.context
    if (ways.length < 2) return value === before.value
    if (before.value === 'allowingByCode') return value === 'allowingBySecret'
    if (before.value !== 'allowingBySecret') return true
    return value === (message === null && waitSeconds === 0 ? 'sending' : 'allowingByCode')
  },
  'code.changed': ({ value, context, before }: After) => {
    const checked = CHECKED[String(before.value)]
    if (checked === undefined) return true
    const { code, codeLength } = before.context
    const isWhole = code.trim().length < codeLength && context.code.trim().length === codeLength
    if (isWhole && checkConfirmationCode(context.code, codeLength) === null) return value === checked
    return value === before.value && (context.fault === null) === !isWhole
  },
  'code.submitted': ({ value, before }: After) => {
    const checked = CHECKED[String(before.value)]
    return (
      checked === undefined ||
      (value === checked) === (checkConfirmationCode(before.context.code, before.context.codeLength) === null)
    )
  },
  'secret.submitted': ({ value, context, before }: After) => {
    if (before.value !== 'allowingBySecret') return true
    const isEmpty = before.context.secret.trim() === ''
    return (value === 'checkingSecret') === !isEmpty && (context.emptyLine === 'secret') === isEmpty
  },
}

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
  consequences,
  reactions,
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
  consequences,
  reactions,
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
