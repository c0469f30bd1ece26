import { AppError } from '#calls/app-error.ts'
import { type Call, type CallPort, isForPlayers } from '#calls/call.ts'
import { normaliseParameters, type ParameterValue } from '#machines/site/routes/normalise-parameters.rules.ts'
import { isStorageOutage } from '#server/db/storage-outage.ts'
import type { AnyHandler, CallScope } from './call-scope.ts'
import { toAppError } from './error-answer.ts'

/** Sends the calls of a page's loaders straight to their handlers.
 *  @returns for a scope, a port whose calls see the request's brand, language and player */
export function callPortIn(handlers: readonly AnyHandler[]): (scope: CallScope) => CallPort {
  const byId = new Map(handlers.map((handler) => [handler.call.id, handler]))
  return (scope) =>
    (async (call, input) => {
      const handler = byId.get(call.id)
      if (!handler) throw new Error(`no handler answers ${call.id}`)
      if (isForPlayers(call) && !scope.player) throw new AppError('access.denied')
      return handler.handle(asSent(call, input), scope).catch((error: unknown) => {
        // A page says that the data cannot be had, as a call does.
        throw isStorageOutage(error) ? toAppError(error) : error
      })
    }) as CallPort
}

/** What a caller says, as it would come over HTTP: parameters that are declared are normalised (NORM-1 to NORM-8). */
function asSent({ declared }: Call, input: unknown): unknown {
  if (!declared?.query) return input
  const { query = {} } = input as { readonly query?: Readonly<Record<string, ParameterValue>> }
  return { ...(input as object), query: normaliseParameters(declared.query, query) }
}
