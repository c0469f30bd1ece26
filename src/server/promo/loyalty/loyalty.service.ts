import { AppError } from '#calls/app-error.ts'
import { tierOf, tierProgress, wholeXp } from '#machines/promo/loyalty/tiers.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Rewarded } from '../promo-ports.ts'
import { countPlayer } from './counting.ts'
import { countedSince, keepBrand } from './keeper.ts'
import type { LoyaltyPorts, LoyaltySections } from './loyalty-ports.ts'
import { hasProgramme, tiersOf } from './loyalty-terms.ts'
import { change, lockMember, type MemberRow } from './members.ts'
import { type PeriodRow, periodsOf } from './periods.ts'
import { type PointsView, pointsView } from './points-view.ts'
import { type AskedOrder, type OfferedItem, orderItem, returnOrder, shopOf } from './shop.ts'

/** Tiers and cashback of players. */
export type LoyaltyService = ReturnType<typeof createLoyalty>

/** A player of a brand. */
export interface LoyalPlayer {
  readonly brandId: string
  readonly accountId: number
}

/** A player who orders. */
export type Shopper = LoyalPlayer & Rewarded

const SHOWN_PERIODS = 50

/** Makes the programmes of loyalty of the brands (PROMO-21, PROMO-22). */
export function createLoyalty(ports: LoyaltyPorts) {
  const working = <Result>(
    { brandId }: Pick<LoyalPlayer, 'brandId'>,
    work: (tx: BrandTransaction, sections: LoyaltySections, now: Date) => Promise<Result>,
  ): Promise<Result> =>
    ports.sections(brandId).then((sections) => {
      if (!hasProgramme(sections)) throw new AppError('loyalty.not_offered')
      return forBrand(ports.db, brandId).transaction((tx) => work(tx, sections, ports.clock()))
    })

  return {
    /** What a player has, with all that was settled until now. @throws AppError loyalty.not_offered */
    read: (player: LoyalPlayer): Promise<LoyaltyView> =>
      working(player, async (tx, sections, now) => {
        await countNow(tx, ports, { accountId: player.accountId, sections, now })
        return viewOf(tx, ports, { member: await lockMember(tx, player.accountId, now), sections, now })
      }),

    /** Takes a player into the programme or out of it: what is settled while they are out counts for nothing.
     *  @throws AppError loyalty.not_offered */
    choose: (player: LoyalPlayer, takesPart: boolean): Promise<LoyaltyView> =>
      working(player, async (tx, sections, now) => {
        await countNow(tx, ports, { accountId: player.accountId, sections, now })
        const member = await lockMember(tx, player.accountId, now)
        await change(tx, member, { takes_part: takesPart })
        return viewOf(tx, ports, { member, sections, now })
      }),

    /** What can be ordered in a country, as anyone sees it. @throws AppError loyalty.not_offered */
    shop: (brandId: string, country: string): Promise<readonly OfferedItem[]> =>
      working({ brandId }, (tx, sections, now) => shopOf(tx, sections, { country, now })),

    /** What a player has of points and has ordered, with all that was settled until now. @throws AppError loyalty.not_offered */
    points: (player: LoyalPlayer): Promise<PointsView> =>
      working(player, async (tx, sections, now) => {
        await countNow(tx, ports, { accountId: player.accountId, sections, now })
        return pointsView(tx, ports, { member: await lockMember(tx, player.accountId, now), sections, now })
      }),

    /** Orders an item of the shop, once under the name of the order. @throws AppError as orderItem */
    order: (shopper: Shopper, asked: AskedOrder): Promise<PointsView> =>
      working(shopper, async (tx, sections, now) => {
        const { accountId } = shopper
        await countNow(tx, ports, { accountId, sections, now })
        const member = await lockMember(tx, accountId, now)
        await orderItem(tx, ports, { member, player: shopper, sections, now, asked })
        return pointsView(tx, ports, { member, sections, now })
      }),

    /** Gives an order back whose bonus has not begun. @throws AppError as returnOrder */
    returnOrder: (player: LoyalPlayer, orderId: number): Promise<PointsView> =>
      working(player, async (tx, sections, now) => {
        const member = await lockMember(tx, player.accountId, now)
        await returnOrder(tx, { member, orderId, now })
        return pointsView(tx, ports, { member, sections, now })
      }),

    /** Counts, judges and pays what is due in a brand. @returns false while another process does */
    keep: (brandId: string): Promise<boolean> => keepBrand(ports, brandId),
  }
}

/** What a player has in the programme. */
export interface LoyaltyView {
  readonly member: MemberRow
  readonly standing: ReturnType<typeof tierOf> & { readonly xp: number; readonly progressPercent: number }
  readonly periods: readonly PeriodRow[]
  readonly isPaused: boolean
}

async function countNow(
  tx: BrandTransaction,
  ports: LoyaltyPorts,
  of: { readonly accountId: number; readonly sections: LoyaltySections; readonly now: Date },
): Promise<void> {
  const since = await countedSince(tx)
  if (since) await countPlayer(tx, { ...of, since, asks: ports })
}

async function viewOf(
  tx: BrandTransaction,
  ports: LoyaltyPorts,
  of: { readonly member: MemberRow; readonly sections: LoyaltySections; readonly now: Date },
): Promise<LoyaltyView> {
  const { member, sections, now } = of
  const tiers = tiersOf(sections)
  const xp = wholeXp(member.xp_e4)
  return {
    member,
    standing: { ...tierOf(xp, tiers), xp, progressPercent: tierProgress(xp, tiers) },
    periods: await periodsOf(tx, member.account_id, SHOWN_PERIODS),
    isPaused: await ports.hadBreak(tx, member.account_id, now),
  }
}
