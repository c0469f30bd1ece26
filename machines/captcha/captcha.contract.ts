import type { MachineContract } from '#machines/shell/machine-contract.ts'
import { captchaMachine } from './captcha.machine.ts'
import { isCaptchaSkipped, isOtherCaptcha } from './captcha.rules.ts'
import { READINESS_POLLS } from './captcha-setup.machine.ts'

/** States in which nothing is under way, so that nobody may be waiting. */
const STILL = new Set<unknown>(['resting', 'ready', 'solved'])

/** What playing and fuzzing the captcha need to know. */
export const captchaContract: MachineContract<typeof captchaMachine> = {
  machine: captchaMachine,
  invariants: [
    {
      name: 'nobody waits where nothing is under way',
      holds: ({ value, context }) => !(context.isWaiting && STILL.has(value)),
    },
    {
      name: 'each attempt is settled once',
      holds: ({ context, emitted }) =>
        emitted.filter(({ type }) => type === 'captcha.settled').length ===
        context.attempts - Number(context.isWaiting),
    },
    {
      name: 'a token is kept exactly while it may be used',
      holds: ({ value, context }) => (value === 'solved') === (context.solved !== null),
    },
    {
      name: 'the widget is asked at most 300 times whether it is ready',
      holds: ({ context }) => context.polls <= READINESS_POLLS,
    },
    {
      name: 'a captcha that is switched off does nothing',
      holds: ({ value, context }) => !isCaptchaSkipped(context) || value === 'resting' || value === 'disposing',
    },
  ],
  consequences: {
    loadScript: { ok: ({ value }) => value === 'rendering', failed: ({ value }) => value === 'disposing' },
    renderWidget: { ok: ({ value }) => value === 'asking', failed: ({ value }) => value === 'disposing' },
    askReadiness: {
      ok: ({ value, context, end }) =>
        end === true
          ? ['ready', 'challenging'].includes(String(value))
          : value === (context.polls === READINESS_POLLS ? 'disposing' : 'pausing'),
      failed: ({ value }) => value === 'disposing',
    },
    execute: { ok: ({ value }) => value === 'solved', failed: ({ value }) => value !== 'solved' },
    resetWidget: { ok: ({ value }) => value !== 'disposing', failed: ({ value }) => value === 'disposing' },
  },
  reactions: {
    'provider.switched': ({ value, before }, { provider }) =>
      ['resting', 'disposing'].includes(String(before.value)) ||
      value === (isOtherCaptcha(provider, before.context) ? 'disposing' : before.value),
  },
  abstract: ({ type, isForceDisabled, isWaiting, solved }) => [type, isForceDisabled, isWaiting, solved !== null],
  events: [
    { type: 'captcha.requested' },
    { type: 'captcha.dismissed' },
    { type: 'captcha.expired' },
    { type: 'captcha.failed', error: { code: 'captcha.failed' } },
    { type: 'token.spent' },
    { type: 'provider.switched', provider: { type: 'hcaptcha', isForceDisabled: false } },
    { type: 'provider.switched', provider: { type: 'custom', isForceDisabled: true } },
    { type: 'provider.switched', provider: { type: 'disabled', isForceDisabled: false } },
    { type: 'page.left' },
  ],
  eventSchema: 'captcha/captcha-event',
  secretOutputs: { execute: 'guard/captcha-pass' },
  inputs: [
    { type: 'custom', isForceDisabled: false },
    { type: 'hcaptcha', isForceDisabled: false },
    { type: 'google', isForceDisabled: false },
    { type: 'google', isForceDisabled: true },
    { type: 'puzzle', isForceDisabled: false },
    { type: 'hunt', isForceDisabled: false },
    { type: 'disabled', isForceDisabled: false },
  ],
  outcomes: {
    loadScript: { ok: [null], err: [{ code: 'captcha.unavailable' }] },
    renderWidget: { ok: [null], err: [{ code: 'captcha.failed' }] },
    askReadiness: { ok: [true, false], err: [{ code: 'captcha.failed' }] },
    execute: {
      ok: [{ token: 'a.b', lifetimeMs: 300_000 }],
      err: [{ code: 'captcha.failed' }, { code: 'rate.limited', retryAfterSeconds: 60 }],
    },
    resetWidget: { ok: [null], err: [{ code: 'captcha.failed' }] },
    disposeWidget: { ok: [null], err: [{ code: 'captcha.failed' }] },
  },
}
