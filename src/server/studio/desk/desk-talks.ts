import type { DeskTalkAnswer, DeskTalkBody } from '#schemas'
import { answerPlayer, readSupportTalk, requireAccount } from '../../account/office/support-desk.ts'
import { noteTyping, typingIn } from '../../account/office/support-typing.ts'
import { forBrand } from '../../db/for-brand.ts'
import { StudioFailure } from '../studio-failure.ts'
import { asDeskFailure } from './desk-acts.ts'
import { claimOn } from './desk-claims.ts'
import { type ServedDocument, servedMediaType } from './desk-identifications.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** Lines of a talk that are shown. */
const MOST_LINES = 200

/** Talks of players with the support. */
export function createDeskTalks(
  { db, clock, supportFiles }: Pick<DeskPorts, 'db' | 'clock' | 'supportFiles'>,
  doAtDesk: DoAtDesk,
) {
  return {
    /** @throws StudioFailure player.unknown */
    readTalk: (desk: AtDesk, accountId: number): Promise<DeskTalkAnswer> =>
      forBrand(db, desk.brand).transaction(async (tx) => {
        const player = (await playerCards(tx, [accountId])).get(accountId)
        if (!player) throw new StudioFailure('player.unknown')
        const talk = await readSupportTalk(tx, accountId, MOST_LINES)
        const place = { kind: 'support', item: accountId } as const
        const now = clock()
        const isPlayerTyping = (await typingIn(tx, { accountId, side: 'player', now })) !== null
        const claim = await tx.inStudio((studio) => claimOn(studio, desk, place, now))
        return { player, talk, isPlayerTyping, ...(claim ? { claim } : {}) }
      }),

    /** Answers in the operator's name. @throws StudioFailure player.unknown or item.claimed */
    async answerTalk(desk: AtDesk, { accountId, text }: DeskTalkBody): Promise<void> {
      const place = { kind: 'support', item: accountId } as const
      const { name } = desk.operator
      await doAtDesk(desk, { act: 'support.answered', details: { player: accountId }, place }, (tx, now) =>
        answerPlayer(tx, { accountId, name, text, now }),
      )
    },

    /** Shows the player that the operator is typing, which is not logged. @throws StudioFailure player.unknown or item.claimed */
    async tellTyping(desk: AtDesk, accountId: number): Promise<void> {
      const place = { kind: 'support', item: accountId } as const
      try {
        await forBrand(db, desk.brand).transaction(async (tx) => {
          await requireAccount(tx, accountId)
          const now = clock()
          const claim = await tx.inStudio((studio) => claimOn(studio, desk, place, now))
          if (claim && !claim.isMine) throw new StudioFailure('item.claimed', { by: claim.by })
          await noteTyping(tx, { accountId, consultant: desk.operator.name, now })
        })
      } catch (error) {
        throw asDeskFailure(error)
      }
    },

    /** Opens a file of a talk, which is logged. @throws StudioFailure document.unknown */
    async openTalkFile(desk: AtDesk, id: string): Promise<ServedDocument> {
      try {
        const { bytes, accountId } = await supportFiles.openAny(desk.brand, id)
        const details = { player: accountId, document: id }
        await doAtDesk(desk, { act: 'support.file-opened', details }, async () => undefined)
        return { bytes, mediaType: servedMediaType(bytes) }
      } catch (error) {
        throw asDeskFailure(error)
      }
    },
  }
}
