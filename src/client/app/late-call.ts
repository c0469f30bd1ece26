import { AppError } from '#calls/app-error.ts'
import type { CallPort } from '#calls/call.ts'
import type { PageCallPorts } from './page-call.ts'

/** The calls of a page, whose code is no part of the first load: it comes with the first call, and once more after a failure.
 *  @throws AppError request.offline when it cannot be fetched, besides what the calls throw */
export function createLateCall(ports: PageCallPorts): CallPort {
  let loaded: Promise<CallPort> | undefined
  const load = () =>
    import('./page-call.ts').then(
      ({ createPageCall }) => createPageCall(ports),
      (cause: unknown) => {
        loaded = undefined
        throw new AppError('request.offline', {}, { cause })
      },
    )
  return async (call, input, extras) => {
    loaded ??= load()
    return (await loaded)(call, input, extras)
  }
}
