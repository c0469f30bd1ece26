import { useEffect } from 'react'
import type { CallPort } from '#calls/call.ts'
import { getBearerBalance } from '#calls/money.calls.ts'
import { getUserToken } from '#calls/token.calls.ts'
import { tokenEndMs } from '#machines/account/sessions/token-claims.rules.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import { useApp } from '../../page/app-context.ts'
import { usePlayer } from '../../page/player.tsx'
import { noteFault } from '../../page/report.ts'
import { showActiveBalance } from '../../page/show-active-balance.ts'
import { useCall } from '../../page/use-call.ts'
import { hasUserToken, storeUserToken } from '../../page/user-token-cookie.ts'
import { renewDevice } from '../push/push-actors.ts'

/** Keeps what a signed-in page has of its player up to date: the user token while the page is open (TOK-14), and the balance when
 *  the page is seen again (ACC-22). It draws nothing. */
export function PlayerUpkeep() {
  const app = useApp()
  const call = useCall()
  const { showBalance } = usePlayer()
  useEffect(() => {
    const keep = () => void keepUserToken(call).catch(noted('user_token.not_kept'))
    const resume = () => {
      if (document.visibilityState !== 'visible') return
      keep()
      const shown = call(getBearerBalance, {}).then(({ accounts }) => showActiveBalance(app, accounts, showBalance))
      void shown.catch(noted('balance.not_read'))
    }
    keep()
    void renewDevice(call).catch(noted('push.not_renewed'))
    document.addEventListener('visibilitychange', resume)
    window.addEventListener('pageshow', resume)
    return () => {
      document.removeEventListener('visibilitychange', resume)
      window.removeEventListener('pageshow', resume)
    }
  }, [app, call, showBalance])
  return null
}

/** Sees to it that the browser has a user token: a new one only when the one before has ended. */
async function keepUserToken(call: CallPort): Promise<void> {
  if (hasUserToken()) return
  const { token } = (await call(getUserToken, {})).data
  storeUserToken(token, tokenEndMs(token, Date.now()))
}

/** A failure that the player need not know of: what is shown stays as it was. */
function noted(name: string): (error: unknown) => void {
  return (error) => {
    const { code } = readFailure(error)
    if (code !== 'request.cancelled') noteFault(name, { code })
  }
}
