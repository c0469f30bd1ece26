import { type EngineOptions, type EngineProcess, startEngine } from '#tools/bench/server-process.ts'

/** A server of its own process on a free port, with its own data. */
export interface LiveSite extends EngineProcess {
  /** Scheme and host of a brand: `http://aurora.localhost:41234`. */
  readonly origin: (brand: string) => string
}

/** Starts the built site, in which `?country=xx` chooses a country, behind a trusted proxy, so that visitors may have
 *  addresses of their own.
 *  @throws Error with the log when it does not come up */
export async function startLiveSite({ brands, env = {} }: EngineOptions = {}): Promise<LiveSite> {
  const engine = await startEngine({
    brands,
    env: { LIVERY_MODE: 'development', LIVERY_FEED: 'off', LIVERY_TRUSTED_PROXIES: '127.0.0.1', ...env },
  })
  return { ...engine, origin: (brand) => `http://${brand}.localhost:${engine.port}` }
}
