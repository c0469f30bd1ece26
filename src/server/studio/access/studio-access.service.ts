import type { StudioSessionAnswer } from '#schemas'
import type { StudioOperator } from '../studio-scope.ts'
import type { StudioAccessPorts } from './access-ports.ts'
import { isClaimed, studioAccount } from './account-rows.ts'
import { createActLog } from './act-log.ts'
import { createAuthenticator } from './authenticator.ts'
import { createColleagues } from './colleagues.ts'
import { createJoining } from './joining.ts'
import { createOperatorPasskeySignIn, createOperatorPasskeys } from './operator-passkeys.ts'
import { findOperator } from './operator-sessions.ts'
import { createOwnPassword } from './own-password.ts'
import { createSigningIn } from './signing-in.ts'

/** Accounts of operators, their sessions and roles, and the log of what they did. */
export type StudioAccess = ReturnType<typeof createStudioAccess>

/** Makes the studio's access. */
export function createStudioAccess(ports: StudioAccessPorts) {
  const { door, clock } = ports
  // biome-ignore-start lint/nursery/noMisusedPromises: the rule takes an object with async methods for a promise
  return {
    ...createJoining(ports),
    ...createSigningIn(ports),
    ...createAuthenticator(ports),
    ...createOwnPassword(ports),
    ...createOperatorPasskeys(ports),
    ...createOperatorPasskeySignIn(ports),
    ...createColleagues(ports),
    ...createActLog(ports),

    /** The operator of the token of a cookie; null when it belongs to no session that is alive. */
    findOperator: (token: string): Promise<StudioOperator | null> =>
      door.transaction((tx) => findOperator(tx, token, clock())),

    /** Whether the studio has an owner, and who is signed in. */
    readSession(operator: StudioOperator | null): Promise<StudioSessionAnswer> {
      return door.transaction(async (tx) => ({
        isClaimed: operator !== null || (await isClaimed(tx)),
        ...(ports.mail ? { sendsMail: true } : {}),
        ...(operator ? { account: await studioAccount(tx, operator.accountId) } : {}),
      }))
    },
  }
  // biome-ignore-end lint/nursery/noMisusedPromises: see above
}
