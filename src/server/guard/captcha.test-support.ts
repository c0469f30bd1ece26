import { readFileSync } from 'node:fs'
import { type ChallengeParameters, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { CaptchaChallenge, CaptchaConfig } from '#schemas'
import { createMemoryBudgetStore } from './budget-store.ts'
import { type CaptchaVisitor, createCaptcha } from './captcha.service.ts'
import { type ChallengeStore, createMemoryChallengeStore } from './challenge-store.ts'
import type { SiteVerifyPorts } from './site-verify.ts'

const base: CaptchaConfig = JSON.parse(
  readFileSync(new URL('../../../brands/_base/config/captcha.json', import.meta.url), 'utf8'),
)

/** The configuration of the engine with every action guarded; the work is light. */
export function captchaConfig(own: Partial<CaptchaConfig> = {}): CaptchaConfig {
  const guards = {
    registration: 'always',
    sign_in: 'always',
    password_reset: 'always',
    code_sending: 'always',
  } as const
  return { ...base, type: 'custom', challengeCost: 100, challengesPerMinute: 1_000_000, guards, ...own }
}

/** Somebody who is asked for a captcha. */
export function captchaVisitor(own: Partial<CaptchaVisitor> = {}): CaptchaVisitor {
  return {
    brandId: 'red',
    browser: 'browser of Ann',
    address: '10.0.0.1',
    host: 'red.example',
    config: captchaConfig(),
    ...own,
  }
}

/** A captcha on a clock of its own, which says whether an action was let through: its name, or the code of the refusal. */
export function captchaUnderTest(
  ports: Partial<SiteVerifyPorts> = {},
  store: ChallengeStore = createMemoryChallengeStore(),
) {
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const captcha = createCaptcha({
    store,
    budgets: createMemoryBudgetStore(),
    clock: () => new Date(nowMs),
    secretOf: () => undefined,
    log: { error: () => undefined },
    ...ports,
  })
  const pass = (visitor: CaptchaVisitor, action: 'registration' | 'sign_in', token: string | null): Promise<string> =>
    captcha
      .guard(visitor, { action, token }, async () => 'let through')
      .catch((error: { readonly code?: string }) => error.code ?? String(error))
  return { captcha, pass, now: () => nowMs, wait: (ms: number) => (nowMs += ms) }
}

/** Does the work of a challenge as a browser would, and gives the token. */
export async function solvedToken({ id, challenge }: CaptchaChallenge): Promise<string> {
  const parameters = challenge.parameters as ChallengeParameters
  const solution = await solveChallenge({ challenge: { parameters, signature: challenge.signature }, deriveKey })
  if (!solution) throw new Error('the challenge was not solved')
  return `${id}.${solution.counter}-${solution.derivedKey}`
}
