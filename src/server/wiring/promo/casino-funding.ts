import { areOppositeStakes } from '#machines/casino/games/opposite-stakes.rules.ts'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import { subtract } from '#machines/odds/rational.rules.ts'
import { splitStake, splitWin } from '#machines/promo/awards/fund-split.rules.ts'
import { countBet, type WageredProduct, withCount } from '#machines/promo/awards/wagering.rules.ts'
import type { Campaign } from '#schemas'
import type { RoundOfPlayer, WalletFunding } from '#server/casino/wallet/wallet-funding.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { WalletFunds } from '#server/db/tables/casino-tables.ts'
import type { TicketFunding } from '#server/lotteries/money/ticket-money.ts'
import { settleAward } from '#server/promo/awards/award-life.ts'
import { lockPromoAccounts } from '#server/promo/awards/award-money.ts'
import {
  type AwardRow,
  fractionText,
  lockActiveAward,
  lockAward,
  progressOf,
  readActiveAward,
  readFraction,
} from '#server/promo/awards/award-rows.ts'
import { gainOfBonus } from './ended-bonuses.ts'

/** What the bonus of a game is judged by. */
export interface CasinoFundingPorts {
  /** Kind of games that a game belongs to; undefined of a game that is not offered. */
  readonly productOf: (tx: BrandTransaction, gameId: string) => Promise<WageredProduct | undefined>
  /** What the numbers of rounds belong to: rounds of the casino, or tickets of lotteries. */
  readonly source: GameSource
}

/** Where stakes of games are kept. */
export type GameSource = 'casino' | 'lottery'

/** Pays stakes of games and of tickets from bonuses, divides wins, and counts rounds toward the wagering (PROMO-17, PROMO-18). */
export function createCasinoFunding({
  productOf,
  source,
}: CasinoFundingPorts): WalletFunding & Required<TicketFunding> {
  const mayPay = async (tx: BrandTransaction, { terms }: AwardRow, gameId: string) =>
    sharePpm(terms, gameId, await productOf(tx, gameId)) > 0

  return {
    held: async (tx, { accountId, currency, gameId, bonusMinor }) => {
      if (bonusMinor === 0) return 0
      const award = await readActiveAward(tx, { accountId, currency })
      return award && (await mayPay(tx, award, gameId)) ? bonusMinor : 0
    },

    fund: async (tx, { accountId, currency, gameId, amountMinor, cashMinor, bonusMinor }) => {
      const award = await lockActiveAward(tx, { accountId, currency })
      if (!award) return amountMinor > cashMinor ? null : { funds: { cash: amountMinor } }
      const { award_id: awardId, most_stake_minor: most, terms, exponent } = award
      if (most > 0 && amountMinor > most)
        return { reason: 'promo.stake_too_high', params: { amount: minorToDecimal(most, exponent), currency } }
      const bonus = (await mayPay(tx, award, gameId)) ? bonusMinor : 0
      const parts = splitStake(amountMinor, { cash: cashMinor, bonus }, terms.wagering.fundOrder)
      return parts && { awardId, funds: { cash: parts.cash, bonus: parts.bonus } }
    },

    staked: async (tx, { roundId, accountId, awardId, gameId, funds, isFirst = false, now }) => {
      const { cash = 0, bonus = 0 } = funds
      const row = isFirst ? undefined : await stakeOf(tx, source, roundId)
      if (row)
        await changeStake(tx, source, roundId, {
          cash_minor: row.cash_minor + cash,
          bonus_minor: row.bonus_minor + bonus,
        })
      else if (awardId !== undefined)
        await tx
          .insert('promo_stake', {
            ...{ source, source_id: roundId, award_id: awardId, account_id: accountId, game_id: gameId },
            ...{ product: (await productOf(tx, gameId)) ?? '', cash_minor: cash, bonus_minor: bonus, staked_at: now },
          })
          .execute()
    },

    divide: async (tx, { roundId, accountId, amountMinor }) => {
      const stake = await stakeOf(tx, source, roundId)
      if (!stake) return { cash: amountMinor }
      const won = splitWin(amountMinor, { cash: stake.cash_minor, bonus: stake.bonus_minor })
      const award = won.bonus === 0 ? undefined : await lockAward(tx, accountId, stake.award_id)
      if (!award) return placed(award, won)
      const none = { cash: 0, bonus: 0, stake: `${source}/${roundId}` }
      const { bonus, cash, promo } = await gainOfBonus(tx, award, won.bonus, none)
      return { cash: won.cash + cash, ...(bonus ? { bonus } : {}), ...(promo ? { promo } : {}) }
    },

    givenBack: async (tx, { roundId, accountId, funds }) => {
      const { cash = 0, bonus = 0, ...others } = funds
      const stake = bonus === 0 ? undefined : await stakeOf(tx, source, roundId)
      if (!stake) return funds
      return { ...others, ...placed(await lockAward(tx, accountId, stake.award_id), { cash, bonus }) }
    },

    corrected: (tx, corrected) => correctedParts(tx, source, corrected),

    takenBack: async (tx, { roundId, accountId, bonusMinor, held }) => {
      const stake = await stakeOf(tx, source, roundId)
      const award = stake && (await lockAward(tx, accountId, stake.award_id))
      if (!award) return { promo: -bonusMinor }
      const { bonus, cash, promo } = await gainOfBonus(tx, award, -bonusMinor, {
        ...held,
        stake: `${source}/${roundId}`,
      })
      return { bonus, cash, promo }
    },

    over: (tx, round) => countRound(tx, source, round),
  }
}

type Corrected = Parameters<Required<TicketFunding>['corrected']>[1]

/** Divides the difference of two wins of a ticket between the player's money and the bonus that has paid its stake. */
async function correctedParts(
  tx: BrandTransaction,
  source: GameSource,
  { roundId, accountId, formerMinor, nextMinor, held }: Corrected,
) {
  const staked = await stakeOf(tx, source, roundId)
  if (!staked) return { cash: nextMinor - formerMinor }
  const parts = { cash: staked.cash_minor, bonus: staked.bonus_minor }
  const [former, next] = [splitWin(formerMinor, parts), splitWin(nextMinor, parts)]
  const [own, ofBonus] = [next.cash - former.cash, next.bonus - former.bonus]
  const award = ofBonus === 0 ? undefined : await lockAward(tx, accountId, staked.award_id)
  if (!award) return { cash: own }
  const left = { cash: Math.max(0, held.cash + Math.min(0, own)), bonus: held.bonus, stake: `${source}/${roundId}` }
  const { bonus, cash, promo } = await gainOfBonus(tx, award, ofBonus, left)
  return { cash: own + cash, bonus, promo }
}

/** Millionths of a stake at a game that count toward an award; 0 of a game that its bonus does not pay for. */
function sharePpm({ wagering }: Campaign, gameId: string, product: WageredProduct | undefined): number {
  if (Object.hasOwn(wagering.gamesPpm, gameId)) return wagering.gamesPpm[gameId] ?? 0
  return product === undefined ? 0 : (wagering.productsPpm[product] ?? 0)
}

/** Where the parts of a win go: what belongs to a bonus that has become money is money, and what belongs to one that was given up is the
 *  house's. */
function placed(
  award: AwardRow | undefined,
  { cash, bonus }: { readonly cash: number; readonly bonus: number },
): WalletFunds {
  if (bonus === 0) return { cash }
  if (award?.state === 'active') return { cash, bonus }
  return award?.state === 'converted' ? { cash: cash + bonus } : { cash, promo: bonus }
}

async function countRound(
  tx: BrandTransaction,
  source: GameSource,
  { roundId, accountId, currency, isVoid, now }: RoundOfPlayer & { readonly isVoid: boolean },
): Promise<void> {
  const stake = await stakeOf(tx, source, roundId)
  const award = stake && (await lockAward(tx, accountId, stake.award_id))
  if (!award) return
  const { cash_minor: cash, bonus_minor: bonus, game_id: gameId } = stake
  const counted = countBet(award.terms.wagering, {
    ...{ product: stake.product as WageredProduct, stake: { cash, bonus }, ending: isVoid ? 'void' : 'lost' },
    ...{ ...(gameId === null ? {} : { gameId }), hasOpposite: source === 'casino' && (await hasOpposite(tx, roundId)) },
  })
  await changeStake(tx, source, roundId, {
    ...{ counted: fractionText(counted.minor), reason: counted.reason, share_ppm: counted.sharePpm, over_at: now },
  })
  const progress = withCount(progressOf(award), subtract(counted.minor, readFraction(stake.counted)))
  award.counted = fractionText(progress.counted)
  await tx.update('promo_award', { counted: award.counted }).where('award_id', '=', award.award_id).execute()
  const accounts = await lockPromoAccounts(tx, { accountId, currency, now })
  if (accounts) await settleAward(tx, award, { accounts, now })
}

/** Whether the stakes of a round of the engine's own games are on each other's opposites; what is staked on in a provider's game is not
 *  known. */
async function hasOpposite(tx: BrandTransaction, roundId: number): Promise<boolean> {
  const round = await tx
    .select('casino_round')
    .leftJoin('casino_rules', (join) =>
      join
        .onRef('casino_rules.brand_id', '=', 'casino_round.brand_id')
        .onRef('casino_rules.rules_hash', '=', 'casino_round.rules_hash'),
    )
    .select(['casino_round.play', 'casino_round.table_play', 'casino_rules.settings'])
    .where('casino_round.round_id', '=', roundId)
    .executeTakeFirst()
  const stakes = round?.play?.stakes ?? round?.table_play?.bets
  return stakes !== undefined && areOppositeStakes(stakes, round?.settings ?? null)
}

function stakeOf(tx: BrandTransaction, source: GameSource, roundId: number) {
  return tx
    .select('promo_stake')
    .select(['award_id', 'product', 'game_id', 'cash_minor', 'bonus_minor', 'counted'])
    .where('source', '=', source)
    .where('source_id', '=', roundId)
    .executeTakeFirst()
}

async function changeStake(
  tx: BrandTransaction,
  source: GameSource,
  roundId: number,
  change: Partial<{
    cash_minor: number
    bonus_minor: number
    counted: string
    reason: string
    share_ppm: number
    over_at: Date
  }>,
): Promise<void> {
  await tx.update('promo_stake', change).where('source', '=', source).where('source_id', '=', roundId).execute()
}
