import { randomBytes, randomInt } from 'node:crypto'
import { type ChallengeParameters, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { AppError } from '#calls/app-error.ts'
import { splitToken } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaAction, CaptchaChallenge, CaptchaConfig, CaptchaPass, PuzzleChallenge } from '#schemas'
import { browserMark } from './browser-mark.ts'
import type { ChallengeStore } from './challenge-store.ts'
import { DISC_PX, drawPuzzle, PICTURE_PX } from './puzzle-picture.ts'

/** The steps that a proof of work takes: with 1,000 iterations each, about 0.15 s on a desktop and 0.6 s on a phone. */
const STEPS = { least: 200, most: 800 } as const
/** A visitor who takes the work instead of the puzzle does more of it. */
export const INSTEAD_OF_PUZZLE = 4
/** How far from its place the disc may be let go, in degrees. */
const TOLERANCE_DEGREES = 7
/** A disc that stands nearly right is no puzzle. */
const LEAST_TURN_DEGREES = 40
/** Work that is asked for beyond a budget may take long on a phone. */
const LONG_WORK_MS = 30 * 60_000
/** A work is good for an attempt that costs up to twice as much: the price may rise while a device works. */
const TOLERANCE_OF_PRICE = 2
/** How long a challenge is remembered after its end, so that a late answer is reported as late. */
const REMEMBERED_MS = 60_000
const NAME_BYTES = 16
const SOLUTION = /^(\d{1,10})-([0-9a-f]{64})$/

/** Whom a challenge is made for: its answer is taken from the same brand and browser alone. */
export interface ChallengeOwner {
  readonly brandId: string
  /** The random name of the browser, from its cookie. */
  readonly browser: string | undefined
  readonly config: Pick<CaptchaConfig, 'type' | 'challengeCost' | 'challengeLifetimeMs'>
}

interface Work {
  readonly kind: 'work'
  /** How often the least work it is. */
  readonly times: number
  readonly parameters: ChallengeParameters
  readonly signature: string
  /** Signs this challenge and no other, so there is no key to keep. */
  readonly secret: string
}

type Task = Work | { readonly kind: 'puzzle'; readonly degrees: number } | { readonly kind: 'pass' }

type Kept = Task & {
  readonly action: CaptchaAction
  readonly brandId: string
  readonly browser: string
  readonly expiresAtMs: number
}

export interface OwnChallengePorts {
  readonly store: ChallengeStore
  readonly clock: () => Date
}

/** The captchas that the engine makes itself: a proof of work and a puzzle. Each is answered once, by the browser that it was
 *  made for, in the brand and for the action that it was made for, before it expires (CAP-3, CAP-12). */
export function createOwnChallenges(ports: OwnChallengePorts) {
  return {
    /** A proof of work for an action. @param asked how often the least work the action asks for; by itself what a captcha takes */
    async work(owner: ChallengeOwner, action: CaptchaAction, asked?: number): Promise<CaptchaChallenge> {
      const secret = randomBytes(32).toString('base64url')
      const times = asked ?? (owner.config.type === 'puzzle' ? INSTEAD_OF_PUZZLE : 1)
      const own = owner.config.challengeLifetimeMs
      const lifetimeMs = asked === undefined ? own : Math.max(own, LONG_WORK_MS)
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: owner.config.challengeCost,
        counter: randomInt(STEPS.least * times, STEPS.most * times + 1),
        deriveKey,
        hmacSignatureSecret: secret,
      })
      const { parameters, signature = '' } = JSON.parse(JSON.stringify(made)) as typeof made
      const id = await keep(ports, owner, action, { kind: 'work', times, parameters, signature, secret }, lifetimeMs)
      const { algorithm: _algorithm, cost, keyLength = 32, keyPrefix, nonce, salt } = parameters
      const shown = { algorithm: 'PBKDF2/SHA-256', cost, keyLength, keyPrefix, nonce, salt } as const
      return { id, lifetimeMs, challenge: { parameters: shown, signature } }
    },
    /** A puzzle for an action. */
    async puzzle(owner: ChallengeOwner, action: CaptchaAction): Promise<PuzzleChallenge> {
      const turned = randomInt(LEAST_TURN_DEGREES, 361 - LEAST_TURN_DEGREES)
      const id = await keep(ports, owner, action, { kind: 'puzzle', degrees: 360 - turned })
      const { challengeLifetimeMs: lifetimeMs } = owner.config
      return { id, lifetimeMs, sizePx: PICTURE_PX, discPx: DISC_PX, ...drawPuzzle(turned) }
    },
    /** Takes the one answer to a puzzle. @throws AppError captcha.failed when it is wrong, and the codes of `check` */
    async answerPuzzle(owner: ChallengeOwner, id: string, degrees: number): Promise<CaptchaPass> {
      const record = await spend(ports, id, owner)
      if (record.kind !== 'puzzle') throw new AppError('captcha.invalid')
      if (distance(record.degrees, degrees) > TOLERANCE_DEGREES) throw new AppError('captcha.failed')
      const token = await keep(ports, owner, record.action, { kind: 'pass' })
      return { token, lifetimeMs: owner.config.challengeLifetimeMs }
    },
    /** Uses a token up. @throws AppError captcha.invalid when it is wrong, made up, or made for another action, brand or
     *  browser; captcha.spent; captcha.expired */
    async check(token: string, owner: ChallengeOwner, action: CaptchaAction): Promise<void> {
      const { id, value } = splitToken(token) ?? { id: token, value: '' }
      const record = await spend(ports, id, owner)
      if (record.action !== action || record.kind === 'puzzle') throw new AppError('captcha.invalid')
      if (record.kind === 'work' && !(await isSolved(record, value))) throw new AppError('captcha.invalid')
    },
    /** Uses up work that was asked for beyond a budget. @param times how often the least work
     *  @throws AppError captcha.work_required when it is not enough by now, and the codes of `check` */
    async checkWork(token: string, owner: ChallengeOwner, action: CaptchaAction, times: number): Promise<void> {
      const { id, value } = splitToken(token) ?? { id: token, value: '' }
      const record = await spend(ports, id, owner)
      if (record.action !== action || record.kind !== 'work') throw new AppError('captcha.invalid')
      if (record.times * TOLERANCE_OF_PRICE < times) throw new AppError('captcha.work_required', { times })
      if (!(await isSolved(record, value))) throw new AppError('captcha.invalid')
    },
  }
}

async function keep(
  { clock, store }: OwnChallengePorts,
  owner: ChallengeOwner,
  action: CaptchaAction,
  task: Task,
  lifetimeMs = owner.config.challengeLifetimeMs,
): Promise<string> {
  const name = randomBytes(NAME_BYTES).toString('base64url')
  const nowMs = clock().getTime()
  const expiresAtMs = nowMs + lifetimeMs
  const record: Kept = {
    ...task,
    action,
    brandId: owner.brandId,
    browser: browserMark(owner.browser ?? ''),
    expiresAtMs,
  }
  await store.put(name, JSON.stringify(record), lifetimeMs + REMEMBERED_MS, nowMs)
  return name
}

/** @throws AppError captcha.invalid, captcha.spent, captcha.expired */
async function spend({ clock, store }: OwnChallengePorts, name: string, owner: ChallengeOwner): Promise<Kept> {
  const nowMs = clock().getTime()
  const found = await store.spend(name, nowMs)
  if (found.kind === 'spent') throw new AppError('captcha.spent')
  if (found.kind === 'unknown') throw new AppError('captcha.invalid')
  const record = JSON.parse(found.record) as Kept
  if (record.brandId !== owner.brandId || record.browser !== browserMark(owner.browser ?? ''))
    throw new AppError('captcha.invalid')
  if (record.expiresAtMs <= nowMs) throw new AppError('captcha.expired')
  return record
}

async function isSolved({ parameters, signature, secret }: Work, value: string): Promise<boolean> {
  const [, counter, derivedKey] = SOLUTION.exec(value) ?? []
  if (counter === undefined || derivedKey === undefined) return false
  if (Number(counter) > 0xffffffff) return false
  const { verified } = await verifySolution({
    challenge: { parameters, signature },
    solution: { counter: Number(counter), derivedKey },
    deriveKey,
    hmacSignatureSecret: secret,
  })
  return verified
}

function distance(left: number, right: number): number {
  const apart = Math.abs(left - right) % 360
  return Math.min(apart, 360 - apart)
}
