import { captchaActors } from '#calls/actors/captcha.actors.ts'
import { AppError } from '#calls/app-error.ts'
import type { SolvedCaptcha } from '#machines/captcha/captcha-setup.machine.ts'
import type { CaptchaChallenge } from '#schemas'
import { scriptAddress } from '../page/trusted-types.ts'
import type { CaptchaProvider, ProviderPorts } from './captcha-provider.ts'
import type { WorkMessage } from './work.worker.ts'
import workerFile from './work.worker.ts?worker&url'
import { workerError } from './worker-error.ts'

/** What a proof of work needs; `times` the least work where an attempt beyond a budget is asked for it. */
export type WorkPorts = Pick<ProviderPorts, 'action' | 'call'> & { readonly times?: number }

/** The engine's own captcha: a proof of work in a worker, without a widget and without any other host. It makes abuse dear; it
 *  does not prove that somebody is human. */
export function createWorkProvider({ action, call, times }: WorkPorts): CaptchaProvider {
  let worker: Worker | null = null
  const end = () => {
    worker?.terminate()
    worker = null
  }
  const start = async (signal: AbortSignal): Promise<Worker> => {
    if (worker) return worker
    const started = new Worker(scriptAddress(workerFile), { type: 'module' })
    worker = started
    const hello = await nextMessage(started, signal)
    if (hello.kind !== 'ready') throw new AppError('captcha.unavailable')
    return started
  }
  return {
    load: async (signal) => void (await start(signal)),
    render: async () => undefined,
    isReady: () => worker !== null,
    async execute(signal) {
      const [challenge, ready] = await Promise.all([captchaActors.askWork(call, action, times), start(signal)])
      signal.throwIfAborted()
      return solve(ready, challenge, signal)
    },
    // A worker that was left in the middle of its work is good for no other.
    reset: async () => end(),
    dispose: end,
  }
}

async function solve(worker: Worker, challenge: CaptchaChallenge, signal: AbortSignal): Promise<SolvedCaptcha> {
  const answer = nextMessage(worker, signal)
  worker.postMessage(challenge)
  const found = await answer
  if (found.kind !== 'solved') throw new AppError('captcha.failed', {}, { cause: found })
  return captchaActors.solved(challenge, found)
}

/** @throws AppError captcha.unavailable when the worker cannot run */
function nextMessage(worker: Worker, signal: AbortSignal): Promise<WorkMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<WorkMessage>()
  const once = { once: true, signal } as const
  worker.addEventListener('message', ({ data }: MessageEvent<WorkMessage>) => resolve(data), once)
  const fail = (event: ErrorEvent) => reject(new AppError('captcha.unavailable', {}, { cause: workerError(event) }))
  worker.addEventListener('error', fail, once)
  signal.addEventListener('abort', () => {
    worker.terminate()
    reject(signal.reason)
  })
  return promise
}
