import type { DeskClaimAnswer, DeskClaimBody, DeskPlayerAnswer, DeskPlayersAnswer } from '#schemas'
import { findAppeal } from '../../account/block-appeal.ts'
import { requireAccount } from '../../account/office/support-desk.ts'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { StudioFailure } from '../studio-failure.ts'
import { asDeskFailure, createDoAtDesk } from './desk-acts.ts'
import { createDeskAppeals } from './desk-appeals.ts'
import { createDeskBonuses } from './desk-bonuses.ts'
import { createDeskCasino, requireDoubt } from './desk-casino.ts'
import { releaseItem, takeItem } from './desk-claims.ts'
import { createDeskDraws } from './desk-draws.ts'
import { createDeskExposure } from './desk-exposure.ts'
import { createDeskFreeRounds } from './desk-free-rounds.ts'
import { requireGame } from './desk-games.ts'
import { createDeskIdentifications } from './desk-identifications.ts'
import { createDeskLists } from './desk-lists.ts'
import { createDeskPayments, requirePayment } from './desk-payments.ts'
import type { AtDesk, DeskPlace, DeskPorts } from './desk-ports.ts'
import { createDeskProtection, requireTalk } from './desk-protection.ts'
import { createDeskResults } from './desk-results.ts'
import { createDeskTalks } from './desk-talks.ts'
import { createDeskToto } from './desk-toto.ts'
import { createPlayerActs } from './player-acts.ts'
import { searchPlayers } from './player-cards.ts'
import { readPlayerPage } from './player-page.ts'

/** The work of operators that waits: talks, identifications, appeals, payments, talks that protect, doubts about rounds and games without a result, and the players that they are about. */
export type Desk = ReturnType<typeof createDesk>

/** Makes the desk. */
export function createDesk(ports: DeskPorts) {
  const { db, clock, site } = ports
  const doAtDesk = createDoAtDesk(ports)
  return {
    ...createDeskLists(ports),
    ...createPlayerActs(ports, doAtDesk),
    ...createDeskTalks(ports, doAtDesk),
    ...createDeskIdentifications(ports, doAtDesk),
    ...createDeskAppeals(ports, doAtDesk),
    ...createDeskPayments(ports, doAtDesk),
    ...createDeskProtection(ports, doAtDesk),
    ...createDeskCasino(ports, doAtDesk),
    ...createDeskFreeRounds(ports, doAtDesk),
    ...createDeskBonuses(ports, doAtDesk),
    ...createDeskToto(ports, doAtDesk),
    ...createDeskDraws(ports, doAtDesk),
    ...createDeskResults(ports),
    ...createDeskExposure(ports, doAtDesk),

    /** The players that a text may mean. */
    search: (brand: string, text: string): Promise<DeskPlayersAnswer> =>
      forBrand(db, brand).transaction((tx) => searchPlayers(tx, text)),

    /** @throws StudioFailure player.unknown */
    async readPlayer(brand: string, accountId: number, mayAct: boolean): Promise<DeskPlayerAnswer> {
      const of = { site: await site(brand), now: clock(), mayAct }
      return forBrand(db, brand).transaction((tx) => readPlayerPage(tx, accountId, of))
    },

    /** Takes an item, for half an hour, or lets it go. @throws StudioFailure player.unknown, item.unknown or item.claimed */
    async claim(desk: AtDesk, { isTaken, ...place }: DeskClaimBody): Promise<DeskClaimAnswer> {
      try {
        return await forBrand(db, desk.brand).transaction(async (tx) => {
          await requireItem(tx, place)
          if (isTaken) return { claim: await tx.inStudio((studio) => takeItem(studio, desk, place, clock())) }
          await tx.inStudio((studio) => releaseItem(studio, desk, place))
          return {}
        })
      } catch (error) {
        throw asDeskFailure(error)
      }
    },
  }
}

async function requireItem(tx: BrandTransaction, { kind, item }: DeskPlace): Promise<void> {
  if (kind === 'payment') await requirePayment(tx, item)
  else if (kind === 'doubt') await requireDoubt(tx, item)
  else if (kind === 'result') await requireGame(tx, item)
  else if (kind === 'protection') await requireTalk(tx, item)
  else if (kind !== 'appeal') await requireAccount(tx, item)
  else if (!(await findAppeal(tx, item))) throw new StudioFailure('item.unknown')
}
