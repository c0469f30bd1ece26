import { checkConfirmationCode } from '#machines/forms/kinds/confirmation-code.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { smsCodeMachine } from './sms-code.machine.ts'

const OPEN = ['waiting', 'checking']
/** Refusal of a code → the state that follows; after any other refusal the player can enter the code again. */
const AFTER_REFUSAL: Readonly<Record<string, string>> = {
  'phone_code.locked': 'locked',
  'phone_code.expired': 'expired',
}

/** Whether a code is as long as it has to be, of digits or letters. */
function isWhole(code: string, length: number): boolean {
  return checkConfirmationCode(code, length) === null
}

/** What playing and fuzzing the confirmation of a phone need to know. */
export const smsCodeContract: MachineContract<typeof smsCodeMachine> = {
  machine: smsCodeMachine,
  prepareInput: (input) => ({ codeLength: 6, codeLabel: 'Code', ...input }),
  invariants: [
    {
      name: 'a phone is confirmed by the server alone',
      holds: ({ value, ended }) =>
        value !== 'confirmed' || ended.some(({ actor, isOk }) => actor === 'checkCode' && isOk),
    },
    {
      name: 'a phone is confirmed exactly when its code was accepted, and never before one was sent',
      holds: ({ value, context: { flags } }) =>
        flags.phoneConfirmed === (value === 'confirmed') &&
        flags.confirmationCodeSuccess === flags.phoneConfirmed &&
        (flags.confirmationCodeSent || !flags.phoneConfirmed),
    },
    {
      name: 'a code is typed and checked only while one is taken',
      holds: ({ value, context }) => !OPEN.includes(String(value)) || context.lifeSeconds > 0,
    },
    {
      name: 'no code is kept where none can be checked',
      holds: ({ value, context }) => [...OPEN, 'sending'].includes(String(value)) || context.code === '',
    },
    {
      name: 'nothing is sent without a number, or before the wait is over',
      holds: ({ value, context }) => value !== 'sending' || (context.phone !== '' && context.waitSeconds === 0),
    },
    {
      name: 'a code is over when its time is',
      holds: ({ value, context }) => value !== 'expired' || context.lifeSeconds === 0,
    },
    {
      name: 'whatever went wrong says so',
      holds: ({ value, context }) => !['locked', 'expired', 'failed'].includes(String(value)) || context.fault !== null,
    },
  ],
  consequences: {
    sendCode: {
      ok: ({ value }) => value === 'waiting',
      failed: ({ value, before: { context } }) => value === (context.lifeSeconds > 0 ? 'waiting' : 'failed'),
    },
    checkCode: {
      ok: ({ value }) => value === 'confirmed',
      failed: ({ value, context, before, end }) => {
        const { code } = readFailure(end)
        const isForgotten = code.startsWith('phone_code.')
        return value === (AFTER_REFUSAL[code] ?? 'waiting') && context.code === (isForgotten ? '' : before.context.code)
      },
    },
  },
  reactions: {
    'phone.changed': ({ value, context, before, told }, { phone }) =>
      phone === before.context.phone
        ? value === before.value && !told.includes('confirmation.reset')
        : value === 'idle' && context.phone === phone && told.includes('confirmation.reset'),
    'code.requested': ({ value, context, before }) => {
      if (before.value !== 'idle') return true
      const hasNone = before.context.phone === ''
      return (value === 'sending') === !hasNone && (context.fault?.code === 'code.no_phone') === hasNone
    },
    'code.changed': ({ value, context, before }) => {
      const { code, codeLength } = context
      if (before.value !== 'waiting') return true
      const wasLonger = before.context.code.trim().length >= codeLength
      return (value === 'checking') === (isWhole(code, codeLength) && !wasLonger)
    },
    'code.submitted': ({ value, context, before }) =>
      before.value !== 'waiting' || (value === 'checking') === isWhole(before.context.code, context.codeLength),
  },
  abstract: ({ phone, code, waitSeconds, lifeSeconds, fault, flags }) => [
    phone !== '',
    code.length,
    waitSeconds > 0,
    lifeSeconds > 0,
    fault?.code ?? null,
    flags,
  ],
  events: [
    { type: 'phone.changed', phone: '+77012345678' },
    { type: 'phone.changed', phone: '' },
    { type: 'code.requested' },
    { type: 'code.changed', code: '12345' },
    { type: 'code.changed', code: '123456' },
    { type: 'code.submitted' },
    { type: 'confirmation.refused' },
  ],
  eventSchema: 'phone/sms-code-event',
  inputs: [{}, { phone: '+77012345678' }],
  outcomes: {
    sendCode: {
      ok: [{ codeLength: 6, retryAfterSeconds: 3, lifetimeSeconds: 8 }],
      err: [{ code: 'rate.limited', params: { seconds: 5 }, retryAfterSeconds: 5 }, { code: 'request.offline' }],
    },
    checkCode: {
      ok: [{ success: true }],
      err: [
        { code: 'phone_code.wrong', params: { left: 4 } },
        { code: 'phone_code.locked' },
        { code: 'phone_code.expired' },
        { code: 'request.offline' },
      ],
    },
  },
}
