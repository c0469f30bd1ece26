import type { Logger } from 'pino'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { TicketFunding } from '#server/lotteries/money/ticket-money.ts'
import { createToto } from '#server/lotteries/toto/toto.service.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import { isVerified } from '#server/payments/withdrawal-checks.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { totoHandlers } from './toto.handlers.ts'
import { totoGames } from './toto-games.ts'

/** What toto is joined with. */
export interface TotoWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
  /** How bonuses pay for tickets. */
  readonly ticketFunding: TicketFunding
}

const EVERY_MS = 5000

/** Joins toto with the feed's book, the brands, the players and the guard of their money. */
export function createTotoWiring({ database, brands, clock, log, moneyGuard, ticketFunding }: TotoWiringPorts) {
  const toto = createToto({
    ...{ db: database.db, clock, log, guard: moneyGuard, funding: ticketFunding, games: totoGames, isVerified },
    sections: async (brandId) => (await siteOfBrand(brands, brandId)).config,
  })

  /** Takes the draws of all brands that are served as far as they can be taken; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    for (const brandId of brands.loadedIds())
      await toto
        .work(brandId)
        .catch((error: unknown) => logFailure(log, error, { brandId }, 'toto: a brand was left as it is'))
  }

  return { toto, handlers: totoHandlers(toto), rounds: { ...createRounds('toto', run, EVERY_MS), run } }
}

/** Toto as the server has it. */
export type TotoWiring = ReturnType<typeof createTotoWiring>
