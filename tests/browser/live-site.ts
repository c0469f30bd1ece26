import { quickestDatabase } from '#server/db/throw-away-database.test-support.ts'
import { type EngineOptions, type EngineProcess, startEngine } from '#tools/bench/server-process.ts'

/** Where the brands of a server are. */
export interface SiteAddress {
  readonly port: number
  /** Scheme and host of a brand: `http://aurora.localhost:41234`. */
  readonly origin: (brand: string) => string
}

/** A server of its own process on a free port, with its own data. */
export interface LiveSite extends EngineProcess, SiteAddress {}

export function siteAddress(port: number): SiteAddress {
  return { port, origin: (brand) => `http://${brand}.localhost:${port}` }
}

/** Starts the built site, in which `?country=xx` chooses a country, behind a trusted proxy, so that visitors may have addresses
 *  of their own. It is on the quickest database, unless `env` names another or a folder of data.
 *  @throws Error with the log when it does not come up */
export async function startLiveSite({ brands, env = {} }: EngineOptions = {}): Promise<LiveSite> {
  const place = env.DATABASE_URL === undefined && env.LIVERY_DATA === undefined ? await quickestDatabase() : null
  const usual = { LIVERY_MODE: 'development', LIVERY_FEED: 'off', LIVERY_TRUSTED_PROXIES: '127.0.0.1' }
  const engine = await startEngine({ brands, env: { ...usual, DATABASE_URL: place?.url ?? '', ...env } })
  return {
    ...engine,
    ...siteAddress(engine.port),
    stop: async () => {
      await engine.stop()
      await place?.drop()
    },
  }
}
