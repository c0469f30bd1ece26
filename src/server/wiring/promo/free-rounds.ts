import { hasFreeRounds } from '#machines/casino/games/free-games.rules.ts'
import { PAYTABLES } from '#machines/casino/games/paytables.ts'
import { convertMinor } from '#machines/money/amount.rules.ts'
import { canGiveRounds } from '#machines/site/licence/provider-rounds.rules.ts'
import type { CasinoConfig, GlobalConfig } from '#schemas'
import type { CasinoSections } from '#server/casino/casino-ports.ts'
import { catalogueRefusal, catalogueStakes } from '#server/casino/catalogue/catalogue-terms.ts'
import {
  bonusOfBet,
  bonusOfRound,
  cancelBonusRounds,
  giveBonusRounds,
  playedOfBonuses,
} from '#server/casino/free-rounds/bonus-rounds.ts'
import { createWalletFreeRounds, lockNamed } from '#server/casino/free-rounds/free-awards.ts'
import { stakeBounds } from '#server/casino/play/game-offers.ts'
import type { WalletFreeRounds } from '#server/casino/wallet/wallet-free-rounds.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockAward } from '#server/promo/awards/award-rows.ts'
import { followRounds, noteLateWin, placeOfWin, reopenRounds } from '#server/promo/awards/free-round-awards.ts'
import type { BonusRounds } from '#server/promo/promo-ports.ts'

/** What free rounds of bonuses read of a brand. */
interface RoundsSections {
  readonly casino: Pick<
    CasinoConfig,
    'games' | 'providers' | 'lowestReturnE4' | 'highestReturnE4' | 'slotStakeMaximumMinor'
  >
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency'>
  readonly licence: CasinoSections['licence']
}

/** Gives bonuses free rounds of games, those of providers too.
 *  @param sections the brand's configuration, by its id */
export function createBonusRounds(sections: (brandId: string) => Promise<RoundsSections>): BonusRounds {
  return {
    async stakeFor(tx, { currency, country }, { reward: { freeRounds } }) {
      if (!freeRounds) return null
      const of = await sections(tx.brandId)
      const { currencies, defaultCurrency } = of.global
      const [from, to] = [currencies[defaultCurrency], currencies[currency]]
      if (!from || !to) return null
      const bounds = await stakesIn(tx, of, { gameId: freeRounds.game, currency, country })
      if (!bounds) return null
      const stakeMinor = from === to ? freeRounds.stakeMinor : convertMinor(freeRounds.stakeMinor, from, to)
      return Math.min(Math.max(stakeMinor, bounds.minimumMinor), bounds.maximumMinor)
    },

    async give(tx, { awardId, player, exponent, campaign, stakeMinor, expiresAt, now }) {
      const { freeRounds } = campaign.reward
      if (!freeRounds) throw new Error(`the campaign of the bonus ${awardId} names no free rounds`)
      const { accountId, currency } = player
      const { games } = (await sections(tx.brandId)).casino
      const isOwn = Object.hasOwn(games, freeRounds.game)
      await giveBonusRounds(tx, {
        ...{ promoAwardId: awardId, accountId, name: campaign.titleKey, gameId: freeRounds.game, currency, exponent },
        ...{ stakeMinor, rounds: freeRounds.rounds, pays: campaign.wagering.timesE2 > 0 ? 'bonus' : 'cash' },
        ...{ providerId: isOwn ? null : ((await entryIn(tx, freeRounds.game))?.provider ?? null), expiresAt, now },
      })
    },

    async played(tx, awardIds) {
      if (awardIds.length === 0) return new Map()
      const rows = await playedOfBonuses(tx, awardIds)
      return new Map(
        rows.map(({ promo_award_id, rounds, used, stake_minor, won_minor, is_open }) => [
          promo_award_id ?? 0,
          { rounds, used, stakeMinor: stake_minor, wonMinor: Math.max(0, won_minor), isOpen: is_open },
        ]),
      )
    },

    cancel: cancelBonusRounds,
  }
}

/** The stakes that rounds of a game can have for a player; null where they cannot play it so. */
async function stakesIn(
  tx: BrandTransaction,
  { casino, global, licence }: RoundsSections,
  of: { readonly gameId: string; readonly currency: string; readonly country: string },
) {
  const { gameId, currency, country } = of
  const game = Object.hasOwn(casino.games, gameId) ? casino.games[gameId] : undefined
  if (game) {
    const isPlayed = game.isOffered && !game.hiddenIn.includes(country) && hasFreeRounds(PAYTABLES[game.paytable])
    return isPlayed ? stakeBounds(game, currency, { casino, global }) : null
  }
  const entry = await entryIn(tx, gameId)
  const provider =
    entry && Object.hasOwn(casino.providers, entry.provider) ? casino.providers[entry.provider] : undefined
  if (!entry || !provider || !canGiveRounds(provider)) return null
  return catalogueRefusal(entry, { country, currency, sections: { casino, licence } }) === null
    ? catalogueStakes(entry, currency, { casino, global })
    : null
}

/** A game of the catalogue as a transaction sees it; undefined of one that was withdrawn. */
async function entryIn(tx: BrandTransaction, gameId: string) {
  const row = await tx
    .select('casino_catalogue_game')
    .select('entry')
    .where('game_id', '=', gameId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return row?.entry
}

/** Free rounds as the wallet uses them, those of bonuses among them: their bonus hears of every round, win and rollback in the transaction
 *  of the action. */
export function walletFreeRounds(freeRounds: BonusRounds): WalletFreeRounds {
  const own = createWalletFreeRounds()
  return {
    ...own,

    async place(tx, free) {
      const award = await bonusNamed(tx, free)
      return award ? placeOfWin(award) : own.place(tx, free)
    },

    async won(tx, free, amountMinor) {
      await own.won(tx, free, amountMinor)
      const award = await bonusNamed(tx, free)
      if (award)
        await noteLateWin(tx, { accountId: free.accountId, awardId: award.award_id, now: free.now }, amountMinor)
    },

    async undone(tx, bet, now) {
      const awardId = await bonusOfBet(tx, bet)
      await own.undone(tx, bet, now)
      const accountId = awardId === undefined ? undefined : await ownerOf(tx, awardId)
      if (awardId !== undefined && accountId !== undefined)
        await reopenRounds(tx, freeRounds, { accountId, awardId, now })
    },

    async over(tx, { roundId, accountId, now }) {
      const awardId = await bonusOfRound(tx, roundId)
      if (awardId !== undefined) await followRounds(tx, freeRounds, { accountId, awardId, now })
    },
  }
}

async function bonusNamed(tx: BrandTransaction, free: Parameters<WalletFreeRounds['place']>[1]) {
  const named = await lockNamed(tx, free)
  return named?.promo_award_id ? lockAward(tx, free.accountId, named.promo_award_id) : undefined
}

async function ownerOf(tx: BrandTransaction, awardId: number): Promise<number | undefined> {
  const row = await tx.select('promo_award').select('account_id').where('award_id', '=', awardId).executeTakeFirst()
  return row?.account_id
}
