import type { App } from './app-context.ts'
import { endEpoch } from './auth-epoch.ts'
import { offeredPath } from './paths.ts'
import { hearTabs, type SignOutReason, tellTabs } from './tabs.ts'

/** Query parameter that tells the sign-in page why somebody is there. */
export const END_PARAMETER = 'ended'

/** So long a page that is being left is not left again: another tab's word would break off the way that was begun. */
const LEAVING_MS = 5000
let isLeaving = false

/** Leaves the page of a player whose session is over: another document follows, in which nothing of the player is left
 *  (SEC-12). Whoever was away for too long is told so on the way in; otherwise the same address is opened as a guest. */
export function leavePlayerPage(app: App, because: SignOutReason): void {
  endEpoch()
  if (isLeaving) return
  isLeaving = true
  window.setTimeout(() => {
    isLeaving = false
  }, LEAVING_MS)
  const { pathname, search } = window.location
  const signIn = offeredPath(guestOf(app), 'login', {
    [app.site.config.other.returnUrlParameter]: pathname + search,
    [END_PARAMETER]: because,
  })
  if (because === 'idle' && signIn) window.location.assign(signIn)
  else window.location.reload()
}

/** The same page for somebody who has not signed in. */
export function guestOf(app: App): App {
  return { ...app, state: { ...app.state, visitor: { ...app.state.visitor, player: null } } }
}

/** Tells the other tabs that the player of this page has been signed out. */
export function tellSignedOut({ state }: App, because: SignOutReason): void {
  const userId = state.visitor.player?.userId
  endEpoch()
  if (userId !== undefined) tellTabs({ kind: 'signed-out', userId, because })
}

/** Leaves the page when another tab has signed its player out. @returns stops it */
export function leaveWithOtherTabs(app: App): () => void {
  const userId = app.state.visitor.player?.userId
  if (userId === undefined) return () => undefined
  return hearTabs(userId, (word) => {
    if (word.kind === 'signed-out') leavePlayerPage(app, word.because)
  })
}
