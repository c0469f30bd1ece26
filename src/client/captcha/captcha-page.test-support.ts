import { vi } from 'vitest'
import { AppError } from '#calls/app-error.ts'
import type { CallExtras, CallPort } from '#calls/call.ts'
import type { CaptchaType } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaSwitch, PublicCaptchaConfig } from '#schemas'
import type { CaptchaProvider, CreateProvider } from './captcha-provider.ts'
import { type CaptchaServicePorts, createCaptchaService } from './captcha-service.ts'

/** Listens to what the page tells analytics; to be undone with `vi.unstubAllGlobals`. @returns the types of events so far */
export function listenToFacts(): readonly number[] {
  const facts: number[] = []
  vi.stubGlobal('window', {
    dispatchEvent: (event: CustomEvent<{ eventType: number }>) => facts.push(event.detail.eventType),
  })
  return facts
}

/** A configuration in which one rule holds for every action. */
export function captchaConfigOf(type: CaptchaType, when: 'always' | 'after_failures' = 'always'): PublicCaptchaConfig {
  const guards = { registration: when, sign_in: when, password_reset: when, code_sending: when }
  const google = { googleDomain: 'g.example', googleAlternativeDomain: 'r.example', googleAlternativeCountryIds: [90] }
  return { type, isForceDisabled: false, siteKeys: {}, guards, ...google }
}

/** A provider whose challenge ends as the test says. */
export function fakeProvider(execute: (signal: AbortSignal) => Promise<{ token: string; lifetimeMs: number }>) {
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

/** A challenge that lasts until it is given up. */
export const endless = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

export const solved = async () => ({ token: 'a.b', lifetimeMs: 60_000 })

/** Another token at each challenge. */
export function numbered(prefix: string) {
  let count = 0
  return async () => {
    count += 1
    return { token: `${prefix}${count}`, lifetimeMs: 60_000 }
  }
}

/** The captchas of a page whose types all come from one provider, except for those that a test passes.
 *  @param now what the server says of the brand's captcha; it cannot be asked when left out */
export function setUpCaptcha(
  create: CreateProvider,
  config = captchaConfigOf('hcaptcha'),
  more: { readonly providers?: Partial<CaptchaServicePorts['providers']>; readonly now?: () => CaptchaSwitch } = {},
) {
  let dismiss: () => void = () => undefined
  const askSwitch = vi.fn(async () => {
    if (!more.now) throw new AppError('request.offline')
    return more.now()
  })
  const service = createCaptchaService({
    config,
    language: 'en',
    call: (() => Promise.reject(new Error('no call is expected'))) as unknown as CallPort,
    stage: { open: () => Promise.reject(new Error('no dialog is expected')), close: () => undefined },
    onDismissed: (listener) => {
      dismiss = listener
    },
    askSwitch,
    providers: { custom: create, puzzle: create, google: create, hcaptcha: create, hunt: create, ...more.providers },
  })
  return { service, askSwitch, dismiss: () => dismiss() }
}

/** A server that answers in turn, and keeps what it was sent. */
export function answering(answers: readonly (object | AppError)[]) {
  const sent: { readonly input: unknown; readonly extras: CallExtras | undefined }[] = []
  const send = (async (_call: unknown, input: unknown, extras?: CallExtras) => {
    sent.push({ input, extras })
    const answer = answers[sent.length - 1]
    if (answer instanceof AppError) throw answer
    return answer
  }) as unknown as CallPort
  return { send, sent }
}
