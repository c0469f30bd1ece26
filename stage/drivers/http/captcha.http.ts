import { type ChallengeParameters, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { captchaActors } from '#calls/actors/captcha.actors.ts'
import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import type { SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import { type HttpMachine, member } from './http-machine.ts'

/** Types whose token the device can work for: it asks the brand's own server alone. */
const OWN = ['custom', 'puzzle']

/** captcha/captcha over HTTP: the challenge is asked for and worked off as in the page. Loading and drawing are the page's. */
export const captchaHttp: HttpMachine = {
  actors: {
    execute: {
      makesCall: (input) => OWN.includes(String(member(input, 'type'))),
      send: ({ call }) => solvedWork(call),
      comparable: (output) => ({ token: typeof member(output, 'token'), lifetimeMs: member(output, 'lifetimeMs') }),
      isOfPage: (code) => code !== 'rate.limited',
    },
  },
}

/** Asks for a proof of work and does it. @param times how often the least work, where an attempt beyond a budget asks for it */
export async function solvedWork(call: CallPort, times?: number): Promise<SolvedCaptcha> {
  const asked = await captchaActors.askWork(call, 'sign_in', times)
  const { parameters, signature } = asked.challenge
  const challenge = { parameters: parameters as ChallengeParameters, signature }
  const found = await solveChallenge({ challenge, deriveKey })
  if (!found) throw new AppError('captcha.failed')
  return captchaActors.solved(asked, found)
}
