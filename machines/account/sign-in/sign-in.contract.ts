import { type Failure, readFailure } from '#machines/shell/failure.rules.ts'
import { type MachineContract, placeIn } from '#machines/shell/machine-contract.ts'
import { signInMachine } from './sign-in.machine.ts'
import { readLogin } from './sign-in.rules.ts'

const AT_SECOND_STEP = ['secondStep', 'finishing', 'codeLimited']

/** Where a refused sending of the form leads. @param works how often the device has worked for it */
function afterRefusal({ code, retryAfterSeconds }: Failure, works: number): string {
  if (code === 'captcha.work_required' && works < 3) return 'working'
  if (code === 'sign_in.second_factor') return 'secondStep.ready'
  if (retryAfterSeconds > 0) return 'rateLimited'
  if (code === 'sign_in.not_activated') return 'notActivated'
  return code === 'sign_in.wrong_credentials' ? 'identifying.wrongCredentials' : 'identifying.network'
}

/** Where a refused code leads. */
function afterRefusedCode({ code, retryAfterSeconds }: Failure): string {
  if (retryAfterSeconds > 0) return 'codeLimited'
  const isOver = code === 'two_factor.locked' || code === 'two_factor.expired'
  return isOver ? 'identifying.secondStepOver' : 'secondStep.failed'
}

/** What playing and fuzzing the sign-in need to know. */
export const signInContract: MachineContract<typeof signInMachine> = {
  machine: signInMachine,
  invariants: [
    {
      name: 'no password is kept once the player is in',
      holds: ({ value, context }) => value !== 'done' || context.password === '',
    },
    {
      name: 'nothing but a readable login and a password is sent',
      holds: ({ value, context }) =>
        !['submitting', 'working'].includes(String(value)) ||
        (readLogin(context.login) !== null && context.password !== ''),
    },
    {
      name: 'what a work has earned is kept for one sending alone',
      holds: ({ value, context }) => value === 'submitting' || context.workToken === null,
    },
    {
      name: 'the device works three times at most for one sending of the form',
      holds: ({ context }) => context.works <= 3,
    },
    {
      name: 'a limit has seconds left, and only a limit has',
      holds: ({ value, context }) => ['rateLimited', 'codeLimited'].includes(String(value)) === context.waitSeconds > 0,
    },
    {
      name: 'no code is sent that is empty, and none is kept once the player is in',
      holds: ({ value, context }) =>
        (value !== 'finishing' || context.code.trim() !== '') && (value !== 'done' || context.code === ''),
    },
    {
      name: 'what the server awaits the second step under is known only where there is one',
      holds: ({ context }) => context.authId === null || context.isAtSecondStep,
    },
    {
      name: 'a second step is taken exactly where one is asked for',
      holds: ({ value, context }) =>
        value === 'done' || AT_SECOND_STEP.includes(placeIn(value).split('.')[0] ?? '') === context.isAtSecondStep,
    },
    {
      name: 'the player is announced once, when signed in',
      holds: ({ value, emitted }) =>
        emitted.filter(({ type }) => type === 'signed-in').length === (value === 'done' ? 1 : 0),
    },
    {
      name: 'the way back stays on this site',
      holds: ({ context }) => context.returnPath.startsWith('/') && !/^\/[/\\]/.test(context.returnPath),
    },
  ],
  consequences: {
    workOff: { ok: ({ value }) => value === 'submitting', failed: ({ value }) => value !== 'submitting' },
    signIn: {
      ok: ({ value }) => value === 'done',
      failed: ({ value, before, end }) => placeIn(value) === afterRefusal(readFailure(end), before.context.works),
    },
    finishSignIn: {
      ok: ({ value }) => value === 'done',
      failed: ({ value, end }) => placeIn(value) === afterRefusedCode(readFailure(end)),
    },
  },
  reactions: {
    'form.submitted': ({ value, context, before }) => {
      if (!placeIn(before.value).startsWith('identifying')) return true
      const { login, password } = before.context
      const wrong = readLogin(login) === null ? 'login' : password === '' ? 'password' : null
      return context.formError === wrong && (value === 'submitting') === (wrong === null)
    },
    'code.submitted': ({ value, context, before }) => {
      if (!placeIn(before.value).startsWith('secondStep')) return true
      const isEmpty = before.context.code.trim() === ''
      return (value === 'finishing') === !isEmpty && (context.formError === 'code') === isEmpty
    },
  },
  abstract: ({ login, password, code, usesRecovery, authId, formError, failure, waitSeconds, works, workToken }) => [
    readLogin(login)?.kind ?? null,
    password !== '',
    formError,
    failure?.code ?? null,
    waitSeconds > 0,
    code !== '',
    usesRecovery,
    authId !== null,
    works,
    workToken !== null,
  ],
  events: [
    { type: 'login.changed', login: 'ann@example.org' },
    { type: 'login.changed', login: '+7 916 123-45-67' },
    { type: 'login.changed', login: '1002003' },
    { type: 'login.changed', login: 'ann' },
    { type: 'password.changed', password: 'correct horse' },
    { type: 'password.changed', password: '' },
    { type: 'form.submitted' },
    { type: 'activation.requested' },
    { type: 'code.changed', code: '123456' },
    { type: 'code.changed', code: '' },
    { type: 'code.turned' },
    { type: 'code.submitted' },
    { type: 'back.pressed' },
    { type: 'second_step.asked', authId: 'the-sign-in', factor: 'app' },
  ],
  eventSchema: 'account/sign-in-event',
  inputs: [{}, { login: '1002003' }, { isAtSecondStep: true }, { returnUrl: '/en/line/1-football?page=2#top' }],
  uncoverable: [
    {
      item: 'codeLimited, after second is cancelled',
      why: 'The wait ends only when a second is over; the next one is set and called off at that same moment.',
    },
  ],
  outcomes: {
    signIn: {
      ok: [{ userId: 1002003 }],
      err: [
        { code: 'sign_in.wrong_credentials' },
        { code: 'sign_in.not_activated' },
        { code: 'sign_in.second_factor', params: { authId: 'the-sign-in' } },
        { code: 'captcha.work_required', params: { times: 4 } },
        { code: 'rate.limited', retryAfterSeconds: 3 },
        { code: 'request.offline' },
      ],
    },
    workOff: { ok: ['work.done'], err: [{ code: 'captcha.unavailable' }] },
    finishSignIn: {
      ok: [{ userId: 1002003 }],
      err: [
        { code: 'two_factor.wrong', params: { left: 4 } },
        { code: 'two_factor.locked' },
        { code: 'rate.limited', retryAfterSeconds: 3 },
      ],
    },
  },
}
