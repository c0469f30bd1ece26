import { randomBytes } from 'node:crypto'
import { nanoid } from 'nanoid'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { createCasino } from '#server/casino/casino.service.ts'
import type { CasinoPorts } from '#server/casino/casino-ports.ts'
import { catalogueGameId } from '#server/casino/catalogue/catalogue-game-id.ts'
import { createRoundCeiling } from '#server/casino/catalogue/catalogue-terms.ts'
import { createWalletJackpots } from '#server/casino/jackpots/jackpot-stakes.ts'
import type { CasinoProvider } from '#server/casino/providers/casino-provider.ts'
import { createJoinedCasinoProviders } from '#server/casino/providers/joined-casino-providers.ts'
import { createProviderWallet } from '#server/casino/providers/provider-wallet.ts'
import { createTableKeepers } from '#server/casino/tables/table-keepers.ts'
import { createTables } from '#server/casino/tables/tables.service.ts'
import { withTransfers } from '#server/casino/transfer/transfer-launch.ts'
import { createTransfers } from '#server/casino/transfer/transfers.ts'
import type { WalletFreeRounds } from '#server/casino/wallet/wallet-free-rounds.ts'
import type { WalletFunding } from '#server/casino/wallet/wallet-funding.ts'
import { brandsWithLeftRounds, brandsWithMoneyAway, brandsWithRoundsToGive } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { SecretLookup } from '#server/site/brands/brand-secrets.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { casinoHandlers } from './casino.handlers.ts'
import { tableHandlers } from './tables.handlers.ts'

/** What the casino is joined with. */
export interface CasinoWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly moneyGuard: MoneyGuard
  /** How bonuses pay for stakes. */
  readonly funding: WalletFunding
  /** Free rounds, those of bonuses among them. */
  readonly freeRounds: WalletFreeRounds
  readonly secretOf: SecretLookup
  readonly fetch?: typeof fetch | undefined
  /** The providers that a brand has joined; none when left out. */
  readonly providers?: (brandId: string) => Promise<readonly CasinoProvider[]>
}

const EVERY_MS = 30_000
/** The least that a brand can let a round wait. */
const LEAST_WAIT_MS = 60_000

/** Joins the casino with the brands, the players and the guard of their money. */
export function createCasinoWiring(given: CasinoWiringPorts) {
  const { database, brands, clock, log, moneyGuard, funding, freeRounds, secretOf } = given
  const { db } = database
  const newSeed = () => randomBytes(32).toString('hex')
  const sections: CasinoPorts['sections'] = async (brandId) => (await siteOfBrand(brands, brandId)).config
  const jackpots = createWalletJackpots({ sections, newSeed })
  const ports: CasinoPorts = {
    ...{ db, clock, log, guard: moneyGuard, funding, jackpots, freeRounds, newId: () => nanoid(), newSeed, sections },
    providers: given.providers ?? (async (brandId) => (await providers.all(brandId)).map(({ provider }) => provider)),
  }
  const service = createCasino(ports)
  const owner = nanoid()
  const tables = createTables(ports)
  const keepers = createTableKeepers({ tables, owner, log })

  const casino: typeof service = {
    ...service,
    async close(gamer, sessionId) {
      const sums = await service.close(gamer, sessionId)
      // The page does not wait for a provider; what is silent now is asked again by the rounds.
      transfers
        .afterSession(gamer.brandId, sessionId)
        .catch((error: unknown) =>
          logFailure(log, error, { sessionId }, 'casino: money at a provider is looked for later'),
        )
      return sums
    },
  }
  const joined = createJoinedCasinoProviders({
    ...{ secretOf, clock, log, fetch: given.fetch ?? fetch },
    casino: async (brandId) => (await siteOfBrand(brands, brandId)).config.casino,
  })
  const transfers = createTransfers({
    ...{ db, clock, log, guard: moneyGuard, newId: () => nanoid() },
    client: async (brandId, id) => (await joined.find(brandId, id))?.transfers ?? undefined,
  })
  const providers = withTransfers(joined, transfers)
  const counter = walletCallCounter()
  const wallet = createProviderWallet({
    ...{
      db,
      clock,
      log,
      guard: moneyGuard,
      funding,
      jackpots,
      freeRounds,
      roundCeiling: createRoundCeiling(sections),
      provider: providers.find,
      count: (of) => counter.inc(of),
    },
    gameOf: catalogueGameId,
  })

  const run = () => finishLeft({ db, clock, log, casino, tables, transfers, owner })
  const rounds = createRounds(
    'casino',
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'casino: the database could not be read')),
    EVERY_MS,
  )
  /** Origins that games of a brand may be framed from. */
  const frameOrigins = async (brandId: string) =>
    (await ports.providers(brandId)).flatMap((provider) => provider.frameOrigins)
  const stop = async (): Promise<void> => {
    keepers.stop()
    await rounds.stop()
  }
  return {
    ...{ casino, providers, transfers, wallet, counter, frameOrigins, tables: { tables, keepers } },
    handlers: [...casinoHandlers(casino, tables), ...tableHandlers(tables, keepers)],
    rounds: { ...rounds, stop, run },
  }
}

/** The casino as the server has it. */
export type CasinoWiring = ReturnType<typeof createCasinoWiring>

function walletCallCounter() {
  return new Counter({
    name: 'livery_wallet_calls_total',
    help: 'Calls of providers of games by provider and by what has happened to them.',
    labelNames: ['provider', 'outcome'] as const,
    registers: [],
  })
}

/** What left rounds and money at providers are finished with. */
interface LeftRounds extends Pick<CasinoPorts, 'db' | 'clock' | 'log'> {
  readonly casino: Pick<ReturnType<typeof createCasino>, 'finishLeft' | 'roundsAtProviders'>
  readonly tables: Pick<ReturnType<typeof createTables>, 'finishLeft'>
  readonly transfers: Pick<ReturnType<typeof createTransfers>, 'lookAfter'>
  readonly owner: string
}

/** Finishes rounds whose players have not come back, brings money back from providers, and asks them for free rounds, in all brands; one brand's trouble does not
 *  keep the others'. */
async function finishLeft({ db, clock, log, casino, tables, transfers, owner }: LeftRounds): Promise<void> {
  const each = async (brandIds: readonly string[], work: (brandId: string) => Promise<unknown>) => {
    for (const brandId of brandIds)
      await work(brandId).catch((error: unknown) =>
        logFailure(log, error, { brandId }, 'casino: a brand was left as it is'),
      )
  }
  await each(await brandsWithLeftRounds(db, new Date(clock().getTime() - LEAST_WAIT_MS)), (brandId) =>
    Promise.all([casino.finishLeft(brandId), tables.finishLeft(brandId, owner)]),
  )
  await each(await brandsWithMoneyAway(db, clock()), transfers.lookAfter)
  await each(await brandsWithRoundsToGive(db, clock()), casino.roundsAtProviders.lookAfter)
}
