import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { AdmittedOperator, StudioAccessPorts, StudioSender } from './access-ports.ts'
import { accountByEmail, grantsText, isClaimed, lockAccess, studioAccount, writeGrants } from './account-rows.ts'
import { COMMAND_LINE, logAct } from './acts.ts'
import { hashNewPassword } from './new-passwords.ts'
import { deleteOldSessions, endSessionsOf, startSession } from './operator-sessions.ts'
import { removeFactors } from './own-password.ts'
import {
  deleteOldLinks,
  FIRST_GRANTS,
  makeLink,
  type NewLink,
  readLink,
  type StudioLink,
  takeLink,
  withdrawLinks,
} from './studio-links.ts'

/** What somebody says who makes an account by a link. */
export interface Newcomer {
  readonly token: string
  readonly name: string
  readonly password: string
}

interface Entry {
  readonly name: string
  readonly link: StudioLink
  readonly email: string
  readonly passwordHash: string
  readonly sender: StudioSender
  readonly now: Date
}

/** How accounts come to be: the first owner by the link of the start, all others by an invitation. */
export function createJoining({ door, clock, passwords }: StudioAccessPorts) {
  return {
    /** Makes the link of the first owner; a former one is void. What is over goes. @returns null once there is an account */
    makeOwnerLink(): Promise<NewLink | null> {
      return door.transaction(async (tx) => {
        const now = clock()
        await lockAccess(tx)
        await deleteOldLinks(tx, now)
        await deleteOldSessions(tx, now)
        if (!(await isClaimed(tx))) return makeLink(tx, { email: null, grants: FIRST_GRANTS }, now)
        await withdrawLinks(tx, null)
        return null
      })
    },

    /** Makes the first owner and signs in. @throws StudioFailure access.link_used, access.password_common, request.invalid */
    async claim(sender: StudioSender, body: Newcomer & { readonly email: string }): Promise<AdmittedOperator> {
      const { token, email } = body
      const name = checkName(body.name)
      await door.transaction((tx) => readLink(tx, token, clock()))
      const passwordHash = await hashNewPassword(passwords, body.password, [email, name])
      return door.transaction(async (tx) => {
        const now = clock()
        await lockAccess(tx)
        const link = await takeLink(tx, token, now)
        if (link.email !== null || (await isClaimed(tx))) throw new StudioFailure('access.link_used')
        const entry: Entry = { name, email, passwordHash, link, sender, now }
        return admit(tx, await makeAccount(tx, entry), entry, 'studio.claimed')
      })
    },

    /** Makes the account of an invitation and signs in. Who was locked and is invited again gets in with a new password and without
     *  the former second factor: this is how a lost one is replaced.
     *  @throws StudioFailure access.link_used, access.email_taken, access.password_common, request.invalid */
    async join(sender: StudioSender, { token, name: given, password }: Newcomer): Promise<AdmittedOperator> {
      const name = checkName(given)
      const { email } = invited(await door.transaction((tx) => readLink(tx, token, clock())))
      const passwordHash = await hashNewPassword(passwords, password, [email, name])
      return door.transaction(async (tx) => {
        const now = clock()
        await lockAccess(tx)
        const link = invited(await takeLink(tx, token, now))
        const entry: Entry = { name, email, passwordHash, link, sender, now }
        const known = await accountByEmail(tx, email)
        if (known && known.grants.length > 0) throw new StudioFailure('access.email_taken')
        const accountId = await (known ? reopenAccount(tx, known.accountId, entry) : makeAccount(tx, entry))
        return admit(tx, accountId, entry, 'account.joined')
      })
    },
  }
}

function invited(link: StudioLink): StudioLink & { readonly email: string } {
  const { email } = link
  if (email === null) throw new StudioFailure('access.link_used')
  return { ...link, email }
}

/** A name without space around it, and none by which the log calls what is no account. */
function checkName(given: string): string {
  const name = given.trim()
  if (name !== '' && name.toLowerCase() !== COMMAND_LINE) return name
  throw new StudioFailure('request.invalid', { where: 'body/name', fault: 'is no name' })
}

async function makeAccount(tx: StudioTransaction, { name, email, passwordHash, now }: Entry): Promise<number> {
  const { accountId } = await tx
    .insertInto('studio.account')
    .values({ name, email, password_hash: passwordHash, created_at: now })
    .returning('account_id as accountId')
    .executeTakeFirstOrThrow()
  return accountId
}

async function reopenAccount(tx: StudioTransaction, accountId: number, { name, passwordHash }: Entry): Promise<number> {
  await removeFactors(tx, accountId)
  await tx
    .updateTable('studio.account')
    .set({ name, password_hash: passwordHash })
    .where('account_id', '=', accountId)
    .execute()
  await endSessionsOf(tx, accountId)
  return accountId
}

async function admit(
  tx: StudioTransaction,
  accountId: number,
  { name, link, sender, now }: Entry,
  act: 'studio.claimed' | 'account.joined',
): Promise<AdmittedOperator> {
  await writeGrants(tx, accountId, link.grants)
  const session = await startSession(tx, { accountId, sender, now })
  await logAct(tx, { at: now, account: name, act, details: { id: accountId, grants: grantsText(link.grants) } })
  return { account: await studioAccount(tx, accountId), session }
}
