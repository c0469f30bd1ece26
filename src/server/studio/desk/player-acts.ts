import type { DeskMessageBody, DeskNoteBody, DeskPlayerBody, DeskSessionBody } from '#schemas'
import { type BlockingFault, BY_OPERATOR, blockAccount, unblockAccount } from '../../account/blocking.ts'
import { sendToPlayer } from '../../account/office/messages.ts'
import { requireAccount } from '../../account/office/support-desk.ts'
import { recordSecurityEvent } from '../../account/security-events.ts'
import { endSessions } from '../../account/sign-in/sessions.ts'
import { storableText } from '../../db/storable.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'

/** What operators do with players. Every act is logged in its transaction. */
export function createPlayerActs({ enqueue }: Pick<DeskPorts, 'enqueue'>, doAtDesk: DoAtDesk) {
  return {
    /** @throws StudioFailure player.unknown or player.not_active */
    block: (desk: AtDesk, { accountId, reason }: DeskPlayerBody): Promise<void> =>
      doAtDesk(desk, { act: 'player.blocked', details: { player: accountId, reason } }, async (tx, now) => {
        checkState(await blockAccount(tx, { accountId, now }), 'player.not_active')
      }),

    /** @throws StudioFailure player.unknown or player.not_blocked */
    unblock: (desk: AtDesk, { accountId, reason }: DeskPlayerBody): Promise<void> =>
      doAtDesk(desk, { act: 'player.unblocked', details: { player: accountId, reason } }, async (tx, now) => {
        checkState(await unblockAccount(tx, { accountId, now }), 'player.not_blocked')
      }),

    /** @throws StudioFailure session.unknown when the player has no such session, or it has ended */
    endSession: (desk: AtDesk, { accountId, sessionId, reason }: DeskSessionBody): Promise<void> =>
      doAtDesk(desk, { act: 'player.session-ended', details: { player: accountId, reason } }, async (tx, now) => {
        const only = storableText(sessionId)
        if ((await endSessions(tx, { accountId, only, now })) === 0) throw new StudioFailure('session.unknown')
        const ended = { kind: 'session.closed', accountId, now, details: { sessionId: only } } as const
        await recordSecurityEvent(tx, BY_OPERATOR, ended)
      }),

    /** @throws StudioFailure player.unknown */
    note: (desk: AtDesk, { accountId, text }: DeskNoteBody): Promise<void> =>
      doAtDesk(desk, { act: 'player.noted', details: { player: accountId } }, async (tx, now) => {
        await requireAccount(tx, accountId)
        const about = { brand_id: desk.brand, account_id: accountId }
        const note = { ...about, author: desk.operator.name, at: now, body: storableText(text) }
        await tx.inStudio((studio) => studio.insertInto('studio.player_note').values(note).execute())
      }),

    /** @throws StudioFailure player.unknown */
    message: (desk: AtDesk, { accountId, title, text, topic, reason }: DeskMessageBody): Promise<void> =>
      doAtDesk(desk, { act: 'player.messaged', details: { player: accountId, title, reason } }, async (tx, now) => {
        await sendToPlayer(tx, { accountId, title, text, topic, now }, (inside, copy) =>
          enqueue(inside, { ...copy, template: 'player_message' }),
        )
      }),
  }
}

/** @throws StudioFailure player.unknown, or `code` when the account is in another state */
export function checkState(fault: BlockingFault | null, code: 'player.not_active' | 'player.not_blocked'): void {
  if (fault) throw new StudioFailure(fault === 'unknown' ? 'player.unknown' : code)
}
