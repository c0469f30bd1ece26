import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import type { ScenarioGiven } from '#schemas'
import { createServer } from '#server/create-server.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import { secretsOf } from '#server/site/brand-secrets.ts'
import { createBrandStore } from '#server/site/brand-store.ts'
import { CURRENT_VERSION } from '#server/site/brand-versions.ts'
import { type BettingWiring, createBettingWiring } from '#server/wiring/betting.wiring.ts'
import { createFeedCalls } from '#server/wiring/feed-calls.ts'
import { createIdentity, type Identity } from '#server/wiring/identity.wiring.ts'
import type { BuiltPages } from '#server/wiring/page-bundle.ts'
import { siteHandlers } from '#server/wiring/site.wiring.ts'

/** The server as the command starts it, but for its clock, its log and its pages; each scenario is a brand of its own there, so
 *  that none finds what another has left: neither players nor budgets nor messages. */
export interface ScenarioServer {
  readonly app: FastifyInstance
  readonly delivery: Pick<Identity['delivery'], 'listMessages'>
  /** What stands on it before a story begins, and moves without anybody's call. */
  readonly database: Pick<OpenDatabase, 'db'>
  readonly betting: BettingWiring['betting']
  /** The desk at which an operator decides of documents. */
  readonly identification: Pick<Identity['identification'], 'decide'>
  /** The instant that everything on the server takes for now. */
  readonly clock: { nowMs: number }
  /** Makes a brand. @returns its host, or what is wrong with the configuration */
  addBrand(
    id: string,
    config: ScenarioGiven['config'],
  ): Promise<{ readonly host: string } | { readonly problems: string }>
  close(): Promise<void>
}

/** What a scenario may name as the secret of a social provider, none of which is asked. */
const SECRETS = { LIVERY_SOCIAL_SCENARIO_SECRET: 'no provider is asked' }
/** What all brands of scenarios configure: where they are at home, and light work. */
const COMMON: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  global: { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' },
  captcha: { challengeCost: 100 },
}

/** Starts a server on a database in memory. It listens to no port: requests are handed to it.
 *  @param pages those that it shows; calls need none, so that none have to be built for them */
export async function startScenarioServer(pages?: BuiltPages): Promise<ScenarioServer> {
  const brandsDir = await mkdtemp(join(tmpdir(), 'livery-scenario-brands-'))
  const log = pino({ level: 'silent' })
  const clock = { nowMs: 0 }
  const database = await openDatabase({ dataDir: null, log })
  const store = createBrandStore({ brandsDir, now: () => performance.now(), secretOf: secretsOf(SECRETS), log })
  const now = () => new Date(clock.nowMs)
  const identity = createIdentity({ database, brands: store, log, clock: now, keepsSecrets: true })
  const betting = createBettingWiring({ ...identity, database, brands: store, clock: now, log })
  const { disallowedSports: disallowed } = identity
  const feedCalls = createFeedCalls({ database, clock: now, shareMs: 0, disallowed, guard: identity.guard })
  const app = await createServer({
    environment: readEnvironment({ LOG_LEVEL: 'silent', LIVERY_MODE: 'production' }),
    log,
    brands: store,
    pages: pages ?? withoutPages(brandsDir),
    handlers: [...siteHandlers(), ...identity.handlers, ...feedCalls, ...betting.handlers],
    findPlayer: identity.findPlayer,
    outbox: identity.delivery,
    checkReady: async () => void (await sql`select 1`.execute(database.db)),
  })
  return {
    app,
    delivery: identity.delivery,
    database,
    betting: betting.betting,
    identification: identity.identification,
    clock,
    async addBrand(id, config) {
      await writeBrand(join(brandsDir, id), id, config)
      const found = await store.siteForBrand(id)
      if (found.status === 'ok') return { host: `${id}.localhost` }
      return { problems: found.status === 'broken' ? found.problems.map(problemText).join('; ') : 'it is not found' }
    },
    async close() {
      await app.close()
      await identity.delivery.stop()
      await database.close()
      await rm(brandsDir, { recursive: true, force: true })
    },
  }
}

async function writeBrand(folder: string, id: string, config: ScenarioGiven['config'] = {}): Promise<void> {
  await mkdir(join(folder, 'config'), { recursive: true })
  const manifest = {
    id,
    name: id,
    extends: '_base',
    hosts: [`${id}.example`],
    schemaVersion: CURRENT_VERSION,
    revision: 1,
  }
  await writeFile(join(folder, 'brand.json'), JSON.stringify(manifest))
  for (const section of new Set([...Object.keys(COMMON), ...Object.keys(config)])) {
    const keys = { ...COMMON[section], ...config[section] }
    await writeFile(join(folder, 'config', `${section}.json`), JSON.stringify(keys))
  }
}

function problemText(problem: { readonly message: string; readonly pointer?: string | null }): string {
  return problem.pointer ? `${problem.message} (${problem.pointer})` : problem.message
}

function withoutPages(assetsFolder: string): BuiltPages {
  const renderPage = () => Promise.reject(new Error('scenarios ask for no page'))
  return { bundle: { renderPage, screenIds: [] }, manifest: {}, assetsFolder }
}
