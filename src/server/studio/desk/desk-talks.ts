import type { DeskTalkAnswer, DeskTalkBody } from '#schemas'
import { answerPlayer, readSupportTalk } from '../../account/office/support-desk.ts'
import { forBrand } from '../../db/for-brand.ts'
import { StudioFailure } from '../studio-failure.ts'
import { claimOn } from './desk-claims.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'
import { playerCards } from './player-cards.ts'

/** Lines of a talk that are shown. */
const MOST_LINES = 200

/** Talks of players with the support. */
export function createDeskTalks({ db, clock }: Pick<DeskPorts, 'db' | 'clock'>, doAtDesk: DoAtDesk) {
  return {
    /** @throws StudioFailure player.unknown */
    readTalk: (desk: AtDesk, accountId: number): Promise<DeskTalkAnswer> =>
      forBrand(db, desk.brand).transaction(async (tx) => {
        const player = (await playerCards(tx, [accountId])).get(accountId)
        if (!player) throw new StudioFailure('player.unknown')
        const talk = await readSupportTalk(tx, accountId, MOST_LINES)
        const place = { kind: 'support', item: accountId } as const
        const claim = await tx.inStudio((studio) => claimOn(studio, desk, place, clock()))
        return { player, talk, ...(claim ? { claim } : {}) }
      }),

    /** Answers in the operator's name. @throws StudioFailure player.unknown or item.claimed */
    async answerTalk(desk: AtDesk, { accountId, text }: DeskTalkBody): Promise<void> {
      const place = { kind: 'support', item: accountId } as const
      const { name } = desk.operator
      await doAtDesk(desk, { act: 'support.answered', details: { player: accountId }, place }, (tx, now) =>
        answerPlayer(tx, { accountId, name, text, now }),
      )
    },
  }
}
