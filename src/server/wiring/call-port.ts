import { AppError } from '#calls/app-error.ts'
import { type CallPort, isForPlayers } from '#calls/call.ts'
import type { AnyHandler, CallScope } from './call-scope.ts'

/** Sends the calls of a page's loaders straight to their handlers.
 *  @returns for a scope, a port whose calls see the request's brand, language and player */
export function callPortIn(handlers: readonly AnyHandler[]): (scope: CallScope) => CallPort {
  const byId = new Map(handlers.map((handler) => [handler.call.id, handler]))
  return (scope) =>
    (async (call, input) => {
      const handler = byId.get(call.id)
      if (!handler) throw new Error(`no handler answers ${call.id}`)
      if (isForPlayers(call) && !scope.player) throw new AppError('access.denied')
      return handler.handle(input, scope)
    }) as CallPort
}
