import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { createBeacon, createBeaconVerifier } from '#server/lotteries/beacon/drand-client.ts'
import { createBingo } from '#server/lotteries/bingo/bingo.service.ts'
import { createDraws } from '#server/lotteries/draws/draws.service.ts'
import { createLiveShows } from '#server/lotteries/live/live-shows.ts'
import type { TicketFunding } from '#server/lotteries/money/ticket-money.ts'
import { createScratch } from '#server/lotteries/scratch/scratch.service.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { bingoHandlers, bingoView } from './bingo.handlers.ts'
import { drawHandlers } from './draws.handlers.ts'
import { gameShape } from './draws-shapes.ts'
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
  const verifier = createBeaconVerifier()
  const ports = {
    ...{ db: database.db, clock, log, guard: moneyGuard, funding },
    sections: async (brandId: string) => (await siteOfBrand(brands, brandId)).config,
    newSeed: () => randomBytes(32).toString('hex'),
    beacon: createBeacon({ fetch: globalThis.fetch, verify: verifier.verify }),
  }
  const [draws, scratch, bingo] = [createDraws(ports), createScratch(ports), createBingo(ports)]
  const shows = createLiveShows({
    log,
    view: async (brandId, name) => {
      const [kind = '', id = '', currency] = name.split(':')
      if (kind === 'bingo') return bingoView(await bingo.room(brandId, id, currency), clock())
      return gameShape(await draws.game(brandId, kind === 'draw' ? id : '', { currency }), clock())
    },
  })
  const run = async () => {
    const ids = brands.loadedIds()
    await draws.keepAll(ids)
    await bingo.keepAll(ids)
    await scratch.keepAll(ids)
  }
  const rounds = createRounds('draws', run, EVERY_MS)
  return {
    ...{ draws, scratch, bingo },
    handlers: [...drawHandlers(draws, clock), ...scratchHandlers(scratch), ...bingoHandlers(bingo, clock)],
    /** What is watched by WebSocket: `bingo:<room>` or `draw:<game>`, in the currency of the brand, or in another one as `draw:<game>:USD`. */
    stream: { tables: shows, keepers: shows },
    rounds: {
      ...rounds,
      run,
      stop: async () => {
        shows.stop()
        await rounds.stop()
        await verifier.stop()
      },
    },
  }
}

/** Draw games as the server has them. */
export type DrawWiring = ReturnType<typeof createDrawWiring>
