import { CAPTCHA_HEADER, captchaActionOf, WORK_HEADER } from '#calls/call.ts'
import { answerPuzzle, createCaptchaChallenge, createPuzzle } from '#calls/guard.calls.ts'
import { tokenOfAnswers, withoutCaptchaAnswers } from '#machines/captcha/captcha.rules.ts'
import { type Captcha, type CaptchaPorts, type CaptchaVisitor, createCaptcha } from '#server/guard/captcha.service.ts'
import { normalHost } from '#server/site/brands/brand-hosts.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'

/** The captcha of the server: its own calls, and the guard before those of others. */
export interface CaptchaWiring {
  readonly handlers: readonly AnyHandler[]
  /** The same handlers, each of which asks for the captcha that its call declares. */
  readonly guarded: (handlers: readonly AnyHandler[]) => readonly AnyHandler[]
}

/** Joins the captcha with the calls. */
export function createCaptchaWiring(ports: CaptchaPorts): CaptchaWiring {
  const captcha = createCaptcha(ports)
  return {
    handlers: [
      answer(createCaptchaChallenge, async ({ body }, scope) =>
        captcha.challenge(named(scope), body.action, body.times),
      ),
      answer(createPuzzle, async ({ body }, scope) => captcha.puzzle(named(scope), body.action)),
      answer(answerPuzzle, async ({ body }, scope) => captcha.answerPuzzle(captchaVisitorOf(scope), body)),
    ],
    guarded: (handlers) =>
      handlers.map((handler) => (handler.call.captcha ? guardedHandler(handler, captcha) : handler)),
  }
}

/** Answers that carry a captcha are taken out of a form before anybody else sees it: a form that is sent again under a new
 *  captcha is the same form. */
function guardedHandler({ call, handle }: AnyHandler, captcha: Captcha): AnyHandler {
  return {
    call,
    handle: async (input, scope) => {
      const { body } = input as { readonly body?: { readonly fields?: Readonly<Record<string, unknown>> } }
      const action = captchaActionOf(call, body)
      if (action === undefined) return handle(input, scope)
      const { fields } = body ?? {}
      const token = scope.header(CAPTCHA_HEADER) ?? (fields ? tokenOfAnswers(fields) : null)
      const stripped = fields
        ? { ...(input as object), body: { ...body, fields: withoutCaptchaAnswers(fields) } }
        : input
      const sent = { action, token, work: scope.header(WORK_HEADER) ?? null }
      return captcha.guard(captchaVisitorOf(scope), sent, (demandWork) => handle(stripped, { ...scope, demandWork }))
    },
  }
}

function captchaVisitorOf({ site, browser, address, header }: CallScope): CaptchaVisitor {
  const host = normalHost((header('host') ?? '').replace(/:\d+$/, ''))
  return { brandId: site.brandId, browser, address, host, config: site.config.captcha }
}

/** A challenge is answered by the browser that asked for it, so it gets a name if it has none. */
function named(scope: CallScope): CaptchaVisitor {
  return { ...captchaVisitorOf(scope), browser: scope.nameBrowser() }
}
