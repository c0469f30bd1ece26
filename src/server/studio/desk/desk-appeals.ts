import type { DeskAppealAnswer, DeskAppealBody } from '#schemas'
import { closeAppeal, findAppeal, type KeptAppeal } from '../../account/block-appeal.ts'
import { unblockAccount } from '../../account/blocking.ts'
import { candidatesOf, parseLogin } from '../../account/sign-in/sought-login.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { StudioFailure } from '../studio-failure.ts'
import { claimOn } from './desk-claims.ts'
import type { AtDesk, DeskPorts, DoAtDesk } from './desk-ports.ts'
import { checkState } from './player-acts.ts'
import { playerCards } from './player-cards.ts'

/** Appeals against the block of an account. */
export function createDeskAppeals(
  { db, clock, enqueue, site }: Pick<DeskPorts, 'db' | 'clock' | 'enqueue' | 'site'>,
  doAtDesk: DoAtDesk,
) {
  return {
    /** @throws StudioFailure item.unknown */
    readAppeal: (desk: AtDesk, item: number): Promise<DeskAppealAnswer> =>
      forBrand(db, desk.brand).transaction(async (tx) => {
        const appeal = await findAppeal(tx, item)
        if (!appeal) throw new StudioFailure('item.unknown')
        const accountId = await accountOfAppeal(tx, appeal)
        const player = accountId === undefined ? undefined : (await playerCards(tx, [accountId])).get(accountId)
        const claim = await tx.inStudio((studio) => claimOn(studio, desk, { kind: 'appeal', item }, clock()))
        const { login, email, text, sentAt, decision, answer, decidedAt } = appeal
        return {
          ...{ item, login, email, text, sentAt: sentAt.toISOString() },
          ...(player ? { player } : {}),
          ...(claim ? { claim } : {}),
          ...(decision ? { decision } : {}),
          ...(answer === null ? {} : { answer }),
          ...(decidedAt ? { decidedAt: decidedAt.toISOString() } : {}),
        }
      }),

    /** Decides on an appeal and answers it by mail; an accepted one unblocks the account that it names.
     *  @throws StudioFailure item.unknown, item.claimed, item.decided; player.not_blocked when it is accepted and the account that it
     *  names is not blocked */
    async decideAppeal(desk: AtDesk, { item, decision, answer, reason }: DeskAppealBody): Promise<void> {
      const { name: brand } = await site(desk.brand)
      const accountId = await forBrand(db, desk.brand).transaction(async (tx) => {
        const appeal = await findAppeal(tx, item)
        return appeal && accountOfAppeal(tx, appeal)
      })
      const details = { appeal: item, reason, ...(accountId === undefined ? {} : { player: accountId }) }
      const act = { act: `appeal.${decision}`, details, place: { kind: 'appeal', item } } as const
      await doAtDesk(desk, act, async (tx, now) => {
        const appeal = await findAppeal(tx, item, 'lock')
        if (!appeal) throw new StudioFailure('item.unknown')
        if (appeal.decision) throw new StudioFailure('item.decided')
        if (decision === 'accepted') {
          if (accountId === undefined) throw new StudioFailure('player.not_blocked')
          checkState(await unblockAccount(tx, { accountId, now }), 'player.not_blocked')
        }
        await closeAppeal(tx, item, { decision, answer, now })
        const { email: recipient, language } = appeal
        const letter = { kind: 'mail', template: 'block_appeal_answer', recipient, language, now } as const
        await enqueue(tx, { ...letter, params: { brand, text: answer } })
      })
    },
  }
}

/** The account that an appeal names, as far as there is one; nobody has proved that it is the writer's. */
async function accountOfAppeal(tx: BrandTransaction, { login }: KeptAppeal): Promise<number | undefined> {
  const candidates = await candidatesOf(tx, parseLogin(login))
  return (candidates.find(({ state }) => state === 'blocked') ?? candidates[0])?.accountId
}
