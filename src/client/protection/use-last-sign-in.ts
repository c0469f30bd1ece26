import { useEffect } from 'react'
import type { PlayerSummary, PlaySessionAnswer } from '#schemas'
import { useApp } from '../page/app-context.ts'
import { useInstants } from '../page/instants.ts'
import { shellPort } from '../page/shell-port.ts'
import { isSignInTold, keepSignInTold } from './acknowledged-checks.ts'

/** Tells a player once after they have signed in when they last did, where the brand does so: a stranger's sign-in is noticed. */
export function useLastSignIn({ userId }: PlayerSummary, session: PlaySessionAnswer | null): void {
  const { isLastSignInShown } = useApp().site.config.responsible
  const instant = useInstants()
  const { startedAt, previousAt } = session ?? {}
  const when = previousAt === undefined ? null : instant(previousAt)
  useEffect(() => {
    if (!isLastSignInShown || startedAt === undefined || when === null || isSignInTold(userId, startedAt)) return
    keepSignInTold(userId, startedAt)
    shellPort.notify({ id: 'last-sign-in', kind: 'info', text: 'shell.last_sign_in', params: { when } })
  }, [isLastSignInShown, startedAt, when, userId])
}
