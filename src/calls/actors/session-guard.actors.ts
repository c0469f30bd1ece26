import type { SignedIn } from '#machines/account/sessions/session-guard.machine.ts'
import { disconnect } from '../account.calls.ts'
import type { CallPort } from '../call.ts'
import { getUserConfig } from '../shell.calls.ts'

/** The calls of the machine account/session-guard: what its actors send, and what they give it of the answer. */
export const sessionGuardActors = {
  signOut: (call: CallPort): Promise<unknown> => call(disconnect, {}),
  readPlayer: async (call: CallPort): Promise<SignedIn> => {
    const { player } = await call(getUserConfig, {})
    return { userId: player?.userId ?? null }
  },
} as const
