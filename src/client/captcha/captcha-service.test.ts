import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { login } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { postRegistrationFields } from '#calls/registration.calls.ts'
import { withCaptcha } from './captcha-call.ts'
import {
  answering,
  captchaConfigOf,
  endless,
  fakeProvider,
  listenToFacts,
  numbered,
  setUpCaptcha,
  solved,
} from './captcha-page.test-support.ts'

let facts: readonly number[] = []

beforeEach(() => {
  facts = listenToFacts()
})
afterEach(() => void vi.unstubAllGlobals())

describe('a captcha of the page', () => {
  test.each(['hunt', 'puzzle', 'hcaptcha', 'google', 'custom'] as const)(
    'CAP-1, CAP-4: of the type %s is loaded, drawn and executed, in this order',
    async (type) => {
      const { log, create } = fakeProvider(solved)
      const { service } = setUpCaptcha(create, captchaConfigOf(type))
      expect(await service.execute('registration')).toBe('a.b')
      expect(log).toEqual(['load', 'render', 'execute'])
      expect(facts).toEqual([10190])
    },
  )

  test('CAP-5: who asks twice while one challenge runs gets the same promise', async () => {
    const { log, create } = fakeProvider(solved)
    const { service } = setUpCaptcha(create)
    const first = service.execute('registration')
    expect(service.execute('registration')).toBe(first)
    expect(await first).toBe('a.b')
    expect(log.filter((step) => step === 'execute')).toHaveLength(1)
  })

  test('CAP-7, CAP-16: a closed dialog is a cancellation whose text is "Dismissed captcha"', async () => {
    const { create } = fakeProvider(endless)
    const { service, dismiss } = setUpCaptcha(create)
    const asked = service.execute('sign_in')
    await vi.waitFor(() => expect(service.view('sign_in').status).toBe('busy'))
    dismiss()
    await expect(asked).rejects.toMatchObject({ code: 'captcha.dismissed', message: 'Dismissed captcha' })
    expect(facts).toEqual([10191])
    expect(service.view('sign_in')).toEqual({ status: 'failed', failure: 'captcha.dismissed' })
  })

  test('a token is for one action, and a new one is fetched once it was sent', async () => {
    const { create } = fakeProvider(numbered('token '))
    const { service } = setUpCaptcha(create)
    expect(await service.execute('registration')).toBe('token 1')
    expect(await service.execute('sign_in')).toBe('token 2')
    expect(await service.execute('registration')).toBe('token 1')
    service.spend('registration')
    expect(await service.execute('registration')).toBe('token 3')
  })

  test('who leaves the page leaves the challenge, and may come back', async () => {
    let isHeld = true
    const { log, create } = fakeProvider((signal) => (isHeld ? endless(signal) : solved()))
    const { service } = setUpCaptcha(create)
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
    expect(await setUpCaptcha(create, captchaConfigOf('disabled')).service.execute('registration')).toBeNull()
    const forced = { ...captchaConfigOf('google'), isForceDisabled: true }
    expect(await setUpCaptcha(create, forced).service.execute('registration')).toBeNull()
    expect([log, facts]).toEqual([[], []])
  })
})

describe('CAP-15: a guarded call', () => {
  const body = { login: 'a@b.cd', password: 'p', auth_by_email: true }

  test('is sent with a token at once where the brand always asks for one', async () => {
    const { send, sent } = answering([{ userId: 1 }])
    const { service } = setUpCaptcha(fakeProvider(solved).create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha'), async () => service)
    await call(login, { body })
    expect(sent).toEqual([{ input: { body }, extras: { captchaToken: 'a.b' } }])
  })

  test('is sent without one, and again when the server asks for it', async () => {
    const { send, sent } = answering([new AppError('captcha.required'), { userId: 1 }])
    const { service } = setUpCaptcha(fakeProvider(solved).create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha', 'after_failures'), async () => service)
    await call(login, { body })
    expect(sent.map(({ extras }) => extras?.captchaToken)).toEqual([undefined, 'a.b'])
  })

  test('any other refusal is reported unchanged, and its token is spent', async () => {
    const provider = fakeProvider(numbered('t.'))
    const { send, sent } = answering([new AppError('sign_in.wrong_credentials'), { userId: 1 }])
    const { service } = setUpCaptcha(provider.create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha'), async () => service)
    await expect(call(login, { body })).rejects.toMatchObject({ code: 'sign_in.wrong_credentials' })
    await call(login, { body })
    expect(sent.map(({ extras }) => extras?.captchaToken)).toEqual(['t.1', 't.2'])
  })

  test('one that begins while another is under way is sent with a token of its own', async () => {
    const sent: (string | undefined)[] = []
    const answers: (() => void)[] = []
    const send = ((_call: unknown, _input: unknown, extras?: { readonly captchaToken?: string }) => {
      sent.push(extras?.captchaToken)
      return new Promise<object>((resolve) => answers.push(() => resolve({ userId: 1 })))
    }) as ReturnType<typeof answering>['send']
    const { service } = setUpCaptcha(fakeProvider(numbered('t.')).create)
    const call = withCaptcha(send, captchaConfigOf('hcaptcha'), async () => service)
    const first = call(login, { body })
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    const second = call(login, { body })
    await vi.waitFor(() => expect(sent).toHaveLength(2))
    for (const answer of answers) answer()
    await Promise.all([first, second])
    expect(sent).toEqual(['t.1', 't.2'])
  })

  test('a call without a guard never loads the captcha', async () => {
    const { send, sent } = answering([{ fields: [] }])
    const load = vi.fn()
    await withCaptcha(send, captchaConfigOf('custom'), load)(postRegistrationFields, { query: {}, body: { type: 'x' } })
    expect([sent.length, load.mock.calls.length]).toEqual([1, 0])
  })
})
