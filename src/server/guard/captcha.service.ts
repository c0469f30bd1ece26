import { AppError } from '#calls/app-error.ts'
import { isCaptchaSkipped, isHostedCaptcha } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaAction, CaptchaChallenge, CaptchaConfig, CaptchaPass, PuzzleChallenge } from '#schemas'
import { browserMark } from './browser-mark.ts'
import type { BudgetStore } from './budget-store.ts'
import type { ChallengeStore } from './challenge-store.ts'
import { networkOf } from './network.ts'
import { createOwnChallenges, INSTEAD_OF_PUZZLE } from './own-challenges.ts'
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
  /** Host name of the request, without a port. */
  readonly host: string
  readonly config: CaptchaConfig
}

export interface Captcha {
  /** @param times how often the least work, where an action asks for it beyond a budget   @throws AppError rate.limited */
  challenge(visitor: CaptchaVisitor, action: CaptchaAction, times?: number): Promise<CaptchaChallenge>
  /** @throws AppError rate.limited */
  puzzle(visitor: CaptchaVisitor, action: CaptchaAction): Promise<PuzzleChallenge>
  /** @throws AppError captcha.failed, captcha.invalid, captcha.spent, captcha.expired */
  answerPuzzle(visitor: CaptchaVisitor, answer: { readonly id: string; readonly degrees: number }): Promise<CaptchaPass>
  /** Performs an action once its captcha, where the brand asks for one, is solved; the action may ask for work besides.
   *  @throws AppError captcha.required, captcha.invalid, captcha.spent, captcha.expired, captcha.unavailable */
  guard<Result>(
    visitor: CaptchaVisitor,
    sent: SentProof,
    deed: (demandWork: DemandWork) => Promise<Result>,
  ): Promise<Result>
}

/** What a guarded call brings along. */
export interface SentProof {
  readonly action: CaptchaAction
  /** Of a solved captcha. */
  readonly token: string | null
  /** Of a work that an attempt beyond a budget was asked for. */
  readonly work?: string | null
}

/** Asks the sender for work (SEC-14), or for the captcha that the brand has for the action where that is worth as much.
 *  @param times how often the least work
 *  @throws AppError captcha.work_required with the `times`, captcha.required, and what is wrong with what was sent */
export type DemandWork = (times: number) => Promise<void>

/** The work that a brand's own captcha stands for. */
const WORTH_OF_CAPTCHA = INSTEAD_OF_PUZZLE
/** Failures of a network after which all of it is asked for a captcha, as a multiple of those of one browser: who throws its cookie
 *  away each time is asked as well. */
const BROWSERS_OF_A_NETWORK = 4

const MINUTE_MS = 60_000

/** What the functions of `createCaptcha` share. */
interface CaptchaParts {
  readonly ports: CaptchaPorts
  readonly own: ReturnType<typeof createOwnChallenges>
}

/** Captchas of a server: making challenges, and letting guarded actions through once (CAP-15). */
export function createCaptcha(ports: CaptchaPorts): Captcha {
  const { store, clock } = ports
  const own = createOwnChallenges({ store, clock })
  const parts: CaptchaParts = { ports, own }

  return {
    async challenge(visitor, action, times) {
      await count(parts, visitor)
      return own.work(visitor, action, times)
    },
    async puzzle(visitor, action) {
      await count(parts, visitor)
      return own.puzzle(visitor, action)
    },
    answerPuzzle: (visitor, { id, degrees }) => own.answerPuzzle(visitor, id, degrees),
    async guard(visitor, sent, deed) {
      const { config } = visitor
      const { action, work = null } = sent
      const when = isCaptchaSkipped(config) ? 'never' : config.guards[action]
      const demanded =
        (isSolved: boolean): DemandWork =>
        async (times) => {
          if (work !== null) return own.checkWork(work, visitor, action, times)
          const isEnough = when !== 'never' && times <= WORTH_OF_CAPTCHA
          if (!isEnough) throw new AppError('captcha.work_required', { times })
          if (!isSolved) await check(parts, visitor, sent)
        }
      if (when === 'never') return deed(demanded(false))
      if (when === 'after_failures') return afterFailures(parts, visitor, sent, (isSolved) => deed(demanded(isSolved)))
      await check(parts, visitor, sent)
      return deed(demanded(true))
    },
  }
}

async function count(
  { ports: { budgets, clock } }: CaptchaParts,
  { brandId, address, config }: CaptchaVisitor,
): Promise<void> {
  const limit = { attempts: config.challengesPerMinute, windowMs: MINUTE_MS }
  const key = JSON.stringify([brandId, 'captcha', 'ip', networkOf(address)])
  const waitMs = await budgets.take(key, limit, clock().getTime())
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}

async function check(
  { own, ports }: CaptchaParts,
  visitor: CaptchaVisitor,
  { action, token }: SentProof,
): Promise<void> {
  const { store, clock } = ports
  if (token === null || token === '') throw new AppError('captcha.required')
  const { config, brandId, host, address } = visitor
  if (!isHostedCaptcha(config)) return own.check(token, visitor, action)
  const name = JSON.stringify([brandId, config.type, token])
  if (!(await store.claim(name, config.challengeLifetimeMs, clock().getTime()))) throw new AppError('captcha.spent')
  return verifyAtProvider({ provider: config.type as HostedProvider, token, config, host, address }, ports)
}

/** Counts an attempt of a browser and its network. @returns whether too many of them have failed, and what takes it back */
async function countFailure(
  { ports: { budgets, clock } }: CaptchaParts,
  { brandId, address, browser, config }: CaptchaVisitor,
  action: CaptchaAction,
) {
  const { failuresBeforeCaptcha: attempts, failureWindowMs: windowMs } = config
  const subjects = [
    [networkOf(address), attempts * BROWSERS_OF_A_NETWORK],
    ...(browser === undefined ? [] : [[browserMark(browser), attempts] as const]),
  ] as const
  const taken: string[] = []
  for (const [subject, most] of subjects) {
    const key = JSON.stringify([brandId, 'captcha', action, subject])
    if ((await budgets.take(key, { attempts: most, windowMs }, clock().getTime())) === 0) taken.push(key)
  }
  const giveBack = async () => {
    for (const key of taken) await budgets.giveBack(key)
  }
  return { isDue: taken.length < subjects.length, giveBack }
}

/** The captcha is asked for when too many attempts of a browser or its network have failed; one that succeeds does not count. */
async function afterFailures<Result>(
  parts: CaptchaParts,
  visitor: CaptchaVisitor,
  sent: SentProof,
  deed: (isSolved: boolean) => Promise<Result>,
): Promise<Result> {
  const { isDue, giveBack } = await countFailure(parts, visitor, sent.action)
  try {
    if (isDue) await check(parts, visitor, sent)
  } catch (error) {
    await giveBack()
    throw error
  }
  const result = await deed(isDue)
  await giveBack()
  return result
}
