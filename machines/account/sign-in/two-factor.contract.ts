import { readFailure } from '#machines/shell/failure.rules.ts'
import type { ActorEnding, MachineContract } from '#machines/shell/machine-contract.ts'
import { twoFactorMachine } from './two-factor.machine.ts'

const SECRET = {
  qr_code_url: 'data:image/svg+xml;base64,PHN2Zy8+',
  qr_link: 'otpauth://totp/Pier:ann?secret=JBSWY3DPEHPK3PXP',
  code: 'JBSWY3DPEHPK3PXP',
}
/** Whether the last actor that has ended is one of these, and succeeded. */
function isDone(ended: readonly ActorEnding[], actors: readonly string[]): boolean {
  const last = ended.at(-1)
  return last?.isOk === true && actors.includes(last.actor)
}

const ON = ['on', 'disabling', 'renewing', 'showingCodes']
const SETTING_UP = ['scanning', 'sendingSms', 'enabling']

/** What playing and fuzzing the switching of the second factor need to know. */
export const twoFactorContract: MachineContract<typeof twoFactorMachine> = {
  machine: twoFactorMachine,
  prepareInput: (input) => ({ isOn: false, asksSms: false, ...input }),
  invariants: [
    {
      name: 'it is switched off by the server alone',
      holds: ({ value, ended }) => value !== 'off' || isDone(ended, ['disable']),
    },
    {
      name: 'recovery codes are shown once the server has made them',
      holds: ({ value, ended }) => value !== 'showingCodes' || isDone(ended, ['enable', 'renewCodes']),
    },
    {
      name: 'the secret is known only while it is set up',
      holds: ({ value, context }) =>
        SETTING_UP.includes(String(value)) === (context.secret !== null) || value === 'loading',
    },
    {
      name: 'recovery codes are known only while they are shown',
      holds: ({ value, context }) => (value === 'showingCodes') === context.recoveryCodes.length > 0,
    },
    {
      name: 'nothing is sent without a code of the app',
      holds: ({ value, context }) =>
        !['enabling', 'disabling', 'renewing'].includes(String(value)) || context.appCode.trim() !== '',
    },
    {
      name: 'a code by SMS is sent along where it is asked for',
      holds: ({ value, context }) => value !== 'enabling' || !context.asksSms || context.smsCode.trim() !== '',
    },
    {
      name: 'no code is kept once it has done its work',
      holds: ({ value, context }) =>
        !['off', 'showingCodes'].includes(String(value)) || (context.appCode === '' && context.smsCode === ''),
    },
    {
      name: 'it is known whether it is on',
      holds: ({ value, context }) => ON.includes(String(value)) === context.isOn,
    },
    {
      name: 'the wait for another message is never below nothing',
      holds: ({ context }) => context.waitSeconds >= 0,
    },
  ],
  consequences: {
    loadSecret: { ok: ({ value }) => value === 'scanning', failed: ({ value }) => value === 'loadingFailed' },
    enable: {
      ok: ({ value }) => value === 'showingCodes',
      failed: ({ value, context, end }) =>
        value === 'scanning' &&
        context.failedLine === (readFailure(end).code === 'two_factor.sms_wrong' ? 'sms' : 'app'),
    },
  },
  reactions: {
    'form.submitted': ({ value, context: { emptyLine }, before }) => {
      if (before.value !== 'scanning' && before.value !== 'on') return true
      const { appCode, smsCode, asksSms } = before.context
      if (appCode.trim() === '') return value === before.value && emptyLine === 'app'
      if (before.value === 'on') return value === 'disabling'
      return asksSms && smsCode.trim() === '' ? value === 'scanning' && emptyLine === 'sms' : value === 'enabling'
    },
    'renewal.requested': ({ value, before }) =>
      before.value !== 'on' || value === (before.context.appCode.trim() === '' ? 'on' : 'renewing'),
    'sms.requested': ({ value, before }) =>
      before.value !== 'scanning' ||
      value === (before.context.asksSms && before.context.waitSeconds === 0 ? 'sendingSms' : 'scanning'),
  },
  abstract: ({ isOn, asksSms, appCode, smsCode, emptyLine, failure, failedLine, waitSeconds }) => [
    isOn,
    asksSms,
    appCode !== '',
    smsCode !== '',
    emptyLine,
    failure?.code ?? null,
    failedLine,
    waitSeconds,
  ],
  events: [
    { type: 'app_code.changed', code: '123456' },
    { type: 'app_code.changed', code: '' },
    { type: 'sms_code.changed', code: '654321' },
    { type: 'sms.requested' },
    { type: 'form.submitted' },
    { type: 'renewal.requested' },
    { type: 'codes.kept' },
    { type: 'loading.retried' },
    { type: 'set_up.requested' },
  ],
  eventSchema: 'account/two-factor-event',
  secretOutputs: {
    loadSecret: 'account/two-factor-secret-answer',
    enable: 'account/recovery-codes-answer',
    renewCodes: 'account/recovery-codes-answer',
  },
  inputs: [{}, { asksSms: true }, { isOn: true }],
  outcomes: {
    loadSecret: { ok: [SECRET], err: [{ code: 'request.offline' }] },
    sendSms: { ok: [{ retryAfterSeconds: 2 }], err: [{ code: 'rate.limited', retryAfterSeconds: 2 }] },
    enable: {
      ok: [{ recovery_codes: ['abcd-efgh-jkmn-pqrs'] }],
      err: [{ code: 'two_factor.wrong' }, { code: 'two_factor.sms_wrong' }],
    },
    disable: { ok: [{ success: true }], err: [{ code: 'two_factor.wrong' }] },
    renewCodes: { ok: [{ recovery_codes: ['tuvw-xyz2-3456-789a'] }], err: [{ code: 'two_factor.wrong' }] },
  },
}
