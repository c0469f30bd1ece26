import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { login } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { postRegistration } from '#calls/registration.calls.ts'
import type { CaptchaType } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaSwitch } from '#schemas'
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

const gone = () => Promise.reject(new AppError('captcha.unavailable'))
const nowOf =
  (type: CaptchaType, isForceDisabled = false) =>
  (): CaptchaSwitch => ({ type, isForceDisabled })
const body = { login: 'a@b.cd', password: 'p', auth_by_email: true }
const tokensOf = (sent: readonly { readonly extras?: { readonly captchaToken?: string } | undefined }[]) =>
  sent.map(({ extras }) => extras?.captchaToken)

beforeEach(() => void listenToFacts())
afterEach(() => void vi.unstubAllGlobals())

describe('C11: the brand asks for another captcha than when the page was opened', () => {
  test('a widget that is not there any more gives way to the new one, within the same promise', async () => {
    const [old, next] = [fakeProvider(gone), fakeProvider(solved)]
    const { service } = setUpCaptcha(old.create, captchaConfigOf('hcaptcha'), {
      providers: { custom: next.create },
      now: nowOf('custom'),
    })
    const asked = service.execute('registration')
    expect(service.execute('registration')).toBe(asked)
    expect(await asked).toBe('a.b')
    expect(old.log).toEqual(['load', 'render', 'execute', 'reset', 'dispose'])
    expect(next.log).toEqual(['load', 'render', 'execute'])
    expect(service.config().type).toBe('custom')
    expect(service.view('registration')).toEqual({ status: 'solved', failure: null })
  })

  test('a captcha that is switched off lets the caller continue without a token', async () => {
    for (const now of [nowOf('disabled'), nowOf('hcaptcha', true)]) {
      const { service } = setUpCaptcha(fakeProvider(gone).create, captchaConfigOf('hcaptcha'), { now })
      expect(await service.execute('registration')).toBeNull()
    }
  })

  test('the same captcha, or a server that cannot be asked, changes nothing', async () => {
    const config = captchaConfigOf('hcaptcha')
    for (const more of [{ now: nowOf('hcaptcha') }, {}]) {
      const { log, create } = fakeProvider(gone)
      const { service, askSwitch } = setUpCaptcha(create, config, more)
      await expect(service.execute('registration')).rejects.toMatchObject({ code: 'captcha.unavailable' })
      expect(log.filter((step) => step === 'execute')).toHaveLength(1)
      expect(askSwitch).toHaveBeenCalledOnce()
      expect(service.config()).toBe(config)
    }
  })

  test('a closed challenge asks nobody', async () => {
    const { create, log } = fakeProvider(endless)
    const { service, askSwitch, dismiss } = setUpCaptcha(create, captchaConfigOf('hcaptcha'), { now: nowOf('custom') })
    const asked = service.execute('registration')
    await vi.waitFor(() => expect(log).toContain('execute'))
    dismiss()
    await expect(asked).rejects.toMatchObject({ code: 'captcha.dismissed' })
    expect(askSwitch).not.toHaveBeenCalled()
  })

  test('a caller that waits in another action gets a token of the new one too', async () => {
    const [old, next] = [fakeProvider(endless), fakeProvider(numbered('new '))]
    const { service } = setUpCaptcha(old.create, captchaConfigOf('hcaptcha'), {
      providers: { puzzle: next.create },
      now: nowOf('puzzle'),
    })
    const waits = service.execute('sign_in')
    await vi.waitFor(() => expect(old.log).toContain('execute'))
    await service.catchUp()
    expect(await waits).toBe('new 1')
    expect(await service.execute('registration')).toBe('new 2')
    expect(old.log.filter((step) => step === 'execute')).toHaveLength(1)
  })

  test('FIELD-21: the site key of a field is one of the old provider, and is not given to the new one', async () => {
    const keys: (string | undefined)[] = []
    const noting = (execute: typeof solved) => {
      const { create } = fakeProvider(execute)
      return ({ siteKey }: { readonly siteKey?: string | undefined }) => {
        keys.push(siteKey)
        return create()
      }
    }
    const { service } = setUpCaptcha(noting(gone), captchaConfigOf('hcaptcha'), {
      providers: { google: noting(solved) },
      now: nowOf('google'),
    })
    service.takeSiteKey('registration', 'key-of-the-field')
    await service.execute('registration')
    expect(keys).toEqual(['key-of-the-field', undefined])
  })
})

describe('C11: a guarded call', () => {
  function page(type: CaptchaType, now: CaptchaType, answers: readonly (object | AppError)[]) {
    const provider = fakeProvider(numbered('t.'))
    const config = captchaConfigOf(type)
    const { service, askSwitch } = setUpCaptcha(provider.create, config, { now: nowOf(now) })
    const { send, sent } = answering(answers)
    return { call: withCaptcha(send, config, async () => service), sent, askSwitch }
  }

  test('whose token the server refuses is sent again with one of the captcha that the brand asks for now', async () => {
    const { call, sent } = page('hcaptcha', 'custom', [new AppError('captcha.invalid'), { userId: 1 }])
    const form = { type: 'fast_reg', fields: { name: 'Anna' } }
    expect(await call(postRegistration, { query: {}, body: form })).toEqual({ userId: 1 })
    expect(tokensOf(sent)).toEqual(['t.1', 't.2'])
    expect(sent.map(({ input }) => (input as { body: typeof form }).body.fields)).toEqual([
      { name: 'Anna' },
      { name: 'Anna', custom_captcha_id: 't', custom_captcha_value: '2' },
    ])
  })

  test('of a page that was opened without a captcha gets one when the server asks for it', async () => {
    const required = new AppError('captcha.required')
    const { call, sent } = page('disabled', 'puzzle', [required, required, { userId: 1 }])
    expect(await call(login, { body })).toEqual({ userId: 1 })
    expect(tokensOf(sent)).toEqual([undefined, undefined, 't.1'])
  })

  test('is sent no second time when the brand asks for the same captcha, or for another reason', async () => {
    const same = page('hcaptcha', 'hcaptcha', [new AppError('captcha.invalid')])
    await expect(same.call(login, { body })).rejects.toMatchObject({ code: 'captcha.invalid' })
    expect([same.sent.length, same.askSwitch.mock.calls.length]).toEqual([1, 1])
    const other = page('hcaptcha', 'custom', [new AppError('sign_in.wrong_credentials')])
    await expect(other.call(login, { body })).rejects.toMatchObject({ code: 'sign_in.wrong_credentials' })
    expect([other.sent.length, other.askSwitch.mock.calls.length]).toEqual([1, 0])
  })

  test('is sent again once, whatever the server says then', async () => {
    const refusal = new AppError('captcha.invalid')
    const { call, sent } = page('hcaptcha', 'custom', [refusal, refusal])
    await expect(call(login, { body })).rejects.toBe(refusal)
    expect(sent).toHaveLength(2)
  })
})
