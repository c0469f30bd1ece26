import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { say } from '#cli/command-text.ts'
import type { ScenarioGiven } from '#schemas'
import { createServer } from '#server/create-server.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { readEnvironment } from '#server/environment.ts'
import { BASE_ID, BRAND_ID, isAbsent } from '#server/site/brands/brand-files.ts'
import { secretsOf } from '#server/site/brands/brand-secrets.ts'
import { createBrandStore, type SiteAnswer } from '#server/site/brands/brand-store.ts'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { createIdentity, type Identity } from '#server/wiring/account/identity.wiring.ts'
import { type BettingWiring, createBettingWiring } from '#server/wiring/betting/betting.wiring.ts'
import { createFeedCalls } from '#server/wiring/feed/feed.wiring.ts'
import type { BuiltPages } from '#server/wiring/pages/page-bundle.ts'
import { siteHandlers } from '#server/wiring/pages/site.handlers.ts'
import { createProtectionWiring } from '#server/wiring/protection/protection.wiring.ts'

/** The server as the command starts it, except for its clock, its log and its pages; each scenario is a brand of its
 *  own there, so that none finds what another has left: neither players nor budgets nor messages. */
export interface ScenarioServer {
  readonly app: FastifyInstance
  readonly delivery: Pick<Identity['delivery'], 'listMessages'>
  /** What stands on it before a scenario begins, and moves without anybody's call. */
  readonly database: Pick<OpenDatabase, 'db'>
  readonly betting: BettingWiring['betting']
  /** The desk at which an operator decides of documents. */
  readonly identification: Pick<Identity['identification'], 'decide'>
  /** The instant that everything on the server takes for now. */
  readonly clock: { nowMs: number }
  /** Makes a brand.
   *  @param parent whose files it is applied over; where that is a brand of an operator, it keeps its home and its currency
   *  @returns its host, or what is wrong with the configuration */
  addBrand(
    id: string,
    config: ScenarioGiven['config'],
    parent?: string,
  ): Promise<{ readonly host: string } | { readonly problems: string }>
  /** Copies a brand, and those that it extends, from a folder of brands; where it has one of that name already, that one stays.
   *  @returns the hash of its configuration, or why it cannot be served */
  copyBrand(id: string, from: string): Promise<{ readonly hash: string } | { readonly problems: string }>
  close(): Promise<void>
}

/** What a scenario may name as the secret of a social provider, none of which is asked. */
const SECRETS = { LIVERY_SOCIAL_SCENARIO_SECRET: 'no provider is asked' }
type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What all brands of scenarios configure: light work. */
const COMMON: Sections = { captcha: { challengeCost: 100 } }
/** Where a brand is at home that extends none but the engine's own. */
const HOME: Sections = { global: { defaultLanguage: 'en', defaultCountry: 'de', defaultCurrency: 'EUR' } }

/** Starts a server on a database in memory. It listens to no port: requests are handed to it.
 *  @param pages those that it shows; calls need none, so that none have to be built for them */
export async function startScenarioServer(pages?: BuiltPages): Promise<ScenarioServer> {
  const brandsDir = await mkdtemp(join(tmpdir(), 'livery-scenario-brands-'))
  const log = pino({ level: 'silent' })
  const clock = { nowMs: 0 }
  const database = await openDatabase({ dataDir: null, log })
  const store = createBrandStore({ brandsDir, now: () => performance.now(), secretOf: secretsOf(SECRETS), log })
  const now = () => new Date(clock.nowMs)
  const identity = createIdentity({
    ...{ database, brands: store, log, clock: now, keepsSecrets: true },
    // As on the sites that are recorded: their registration shows the methods of the built-in provider.
    takesTestMoney: true,
  })
  const protection = createProtectionWiring({
    ...{ database, brands: store, clock: now, log, secretOf: () => undefined },
  })
  const betting = createBettingWiring({ ...identity, ...protection, database, brands: store, clock: now, log })
  const { disallowedSports: disallowed } = identity
  const feedCalls = createFeedCalls({ database, clock: now, shareMs: 0, disallowed, guard: identity.guard })
  const app = await createServer({
    environment: readEnvironment({ LOG_LEVEL: 'silent', LIVERY_MODE: 'production' }),
    log,
    brands: store,
    pages: pages ?? withoutPages(brandsDir),
    handlers: [...siteHandlers(), ...identity.handlers, ...protection.handlers, ...feedCalls, ...betting.handlers],
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
    async addBrand(id, config, parent = BASE_ID) {
      await writeBrand(join(brandsDir, id), id, config, parent)
      const found = await store.siteForBrand(id)
      return found.status === 'ok' ? { host: `${id}.localhost` } : { problems: problemsOf(found) }
    },
    async copyBrand(id, from) {
      await copyWithParents(id, from, brandsDir)
      const found = await store.siteForBrand(id)
      return found.status === 'ok' ? { hash: found.site.hash } : { problems: problemsOf(found) }
    },
    async close() {
      await app.close()
      await identity.delivery.stop()
      await database.close()
      await rm(brandsDir, { recursive: true, force: true })
    },
  }
}

/** Copies the folder of a brand and of each that it extends; a missing one is reported by the reader of the brand. */
async function copyWithParents(first: string, from: string, to: string): Promise<void> {
  const copied = new Set([BASE_ID])
  for (let id = first; BRAND_ID.test(id) && !copied.has(id); ) {
    copied.add(id)
    await cp(join(from, id), join(to, id), { recursive: true, force: false }).catch(unlessAbsent)
    id = parentOf(await readFile(join(to, id, 'brand.json'), 'utf8').catch(unlessAbsent))
  }
}

function parentOf(manifest = '{}'): string {
  try {
    return String(JSON.parse(manifest).extends ?? BASE_ID)
  } catch {
    return BASE_ID
  }
}

function unlessAbsent(error: unknown): undefined {
  if (!isAbsent(error)) throw error
}

async function writeBrand(
  folder: string,
  id: string,
  config: ScenarioGiven['config'] = {},
  parent: string,
): Promise<void> {
  await mkdir(join(folder, 'config'), { recursive: true })
  const manifest = {
    id,
    name: id,
    extends: parent,
    hosts: [`${id}.example`],
    schemaVersion: CURRENT_VERSION,
    revision: 1,
  }
  await writeFile(join(folder, 'brand.json'), JSON.stringify(manifest))
  const common = parent === BASE_ID ? { ...COMMON, ...HOME } : COMMON
  for (const section of new Set([...Object.keys(common), ...Object.keys(config)])) {
    const keys = { ...common[section], ...config[section] }
    await writeFile(join(folder, 'config', `${section}.json`), JSON.stringify(keys))
  }
}

function problemsOf(found: SiteAnswer): string {
  return found.status === 'broken' ? found.problems.map(problemText).join('; ') : say('driver.brand_not_found')
}

function problemText(problem: { readonly message: string; readonly pointer?: string | null }): string {
  return problem.pointer ? `${problem.message} (${problem.pointer})` : problem.message
}

function withoutPages(assetsFolder: string): BuiltPages {
  const renderPage = () => Promise.reject(new Error(say('driver.scenarios_ask_no_page')))
  return { bundle: { renderPage, screenIds: [] }, manifest: {}, assetsFolder }
}
