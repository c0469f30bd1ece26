import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import { fetchCode } from '../page/late/late-code.ts'
import type { PageCall, PageCallPorts } from './page-call.ts'

const loadPageCall = () => import('./page-call.ts')

/** The calls of a page, whose code is no part of the first load: it comes with the first call, and once more after a failure.
 *  @throws AppError request.offline when it cannot be fetched, besides what the calls throw */
export function createLateCall(ports: PageCallPorts): PageCall {
  let loaded: Promise<PageCall> | undefined
  const load = () => {
    loaded ??= fetchCode(loadPageCall, 'createPageCall').then(
      ({ createPageCall }) => createPageCall(ports),
      (cause: unknown) => {
        loaded = undefined
        throw new AppError('request.offline', {}, { cause })
      },
    )
    return loaded
  }
  const send: CallPort = async (call, input, extras) => (await load())(call, input, extras)
  return Object.assign(send, { startTokens: async () => (await load()).startTokens() })
}
