import { randomBytes } from 'node:crypto'
import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import { createCasino } from '#server/casino/casino.service.ts'
import { brandsWithLeftRounds } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { casinoHandlers } from './casino.handlers.ts'

/** What the casino is joined with. */
export interface CasinoWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
}

const EVERY_MS = 30_000
/** The least that a brand can let a round wait. */
const LEAST_WAIT_MS = 60_000

/** Joins the casino with the brands, the players and the guard of their money. */
export function createCasinoWiring({ database, brands, clock, log, moneyGuard }: CasinoWiringPorts) {
  const { db } = database
  const casino = createCasino({
    ...{ db, clock, log, guard: moneyGuard, newId: () => nanoid() },
    newSeed: () => randomBytes(32).toString('hex'),
    sections: async (brandId) => (await siteOfBrand(brands, brandId)).config,
  })

  /** Finishes rounds whose players have not come back, in all brands; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    const before = new Date(clock().getTime() - LEAST_WAIT_MS)
    for (const brandId of await brandsWithLeftRounds(db, before))
      await casino
        .finishLeft(brandId)
        .catch((error: unknown) => logFailure(log, error, { brandId }, 'casino: a brand was left as it is'))
  }

  const rounds = createRounds(
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'casino: the database could not be read')),
    EVERY_MS,
  )
  return { casino, handlers: casinoHandlers(casino), rounds: { ...rounds, run } }
}

/** The casino as the server has it. */
export type CasinoWiring = ReturnType<typeof createCasinoWiring>
