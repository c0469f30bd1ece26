import type { Kysely } from 'kysely'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { Campaign, PlaceBetAnswer } from '#schemas'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
import { readBalance } from '#server/casino/wallet/balance.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { createPromo } from '#server/promo/promo.service.ts'
import { proveBonuses } from '#server/promo/promo-proof.ts'
import { baseSection } from '#server/site/base-section.ts'
import { countBets } from './bet-counting.ts'
import { followBonus, isBonusOver } from './ended-bonuses.ts'
import { createBonusRounds } from './free-rounds.ts'
import { freebetFunding, freebetOf, isFreebetBack } from './freebet-funding.ts'
import { bonusFunding } from './sport-funding.ts'
import { tokenFunding } from './token-funding.ts'

/** A bet on the home team of a game. */
interface TestBet {
  readonly odds?: string
  readonly promo?: string
  readonly isPowerBet?: boolean
  readonly isLive?: boolean
}

/** A player with so much money and a bonus by the code `TEN`, or by having taken part, at games of two outcomes each. */
export async function bonusBettor(db: Kysely<Database>, brandId: string, minor: number, campaign: Campaign) {
  const betting = createScene(db, brandId)
  const { fundingOf } = betting.ports
  const { boolean } = betting.sections
  betting.sections.boolean = {
    ...boolean,
    isPromoCodeInCoupon: true,
    isCouponSellAllowed: true,
    isInsuranceAllowed: true,
  }
  const sections = {
    promo: { campaigns: { ten: campaign }, isLoyaltyOffered: true },
    boolean: { isBonusAllowed: true },
    licence: { pack: 'neutral' as const },
    global: { ...betting.sections.global, timeZone: 'UTC' },
  }
  const otherwise = freebetFunding(bonusFunding(fundingOf), betting.now)
  const byToken = tokenFunding({ cash: fundingOf, otherwise, clock: betting.now, sections: async () => sections })
  Object.assign(betting.ports, { fundingOf: byToken, freebetOf, isFreebetBack, followBonus, isBonusOver })
  let refusal: () => MoneyRefusal | null = () => null
  const guard = async () => refusal()
  const promo = createPromo({
    ...{ db, clock: betting.now, log: silentLog, guard, countBets, sections: async () => sections },
    games: { productOf: async () => undefined, areOpposite: () => false },
    freeRounds: createBonusRounds(async () => ({
      casino: baseSection('casino'),
      licence: baseSection('licence'),
      global: sections.global,
    })),
  })
  const id = await betting.newPlayer(minor)
  const player = { accountId: id, currency: 'EUR', country: 'de' }
  const isCode = campaign.trigger.on === 'code'
  const awardId = await (isCode ? promo.redeem(brandId, player, 'TEN') : promo.claim(brandId, player, 'ten'))
  const held = async (kind: 'cash' | 'bonus' | 'freebet') =>
    betting.door.transaction(async (tx) => (await readBalance(tx, id, 'EUR', kind)) ?? 0)
  return {
    ...{ betting, promo, id, awardId, player, sections, end: betting.end, held },
    /** Asks from now on whether the player may be given bonuses. */
    keepAway: (asked: () => MoneyRefusal | null) => {
      refusal = asked
    },
    bet: async (
      game: number,
      summ: number,
      { odds = '2.00', promo: code, isPowerBet, isLive }: TestBet = {},
    ): Promise<PlaceBetAnswer> => {
      betting.price(game, odds, isLive ? { kind: FEED_KIND.live } : {})
      const named = { ...(code ? { promo: code } : {}), ...(isPowerBet ? { isPowerBet } : {}) }
      const payload = betOn([seen(game, odds, isLive ? { kind: FEED_KIND.live } : {})], {
        summ,
        groupsSumms: [summ],
        ...named,
      })
      const bettor = { brandId, accountId: id }
      return betting.betting.placeBet(bettor, { betGuid: betting.newGuid(), payload, currency: 'EUR' })
    },
    settle: async () => {
      await betting.betting.settleBets(brandId)
      await promo.countBets(brandId)
    },
    award: async () => (await promo.award(brandId, id, awardId)).award,
    /** What the player has of points: in lots and in the books, and what is owed. */
    pointsOf: () =>
      betting.door.transaction(async (tx) => {
        const lots = await tx.select('loyalty_lot').select('left_points').where('account_id', '=', id).execute()
        const row = await tx
          .select('loyalty_member')
          .select('points_owed')
          .where('account_id', '=', id)
          .executeTakeFirst()
        const books = (await listCurrencyAccounts(tx, id)).find(({ kind }) => kind === 'points')
        const left = lots.reduce((sum, { left_points }) => sum + left_points, 0)
        return { left, books: books?.balanceMinor ?? 0, owed: row?.points_owed ?? 0 }
      }),
    stakes: async () => (await promo.award(brandId, id, awardId)).stakes,
    purse: async () => {
      const breaks = await betting.door.transaction(async (tx) => [
        ...(await proveLedger(tx)).breaks,
        ...(await proveBonuses(tx)).breaks,
      ])
      return { cash: await held('cash'), bonus: await held('bonus'), breaks: breaks.length }
    },
  }
}
