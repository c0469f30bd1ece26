import type {
  StudioAccount,
  StudioGrant,
  StudioGrantsBody,
  StudioInvitationAnswer,
  StudioInvitationBody,
} from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { StudioAccessPorts, StudioLetter } from './access-ports.ts'
import {
  accountByEmail,
  accountById,
  allAccounts,
  grantsText,
  isOwner,
  joinedGrants,
  lockAccess,
  toStudioAccount,
  writeGrants,
} from './account-rows.ts'
import { logAct } from './acts.ts'
import { endSessionsOf } from './operator-sessions.ts'
import { deleteOldLinks, makeLink, withdrawInvitations } from './studio-links.ts'

/** What owners of the whole installation do with accounts. Each method checks that the operator is one, as the database has it then.
 *  All @throws StudioFailure access.forbidden */
export function createColleagues({
  door,
  clock,
  mail,
  log,
}: Pick<StudioAccessPorts, 'door' | 'clock' | 'mail' | 'log'>) {
  /** Whether a mail was taken by the mail server. An invitation is good without: its link is shown. */
  async function sent(letter: StudioLetter): Promise<boolean> {
    if (!mail) return false
    try {
      await mail.send(letter)
      return true
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'studio: an invitation was not sent')
      return false
    }
  }

  return {
    /** The accounts by name. */
    listAccounts(operator: StudioOperator): Promise<StudioAccount[]> {
      return door.transaction(async (tx) => {
        await requireOwner(tx, operator)
        return (await allAccounts(tx)).map(toStudioAccount)
      })
    },

    /** Makes the link by which a colleague joins; a former one for the address is void. An account that is locked may be invited
     *  again. Where the studio sends mail, the link is sent too. @param origin scheme, host and port of the studio   @throws StudioFailure access.email_taken */
    async invite(
      operator: StudioOperator,
      { email, grants: asked }: StudioInvitationBody,
      origin: string,
    ): Promise<StudioInvitationAnswer> {
      const grants = joinedGrants(asked)
      const { link, expiresAt } = await door.transaction(async (tx) => {
        const now = clock()
        await lockAccess(tx)
        await requireOwner(tx, operator)
        const known = await accountByEmail(tx, email)
        if (known && known.grants.length > 0) throw new StudioFailure('access.email_taken')
        await deleteOldLinks(tx, now)
        const { token, expiresAt } = await makeLink(tx, { email, grants }, now)
        const details = { email, grants: grantsText(grants) }
        await logAct(tx, { at: now, account: operator.name, act: 'account.invited', details })
        return { link: `${origin}/join#${token}`, expiresAt }
      })
      const isSent = await sent({ to: email, kind: 'invitation', name: operator.name, link, expiresAt })
      return { link, expiresAt: expiresAt.toISOString(), isSent }
    },

    /** Changes what an account may do, at once also in its open sessions; without any grant it is locked and they end. When an owner
     *  stops being one, all invitations are void. @throws StudioFailure access.last_owner, request.invalid for an unknown account */
    changeGrants(operator: StudioOperator, { accountId, grants }: StudioGrantsBody): Promise<StudioAccount[]> {
      return door.transaction(async (tx) => {
        await lockAccess(tx)
        await requireOwner(tx, operator)
        const account = await accountById(tx, accountId, true)
        if (!account) throw new StudioFailure('request.invalid', { where: 'body/accountId', fault: 'is unknown' })
        await writeGrants(tx, accountId, grants)
        const accounts = await allAccounts(tx)
        if (!accounts.some((row) => isOwner(row.grants))) throw new StudioFailure('access.last_owner')
        if (grants.length === 0) await endSessionsOf(tx, accountId)
        if (isOwner(account.grants) && !isOwner(grants)) await withdrawInvitations(tx)
        await logAct(tx, { at: clock(), account: operator.name, ...change(accountId, account.name, grants) })
        return accounts.map(toStudioAccount)
      })
    },
  }
}

function change(id: number, name: string, grants: readonly StudioGrant[]) {
  if (grants.length === 0) return { act: 'account.locked', details: { id, name } }
  return { act: 'account.grants-changed', details: { id, name, grants: grantsText(grants) } }
}

async function requireOwner(tx: StudioTransaction, { accountId }: StudioOperator): Promise<void> {
  const account = await accountById(tx, accountId)
  if (!account || !isOwner(account.grants)) throw new StudioFailure('access.forbidden', { role: 'owner' })
}
