import { AppError } from '#calls/app-error.ts'
import { isCaptchaSkipped, isHostedCaptcha } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaAction, CaptchaChallenge, CaptchaConfig, CaptchaPass, PuzzleChallenge } from '#schemas'
import type { BudgetStore } from './budget-store.ts'
import type { ChallengeStore } from './challenge-store.ts'
import { createOwnChallenges } from './own-challenges.ts'
import { type HostedProvider, type SiteVerifyPorts, verifyAtProvider } from './site-verify.ts'

export interface CaptchaPorts extends SiteVerifyPorts {
  readonly store: ChallengeStore
  readonly budgets: BudgetStore
}

/** Who is asked for a captcha, and what the brand says of it. */
export interface CaptchaVisitor {
  readonly brandId: string
  /** The random name of the browser, from its cookie. */
  readonly browser: string | undefined
  readonly address: string
  readonly device: string
  /** Host name of the request, without a port. */
  readonly host: string
  readonly config: CaptchaConfig
}

export interface Captcha {
  /** @throws AppError rate.limited */
  challenge(visitor: CaptchaVisitor, action: CaptchaAction): Promise<CaptchaChallenge>
  /** @throws AppError rate.limited */
  puzzle(visitor: CaptchaVisitor, action: CaptchaAction): Promise<PuzzleChallenge>
  /** @throws AppError captcha.failed, captcha.invalid, captcha.spent, captcha.expired */
  answerPuzzle(visitor: CaptchaVisitor, answer: { readonly id: string; readonly degrees: number }): Promise<CaptchaPass>
  /** Does what an action is about once its captcha, where the brand asks for one, is solved.
   *  @throws AppError captcha.required, captcha.invalid, captcha.spent, captcha.expired, captcha.unavailable */
  guard<Result>(
    visitor: CaptchaVisitor,
    sent: { readonly action: CaptchaAction; readonly token: string | null },
    work: () => Promise<Result>,
  ): Promise<Result>
}

const MINUTE_MS = 60_000

/** Captchas of a server: making challenges, and letting guarded actions through once (CAP-15). */
export function createCaptcha(ports: CaptchaPorts): Captcha {
  const { store, budgets, clock } = ports
  const own = createOwnChallenges({ store, clock })

  async function count({ brandId, address, config }: CaptchaVisitor): Promise<void> {
    const limit = { attempts: config.challengesPerMinute, windowMs: MINUTE_MS }
    const waitMs = await budgets.take(JSON.stringify([brandId, 'captcha', 'ip', address]), limit, clock().getTime())
    if (waitMs === 0) return
    const seconds = Math.ceil(waitMs / 1000)
    throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
  }

  async function check(visitor: CaptchaVisitor, action: CaptchaAction, token: string | null): Promise<void> {
    if (token === null || token === '') throw new AppError('captcha.required')
    const { config, brandId, host, address } = visitor
    if (!isHostedCaptcha(config)) return own.check(token, visitor, action)
    const name = JSON.stringify([brandId, config.type, token])
    if (!(await store.claim(name, config.challengeLifetimeMs, clock().getTime()))) throw new AppError('captcha.spent')
    return verifyAtProvider({ provider: config.type as HostedProvider, token, config, host, address }, ports)
  }

  /** The captcha is asked for when too many attempts of a browser have failed; one that succeeds does not count. */
  async function afterFailures<Result>(
    visitor: CaptchaVisitor,
    { action, token }: { readonly action: CaptchaAction; readonly token: string | null },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const { brandId, address, device, config } = visitor
    const key = JSON.stringify([brandId, 'captcha', action, `${address} ${device}`])
    const limit = { attempts: config.failuresBeforeCaptcha, windowMs: config.failureWindowMs }
    const isDue = (await budgets.take(key, limit, clock().getTime())) > 0
    if (isDue) await check(visitor, action, token)
    const result = await work()
    await budgets.giveBack(key)
    return result
  }

  return {
    async challenge(visitor, action) {
      await count(visitor)
      return own.work(visitor, action)
    },
    async puzzle(visitor, action) {
      await count(visitor)
      return own.puzzle(visitor, action)
    },
    answerPuzzle: (visitor, { id, degrees }) => own.answerPuzzle(visitor, id, degrees),
    async guard(visitor, sent, work) {
      const { config } = visitor
      const when = isCaptchaSkipped(config) ? 'never' : config.guards[sent.action]
      if (when === 'never') return work()
      if (when === 'after_failures') return afterFailures(visitor, sent, work)
      await check(visitor, sent.action, sent.token)
      return work()
    },
  }
}
