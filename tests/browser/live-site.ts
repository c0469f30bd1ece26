import { quickestDatabase } from '#server/db/throw-away-database.test-support.ts'
import { type EngineOptions, type EngineProcess, type EngineStorage, startEngine } from '#tools/bench/server-process.ts'

/** Where the brands and the data of a server are. */
export interface SiteAddress {
  readonly port: number
  /** Scheme and host of a brand: `http://aurora.localhost:41234`. */
  readonly origin: (brand: string) => string
  readonly storage: EngineStorage
}

/** A server of its own process on a free port, with its own data. */
export interface LiveSite extends EngineProcess, SiteAddress {}

/** No hook with a limit of its own waits for it: on a machine that has other work a server may need more than a minute. */
const START_WITHIN_MS = 180_000

export function siteAddress({ port, storage }: Pick<SiteAddress, 'port' | 'storage'>): SiteAddress {
  return { port, storage, origin: (brand) => `http://${brand}.localhost:${port}` }
}

/** Starts the built site, in which `?country=xx` chooses a country, behind a trusted proxy, so that visitors may have addresses
 *  of their own. It is on the quickest database, unless `env` names another or a folder of data.
 *  @throws Error with the log when it does not come up */
export async function startLiveSite({ brands, env = {} }: EngineOptions = {}): Promise<LiveSite> {
  const place = env.DATABASE_URL === undefined && env.LIVERY_DATA === undefined ? await quickestDatabase() : null
  const usual = { LIVERY_MODE: 'development', LIVERY_FEED: 'off', LIVERY_TRUSTED_PROXIES: '127.0.0.1' }
  const given = { ...usual, DATABASE_URL: place?.url ?? '', ...env }
  const engine = await startEngine({ brands, env: given, startWithinMs: START_WITHIN_MS })
  return {
    ...engine,
    ...siteAddress(engine),
    stop: async () => {
      await engine.stop()
      await place?.drop()
    },
  }
}
