import { disconnect } from '#calls/account.calls.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { App } from '../app/app-context.ts'
import { offeredPath } from '../app/paths.ts'
import { wipePlayerData } from '../app/player-data.ts'
import { guestOf, tellSignedOut } from '../app/session-end.ts'
import { shellPort } from '../app/shell-port.ts'

/** Signs the player out, here and in the other tabs, and leaves nothing of them in the page: another document follows (SEC-12).
 *  @returns whether the server took it; why it did not is shown already */
export async function signOut(app: App): Promise<boolean> {
  try {
    await app.call(disconnect, {})
  } catch (failure) {
    const { code, params } = readFailure(failure)
    shellPort.notify({ id: 'sign-out', kind: 'error', text: code, params })
    return false
  }
  tellSignedOut(app, 'choice')
  wipePlayerData()
  window.location.assign(offeredPath(guestOf(app), 'home') ?? '/')
  return true
}
