import type { Logger } from 'pino'
import { areOppositeStakes } from '#machines/casino/games/opposite-stakes.rules.ts'
import {
  brandsWithActiveAwards,
  brandsWithChargebacks,
  brandsWithClaimedAwards,
  brandsWithOverdueAwards,
} from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { createPromo } from '#server/promo/promo.service.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { countBets } from './bet-counting.ts'
import { createCasinoFunding } from './casino-funding.ts'
import { createBonusRounds, walletFreeRounds } from './free-rounds.ts'
import { productOfGame } from './game-products.ts'
import { promoHandlers } from './promo.handlers.ts'

/** What bonuses are joined with. */
export interface PromoWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
}

const EVERY_MS = 2000
/** How long after the end of a bonus its bets may still be settled, or settled again. */
const RECOUNT_MS = 60 * 86_400_000

/** Joins bonuses with the brands, the players, their deposits and the games. */
export function createPromoWiring({ database, brands, clock, log, moneyGuard }: PromoWiringPorts) {
  const { db } = database
  const configOf = async (brandId: string) => (await siteOfBrand(brands, brandId)).config
  const freeRounds = createBonusRounds(configOf)
  const productOf = productOfGame(configOf)
  const games = { productOf, areOpposite: areOppositeStakes }
  const promo = createPromo({ db, clock, log, guard: moneyGuard, countBets, freeRounds, games, sections: configOf })
  const funding = createCasinoFunding({ productOf, source: 'casino' })
  const ticketFunding = createCasinoFunding({ productOf: async () => 'lottery', source: 'lottery' })

  /** Gives what was promised for deposits, and ends what is over, in all brands; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    const each = async (brandIds: readonly string[], work: (brandId: string) => Promise<unknown>) => {
      for (const brandId of brandIds)
        await work(brandId).catch((error: unknown) =>
          logFailure(log, error, { brandId }, 'bonuses: a brand was left as it is'),
        )
    }
    await each(await brandsWithClaimedAwards(db), (brandId) => promo.fundClaims(brandId))
    await each(await brandsWithChargebacks(db), promo.takeBackCharged)
    await each(await brandsWithActiveAwards(db, new Date(clock().getTime() - RECOUNT_MS)), promo.countBets)
    await each(await brandsWithOverdueAwards(db, clock()), promo.expire)
  }

  const rounds = createRounds(
    'bonuses',
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'bonuses: the database could not be read')),
    EVERY_MS,
  )
  return {
    promo,
    funding,
    /** How bonuses pay for tickets of lotteries. */
    ticketFunding,
    freeRounds: walletFreeRounds(freeRounds),
    /** What operators give bonuses with. */
    granting: { guard: moneyGuard, freeRounds, games },
    handlers: promoHandlers(promo),
    rounds: { ...rounds, run },
  }
}
