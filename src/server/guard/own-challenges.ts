import { createHash, randomBytes, randomInt } from 'node:crypto'
import { type ChallengeParameters, createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { AppError } from '#calls/app-error.ts'
import { splitToken } from '#machines/captcha/captcha.rules.ts'
import type { CaptchaAction, CaptchaChallenge, CaptchaConfig, CaptchaPass, PuzzleChallenge } from '#schemas'
import type { ChallengeStore } from './challenge-store.ts'
import { DISC_PX, drawPuzzle, PICTURE_PX } from './puzzle-picture.ts'

/** The steps that a proof of work takes: with 1,000 iterations each, about 0.15 s on a desktop and 0.6 s on a phone. */
const STEPS = { least: 200, most: 800 } as const
/** Whoever takes the work instead of the puzzle does more of it. */
export const INSTEAD_OF_PUZZLE = 4
/** How far from its place the disc may be let go, in degrees. */
const TOLERANCE_DEGREES = 7
/** A disc that stands nearly right is no puzzle. */
const LEAST_TURN_DEGREES = 40
/** How long a challenge is remembered after its end, so that a late answer is told that it is late. */
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
export function createOwnChallenges({ store, clock }: OwnChallengePorts) {
  async function keep(owner: ChallengeOwner, action: CaptchaAction, task: Task): Promise<string> {
    const name = randomBytes(NAME_BYTES).toString('base64url')
    const nowMs = clock().getTime()
    const { challengeLifetimeMs: lifetimeMs } = owner.config
    const expiresAtMs = nowMs + lifetimeMs
    const record: Kept = { ...task, action, brandId: owner.brandId, browser: markOf(owner), expiresAtMs }
    await store.put(name, JSON.stringify(record), lifetimeMs + REMEMBERED_MS, nowMs)
    return name
  }

  /** @throws AppError captcha.invalid, captcha.spent, captcha.expired */
  async function spend(name: string, owner: ChallengeOwner): Promise<Kept> {
    const nowMs = clock().getTime()
    const found = await store.spend(name, nowMs)
    if (found.kind === 'spent') throw new AppError('captcha.spent')
    if (found.kind === 'unknown') throw new AppError('captcha.invalid')
    const record = JSON.parse(found.record) as Kept
    if (record.brandId !== owner.brandId || record.browser !== markOf(owner)) throw new AppError('captcha.invalid')
    if (record.expiresAtMs <= nowMs) throw new AppError('captcha.expired')
    return record
  }

  return {
    /** A proof of work for an action. */
    async work(owner: ChallengeOwner, action: CaptchaAction): Promise<CaptchaChallenge> {
      const secret = randomBytes(32).toString('base64url')
      const factor = owner.config.type === 'puzzle' ? INSTEAD_OF_PUZZLE : 1
      const made = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: owner.config.challengeCost,
        counter: randomInt(STEPS.least * factor, STEPS.most * factor + 1),
        deriveKey,
        hmacSignatureSecret: secret,
      })
      const { parameters, signature = '' } = JSON.parse(JSON.stringify(made)) as typeof made
      const id = await keep(owner, action, { kind: 'work', parameters, signature, secret })
      const { algorithm: _algorithm, cost, keyLength = 32, keyPrefix, nonce, salt } = parameters
      const shown = { algorithm: 'PBKDF2/SHA-256', cost, keyLength, keyPrefix, nonce, salt } as const
      return { id, lifetimeMs: owner.config.challengeLifetimeMs, challenge: { parameters: shown, signature } }
    },
    /** A puzzle for an action. */
    async puzzle(owner: ChallengeOwner, action: CaptchaAction): Promise<PuzzleChallenge> {
      const turned = randomInt(LEAST_TURN_DEGREES, 361 - LEAST_TURN_DEGREES)
      const id = await keep(owner, action, { kind: 'puzzle', degrees: 360 - turned })
      const { challengeLifetimeMs: lifetimeMs } = owner.config
      return { id, lifetimeMs, sizePx: PICTURE_PX, discPx: DISC_PX, ...drawPuzzle(turned) }
    },
    /** Takes the one answer to a puzzle. @throws AppError captcha.failed when it is wrong, and the codes of `check` */
    async answerPuzzle(owner: ChallengeOwner, id: string, degrees: number): Promise<CaptchaPass> {
      const record = await spend(id, owner)
      if (record.kind !== 'puzzle') throw new AppError('captcha.invalid')
      if (distance(record.degrees, degrees) > TOLERANCE_DEGREES) throw new AppError('captcha.failed')
      const token = await keep(owner, record.action, { kind: 'pass' })
      return { token, lifetimeMs: owner.config.challengeLifetimeMs }
    },
    /** Uses a token up. @throws AppError captcha.invalid when it is wrong, made up, or made for another action, brand or
     *  browser; captcha.spent; captcha.expired */
    async check(token: string, owner: ChallengeOwner, action: CaptchaAction): Promise<void> {
      const { id, value } = splitToken(token) ?? { id: token, value: '' }
      const record = await spend(id, owner)
      if (record.action !== action || record.kind === 'puzzle') throw new AppError('captcha.invalid')
      if (record.kind === 'work' && !(await isSolved(record, value))) throw new AppError('captcha.invalid')
    },
  }
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

/** What is kept of a browser's name: enough to know it again, not to be it. */
function markOf({ browser }: ChallengeOwner): string {
  return createHash('sha256')
    .update(browser ?? '')
    .digest('base64url')
}

function distance(left: number, right: number): number {
  const apart = Math.abs(left - right) % 360
  return Math.min(apart, 360 - apart)
}
