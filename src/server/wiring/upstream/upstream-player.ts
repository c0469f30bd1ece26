import { getUserInformation } from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import { getBalance } from '#calls/money.calls.ts'
import { shownBalance } from '#machines/money/currency-account.rules.ts'
import type { BalanceAnswer, PlayerSummary, UserInformation } from '#schemas'
import type { AnyHandler, CallScope, PlayerScope } from '../http/call-scope.ts'

/** Cookies of the engine's own, which make nobody a player of the platform. */
const OUR_COOKIES = /^(?:lng|scheme|__Host-browser|__Host-frame)$/
const DEFAULT_EXPONENT = 2

/** The scope of a request with the player whom an operator's own platform knows by its cookies: it is asked for the
 *  player and their balance, by the calls of the specification. A visitor without any of its cookies is a guest without
 *  asking; so is everybody while the platform cannot be reached.
 *  @param handlers those of the platform */
export function withUpstreamPlayer(handlers: readonly AnyHandler[]): (scope: CallScope) => Promise<CallScope> {
  const [information, balance] = [getUserInformation, getBalance].map(({ id }) => {
    const handler = handlers.find(({ call }) => call.id === id)
    if (!handler) throw new Error(`no handler answers ${id}`)
    return handler
  }) as [AnyHandler, AnyHandler]
  return async (scope) => {
    if (!hasCookies(scope)) return scope
    try {
      const [player, { accounts }] = (await Promise.all([
        information.handle({}, scope),
        balance.handle({}, scope),
      ])) as [UserInformation, BalanceAnswer]
      return { ...scope, player: playerOf(scope, player.data.id, accounts) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'access.denied')
        scope.log.warn({ code: error.code }, 'the platform did not say who is signed in')
      return scope
    }
  }
}

function hasCookies({ header }: CallScope): boolean {
  const names = (header('cookie') ?? '').split(';').map((pair) => pair.trim().split('=')[0] ?? '')
  return names.some((name) => name !== '' && !OUR_COOKIES.test(name))
}

/** The player as pages know them; null when the platform gives no number that we can show. Session and token are the
 *  platform's. */
function playerOf(scope: CallScope, id: string, accounts: BalanceAnswer['accounts']): PlayerScope | null {
  const accountId = Number(id)
  if (!Number.isSafeInteger(accountId) || accountId < 1) {
    scope.log.error('the number of the platform’s player is no positive integer')
    return null
  }
  return { accountId, sessionId: '', token: '', summary: { userId: accountId, ...moneyOf(scope, accounts) } }
}

function moneyOf({ site }: CallScope, accounts: BalanceAnswer['accounts']): Omit<PlayerSummary, 'userId'> {
  const active = accounts.find(({ isActive }) => isActive)
  if (!active) return { balanceMinor: 0, currency: site.config.global.defaultCurrency }
  const shown = shownBalance(active, site.config.global.currencies[active.iso]?.exponent ?? DEFAULT_EXPONENT)
  return { balanceMinor: shown.kind === 'money' ? shown.minor : shown.points, currency: active.iso }
}
