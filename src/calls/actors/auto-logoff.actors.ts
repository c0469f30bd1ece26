import { disconnect } from '../account.calls.ts'
import type { CallPort } from '../call.ts'

/** The call of the machine account/auto-logoff: what its actor sends; it gives the machine nothing of the answer. */
export const autoLogoffActors = {
  signOut: async (call: CallPort): Promise<void> => {
    await call(disconnect, {})
  },
} as const
