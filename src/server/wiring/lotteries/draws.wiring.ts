import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createDraws } from '#server/lotteries/draws/draws.service.ts'
import type { TicketFunding } from '#server/lotteries/money/ticket-money.ts'
import { createScratch } from '#server/lotteries/scratch/scratch.service.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { drawHandlers } from './draws.handlers.ts'
import { scratchHandlers } from './scratch.handlers.ts'

/** What draw games are joined with. */
export interface DrawWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
  /** How bonuses pay for tickets. */
  readonly funding: TicketFunding
}

const EVERY_MS = 1000

/** Joins draw games and scratch cards with the brands, the players and the guard of their money. */
export function createDrawWiring({ database, brands, clock, log, moneyGuard, funding }: DrawWiringPorts) {
  const ports = {
    ...{ db: database.db, clock, log, guard: moneyGuard, funding },
    sections: async (brandId: string) => (await siteOfBrand(brands, brandId)).config,
    newSeed: () => randomBytes(32).toString('hex'),
  }
  const [draws, scratch] = [createDraws(ports), createScratch(ports)]
  const run = async () => {
    const ids = brands.loadedIds()
    await draws.keepAll(ids)
    await scratch.keepAll(ids)
  }
  const handlers = [...drawHandlers(draws, clock), ...scratchHandlers(scratch)]
  return { draws, scratch, handlers, rounds: { ...createRounds(run, EVERY_MS), run } }
}

/** Draw games as the server has them. */
export type DrawWiring = ReturnType<typeof createDrawWiring>
