import { fromObservable, fromPromise } from 'xstate'
import { serviceTokenActors } from '#calls/actors/service-token.actors.ts'
import type { CallPort, StopSignal } from '#calls/call.ts'
import { serviceTokenMachine } from '#machines/account/sessions/service-token.machine.ts'
import type { TokenAnswer } from '#machines/account/sessions/service-token.rules.ts'
import type {
  Refusal,
  Shared,
  StoredToken,
  TokenOutcome,
} from '#machines/account/sessions/service-token-setup.machine.ts'
import { makeUnrecordedActor } from '#renderers/shell/run-machine.ts'
import { epochOf, TOKEN_NAME, whenSignedOut } from '../page/auth-epoch.ts'
import { noteFault } from '../page/report.ts'
import { readKept, writeStored } from '../page/stored.ts'
import { hearTabs, tellTabs } from '../page/tabs.ts'
import { lockOfTabs } from './token-lock.ts'

/** The service token of a page (TOK-1 to TOK-13), as requests use it. */
export interface ServiceTokenClient {
  /** Grows with each sign-in and sign-out; a request carries the value at which it was sent. */
  readonly epoch: () => number
  /** The token, fetched if need be. */
  readonly want: (signal: StopSignal) => Promise<TokenOutcome>
  /** Another token, after a 401. */
  readonly renew: (refusal: Omit<Refusal, 'requestId' | 'nowMs'>, signal: StopSignal) => Promise<TokenOutcome>
  /** A request that carried the token has succeeded. */
  readonly accept: (url: string) => void
}

/** Runs the service token of the page's player. It lives as long as the page.
 *  @param call sends the call for a token, which carries none itself   @param userId the player; null for a guest */
export function createServiceToken(call: CallPort, userId: number | null): ServiceTokenClient {
  let epoch = epochOf(userId)
  /** Whether the player has had a token, in this tab or in another: the next one is asked for as a refresh of it. */
  let isRenewal = false
  let asked = 0
  const waiting = new Map<string, (outcome: TokenOutcome) => void>()
  const fetchToken = fromPromise<TokenAnswer, { readonly epoch: number }>(async ({ signal }) => {
    const wasRenewal = isRenewal
    isRenewal = true
    return serviceTokenActors.fetchToken(call, { isRenewal: wasRenewal, nowMs: Date.now, signal })
  })
  const actor = makeUnrecordedActor(
    serviceTokenMachine.provide({
      actors: {
        holdLock: fromObservable(({ input }) => lockOfTabs(input.isStealing)),
        readStored: fromPromise(async () => {
          const kept = storedToken()
          isRenewal ||= kept.stored !== null
          return kept
        }),
        fetchToken,
      },
    }),
    { input: { isSignedIn: userId !== null, epoch } },
  )
  actor.on('token.settled', ({ requestId, outcome }) => waiting.get(requestId)?.(outcome))
  actor.on('token.published', ({ type: _type, ...shared }) => {
    writeStored(TOKEN_NAME, shared)
    if (userId !== null) tellTabs({ kind: 'token', userId, shared })
  })
  actor.on('logged', ({ code }) => noteFault('service_token.not_fetched', { code }))
  whenSignedOut((next) => {
    epoch = next
    actor.send({ type: 'user.signed-out', epoch })
  })
  if (userId !== null) {
    hearTabs(userId, (word) => {
      if (word.kind !== 'token') return
      isRenewal = true
      actor.send({ type: 'token.shared', ...word.shared, nowMs: Date.now() })
    })
  }
  whenSeenAgain(() => actor.send({ type: 'page.resumed', nowMs: Date.now() }))
  actor.start()

  /** Asks the machine under a number of its own, and gives up with the signal. */
  function ask(signal: StopSignal, send: (requestId: string) => void): Promise<TokenOutcome> {
    asked += 1
    const requestId = `request-${asked}`
    const abandon = () => actor.send({ type: 'request.abandoned', requestId })
    return new Promise((resolve) => {
      waiting.set(requestId, (outcome) => {
        waiting.delete(requestId)
        signal.removeEventListener('abort', abandon)
        resolve(outcome)
      })
      signal.addEventListener('abort', abandon)
      send(requestId)
    })
  }
  return {
    epoch: () => epoch,
    want: (signal) => ask(signal, (requestId) => actor.send({ type: 'token.wanted', requestId, nowMs: Date.now() })),
    renew: (refusal, signal) =>
      ask(signal, (requestId) => actor.send({ type: 'request.refused', requestId, nowMs: Date.now(), ...refusal })),
    accept: (url) => actor.send({ type: 'request.accepted', url }),
  }
}

/** The token that another tab has left, if what is kept has the shape of one. @throws StorageFault */
function storedToken(): StoredToken {
  const kept = readKept(TOKEN_NAME) as Partial<Shared> | null | undefined
  const numbers = [kept?.epoch, kept?.expiresAtMs, kept?.skewMs, kept?.receivedAtMs]
  const isWhole = typeof kept?.token === 'string' && numbers.every(Number.isFinite)
  return { stored: isWhole ? (kept as Shared) : null, nowMs: Date.now() }
}

function whenSeenAgain(tell: () => void): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') tell()
  })
  window.addEventListener('pageshow', tell)
}
