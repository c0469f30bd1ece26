import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { CaptchaChallenge } from '#schemas'

/** What the worker answers: that it is there, the solution, or that there is none. */
export type WorkMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'solved'; readonly counter: number; readonly derivedKey: string }
  | { readonly kind: 'unsolved'; readonly reason: string }

const say = (message: WorkMessage) => globalThis.postMessage(message)

/** The work of a challenge away from the page, so that the page stays quick. It ends when the page ends the worker, or when
 *  the challenge is too old to be answered. */
async function work({ challenge, lifetimeMs }: CaptchaChallenge): Promise<void> {
  try {
    const solution = await solveChallenge({ challenge, deriveKey, timeout: lifetimeMs })
    if (solution) say({ kind: 'solved', counter: solution.counter, derivedKey: solution.derivedKey })
    else say({ kind: 'unsolved', reason: 'out of time' })
  } catch (error) {
    say({ kind: 'unsolved', reason: String(error) })
  }
}

globalThis.onmessage = ({ data }: MessageEvent<CaptchaChallenge>) => void work(data)
say({ kind: 'ready' })
