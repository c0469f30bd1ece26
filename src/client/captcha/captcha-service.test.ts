import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { login } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import type { CallExtras, CallPort } from '#calls/call.ts'
import { postRegistrationFields } from '#calls/registration.calls.ts'
import type { CaptchaType } from '#machines/captcha/captcha.rules.ts'
import type { PublicCaptchaConfig } from '#schemas'
import { withCaptcha } from './captcha-call.ts'
import type { CaptchaProvider, CreateProvider } from './captcha-provider.ts'
import { type CaptchaServicePorts, createCaptchaService } from './captcha-service.ts'

const facts: number[] = []

/** A configuration in which one rule holds for every action. */
function captchaConfigOf(type: CaptchaType, when: 'always' | 'after_failures' = 'always'): PublicCaptchaConfig {
  const guards = { registration: when, sign_in: when, password_reset: when, code_sending: when }
  const google = { googleDomain: 'g.example', googleAlternativeDomain: 'r.example', googleAlternativeCountryIds: [90] }
  return { type, isForceDisabled: false, siteKeys: {}, guards, ...google }
}

beforeEach(() => {
  facts.length = 0
  vi.stubGlobal('window', {
    dispatchEvent: (event: CustomEvent<{ eventType: number }>) => facts.push(event.detail.eventType),
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** A provider whose challenge ends as the test says. */
function fakeProvider(execute: (signal: AbortSignal) => Promise<{ token: string; lifetimeMs: number }>) {
  const log: string[] = []
  const step = (name: string) => async () => void log.push(name)
  const provider: CaptchaProvider = {
    load: step('load'),
    render: step('render'),
    isReady: () => true,
    execute: (signal) => {
      log.push('execute')
      return execute(signal)
    },
    reset: step('reset'),
    dispose: () => void log.push('dispose'),
  }
  return { log, create: () => provider }
}

function setUp(create: CreateProvider, config = captchaConfigOf('hcaptcha')) {
  let dismiss: () => void = () => undefined
  const service = createCaptchaService({
    config,
    language: 'en',
    call: (() => Promise.reject(new Error('no call is expected'))) as unknown as CallPort,
    stage: { open: () => Promise.reject(new Error('no dialog is expected')), close: () => undefined },
    onDismissed: (listener) => {
      dismiss = listener
    },
    providers: { custom: create, puzzle: create, google: create, hcaptcha: create, hunt: create },
  } satisfies CaptchaServicePorts)
  return { service, dismiss: () => dismiss() }
}

/** Another token at each challenge. */
function numbered(prefix: string) {
  let count = 0
  return async () => {
    count += 1
    return { token: `${prefix}${count}`, lifetimeMs: 60_000 }
  }
}

const solved = async () => ({ token: 'a.b', lifetimeMs: 60_000 })

describe('a captcha of the page', () => {
  test.each(['hunt', 'puzzle', 'hcaptcha', 'google', 'custom'] as const)(
    'CAP-1, CAP-4: of the type %s is loaded, drawn and executed, in this order',
    async (type) => {
      const { log, create } = fakeProvider(solved)
      const { service } = setUp(create, captchaConfigOf(type))
      expect(await service.execute('registration')).toBe('a.b')
      expect(log).toEqual(['load', 'render', 'execute'])
      expect(facts).toEqual([10190])
    },
  )

  test('CAP-5: who asks twice while one challenge runs gets the same promise', async () => {
    const { log, create } = fakeProvider(solved)
    const { service } = setUp(create)
    const first = service.execute('registration')
    expect(service.execute('registration')).toBe(first)
    expect(await first).toBe('a.b')
    expect(log.filter((step) => step === 'execute')).toHaveLength(1)
  })

  test('CAP-7, CAP-16: a closed dialog is a cancellation whose text is "Dismissed captcha"', async () => {
    const { create } = fakeProvider((signal) => new Promise((_, reject) => signal.addEventListener('abort', reject)))
    const { service, dismiss } = setUp(create)
    const asked = service.execute('sign_in')
    await vi.waitFor(() => expect(service.view('sign_in').status).toBe('busy'))
    dismiss()
    await expect(asked).rejects.toMatchObject({ code: 'captcha.dismissed', message: 'Dismissed captcha' })
    expect(facts).toEqual([10191])
    expect(service.view('sign_in')).toEqual({ status: 'failed', failure: 'captcha.dismissed' })
  })

  test('a token is for one action, and is got anew once it was sent', async () => {
    const { create } = fakeProvider(numbered('token '))
    const { service } = setUp(create)
    expect(await service.execute('registration')).toBe('token 1')
    expect(await service.execute('sign_in')).toBe('token 2')
    expect(await service.execute('registration')).toBe('token 1')
    service.spend('registration')
    expect(await service.execute('registration')).toBe('token 3')
  })

  test('who leaves the page leaves the challenge, and may come back', async () => {
    let isHeld = true
    const { log, create } = fakeProvider((signal) =>
      isHeld ? new Promise((_, reject) => signal.addEventListener('abort', reject)) : solved(),
    )
    const { service } = setUp(create)
    const asked = service.execute('registration')
    await vi.waitFor(() => expect(log).toContain('execute'))
    service.leave('registration')
    await expect(asked).rejects.toMatchObject({ code: 'request.cancelled' })
    expect(facts).toEqual([])
    isHeld = false
    expect(await service.execute('registration')).toBe('a.b')
    expect(log).toEqual(['load', 'render', 'execute', 'dispose', 'load', 'render', 'execute'])
  })

  test('CAP-2, CAP-8: switched off it gives no token and loads nothing', async () => {
    const { log, create } = fakeProvider(solved)
    expect(await setUp(create, captchaConfigOf('disabled')).service.execute('registration')).toBeNull()
    const forced = { ...captchaConfigOf('google'), isForceDisabled: true }
    expect(await setUp(create, forced).service.execute('registration')).toBeNull()
    expect([log, facts]).toEqual([[], []])
  })
})

describe('CAP-15: a guarded call', () => {
  const body = { login: 'a@b.cd', password: 'p', auth_by_email: true }

  function port(answers: readonly (object | AppError)[]) {
    const sent: { readonly input: unknown; readonly extras: CallExtras | undefined }[] = []
    const send = (async (_call: unknown, input: unknown, extras?: CallExtras) => {
      sent.push({ input, extras })
      const answer = answers[sent.length - 1]
      if (answer instanceof AppError) throw answer
      return answer
    }) as unknown as CallPort
    return { send, sent }
  }

  test('is sent with a token at once where the brand always asks for one', async () => {
    const { send, sent } = port([{ userId: 1 }])
    const { service } = setUp(fakeProvider(solved).create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha'), async () => service)
    await call(login, { body })
    expect(sent).toEqual([{ input: { body }, extras: { captchaToken: 'a.b' } }])
  })

  test('is sent without one, and again when the server asks for it', async () => {
    const { send, sent } = port([new AppError('captcha.required'), { userId: 1 }])
    const { service } = setUp(fakeProvider(solved).create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha', 'after_failures'), async () => service)
    await call(login, { body })
    expect(sent.map(({ extras }) => extras?.captchaToken)).toEqual([undefined, 'a.b'])
  })

  test('another refusal is told as it is, and its token is spent', async () => {
    const provider = fakeProvider(numbered('t.'))
    const { send, sent } = port([new AppError('sign_in.wrong_credentials'), { userId: 1 }])
    const { service } = setUp(provider.create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha'), async () => service)
    await expect(call(login, { body })).rejects.toMatchObject({ code: 'sign_in.wrong_credentials' })
    await call(login, { body })
    expect(sent.map(({ extras }) => extras?.captchaToken)).toEqual(['t.1', 't.2'])
  })

  test('a call without a guard never loads the captcha', async () => {
    const { send, sent } = port([{ fields: [] }])
    const load = vi.fn()
    await withCaptcha(send, captchaConfigOf('custom'), load)(postRegistrationFields, { query: {}, body: { type: 'x' } })
    expect([sent.length, load.mock.calls.length]).toEqual([1, 0])
  })
})
