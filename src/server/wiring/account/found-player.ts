import type { AccountService } from '#server/account/account.service.ts'
import type { PlayerScope } from '../http/call-scope.ts'

/** The player whom a session or a bearer names, as calls see them; null when it names nobody. */
export async function playerBy(
  account: AccountService,
  brandId: string,
  by: Parameters<AccountService['findPlayer']>[1],
): Promise<PlayerScope | null> {
  const found = await account.findPlayer(brandId, by)
  if (!found) return null
  const { session, accounts, settings } = found
  const { accountId } = session
  const [active] = accounts
  const bonus = accounts.find(({ kind, currency }) => kind === 'bonus' && currency === active?.currency)
  return {
    accountId,
    sessionId: session.sessionId,
    // A bearer is no token of a cookie: what renews or ends the session of a cookie is not for it.
    token: 'token' in by ? by.token : '',
    summary: {
      userId: accountId,
      balanceMinor: active?.balanceMinor ?? 0,
      currency: active?.currency ?? '',
      ...(bonus ? { bonusMinor: bonus.balanceMinor } : {}),
      ...(accounts.filter(({ kind }) => kind === 'cash').length > 1 ? { hasSeveralAccounts: true } : {}),
      settings,
    },
  }
}
