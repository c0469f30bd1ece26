import type { CaptchaAction, CaptchaChallenge } from '#schemas'
import type { CallPort } from '../call.ts'
import { createCaptchaChallenge } from '../guard.calls.ts'

/** What was found by working a challenge off. */
export interface FoundWork {
  readonly counter: number
  readonly derivedKey: string
}

/** The call of the machine captcha/captcha where the device works for the token, in its two halves. */
export const captchaActors = {
  askWork: (call: CallPort, action: CaptchaAction, times?: number): Promise<CaptchaChallenge> =>
    call(createCaptchaChallenge, { body: { action, ...(times === undefined ? {} : { times }) } }),
  solved: ({ id, lifetimeMs }: CaptchaChallenge, { counter, derivedKey }: FoundWork) => ({
    token: `${id}.${counter}-${derivedKey}`,
    lifetimeMs,
  }),
} as const
