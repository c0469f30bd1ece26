import { AppError } from '#calls/app-error.ts'
import { type Call, type CallExtras, type CallPort, captchaActionOf } from '#calls/call.ts'
import { captchaAnswers, isCaptchaAlwaysAsked } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaAction, PublicCaptchaConfig } from '#schemas'
import type { CaptchaService } from './captcha-service.ts'

/** The captcha of the page, loaded when it is first needed. */
export type LoadCaptcha = () => Promise<CaptchaService>

interface LooseInput {
  readonly body?: unknown
}

interface Sending {
  readonly call: Call
  readonly input: LooseInput
  readonly extras: CallExtras | undefined
}

type LooseSend = (call: Call, input: LooseInput, extras?: CallExtras) => Promise<unknown>

/** Sends guarded calls with a captcha: at once where the brand always asks for one, else when the server asks for it. The token
 *  travels in one request (CAP-15); with `custom` and `google` a filled form carries it in its own fields too (CAP-3). A server
 *  that refuses what it was sent may ask for another captcha by now: then that one is run, once. */
export function withCaptcha(port: CallPort, config: PublicCaptchaConfig, load: LoadCaptcha): CallPort {
  const send = port as LooseSend

  async function sendSolved(sending: Sending, action: CaptchaAction): Promise<unknown> {
    const captcha = await load()
    const before = captcha.config()
    try {
      return await sendOnce(captcha, sending, action)
    } catch (error) {
      if (!isOutdated(error)) throw error
      await captcha.catchUp()
      if (captcha.config() === before) throw error
      return sendOnce(captcha, sending, action)
    }
  }
  async function sendOnce(
    captcha: CaptchaService,
    { call, input, extras }: Sending,
    action: CaptchaAction,
  ): Promise<unknown> {
    const token = await captcha.execute(action)
    if (token === null) return send(call, input, extras)
    const answered = send(call, withAnswers(input, captcha.config(), token), { ...extras, captchaToken: token })
    captcha.spend(action)
    return answered
  }
  const guarded: LooseSend = async (call, input, extras) => {
    const action = captchaActionOf(call, input.body)
    if (action === undefined || extras?.captchaToken !== undefined) return send(call, input, extras)
    const sending = { call, input, extras }
    if (isCaptchaAlwaysAsked(config, action)) return sendSolved(sending, action)
    try {
      return await send(call, input, extras)
    } catch (error) {
      if (error instanceof AppError && error.code === 'captcha.required') return sendSolved(sending, action)
      throw error
    }
  }
  return guarded as CallPort
}

/** What a server says to the token of a captcha that the brand no longer asks for, or to none where it asks for one by now. */
const OUTDATED: ReadonlySet<string> = new Set(['captcha.required', 'captcha.invalid', 'captcha.unavailable'])

function isOutdated(error: unknown): boolean {
  return error instanceof AppError && OUTDATED.has(error.code)
}

function withAnswers(input: LooseInput, { type }: PublicCaptchaConfig, token: string): LooseInput {
  const body = input.body as { readonly fields?: Readonly<Record<string, unknown>> } | undefined
  if (!body?.fields) return input
  return { ...input, body: { ...body, fields: { ...body.fields, ...captchaAnswers(type, token) } } }
}
