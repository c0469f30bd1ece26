import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pino from 'pino'
import type { Environment } from '#schemas'
import { type KeyRing, newKeyRing } from '#server/account/secrets/key-ring.ts'
import type { PasswordCost } from '#server/account/secrets/passwords.ts'
import { createClickHouseStore } from '#server/analytics/columnar/clickhouse-store.ts'
import type { BettingService } from '#server/betting/betting.service.ts'
import type { CasinoProvider } from '#server/casino/providers/casino-provider.ts'
import { createServer } from '#server/create-server.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts'
import { quickestDatabase } from '#server/db/throw-away-database.test-support.ts'
import { readEnvironment } from '#server/environment.ts'
import { createLivingFeed, type LivingFeed } from '#server/feed/live/living-feed.ts'
import { type ChannelHub, createChannelHub } from '#server/feed/stream/channel-hub.ts'
import { createMemoryFeedBus } from '#server/feed/stream/feed-bus.ts'
import { createMemoryBudgetStore } from '#server/guard/budget-store.ts'
import { readPushSecrets } from '#server/guard/webhook-signature.ts'
import type { DocumentStore } from '#server/protection/document-store.ts'
import { secretsOf } from '#server/site/brands/brand-secrets.ts'
import { createBrandStore } from '#server/site/brands/brand-store.ts'
import type { StudioHandler } from '#server/studio/studio-scope.ts'
import { createIdentity, type Identity } from '#server/wiring/account/identity.wiring.ts'
import { createAnalyticsWiring } from '#server/wiring/analytics/analytics.wiring.ts'
import { createBettingWiring } from '#server/wiring/betting/betting.wiring.ts'
import { type CasinoWiring, createCasinoWiring } from '#server/wiring/casino/casino.wiring.ts'
import { createFeedCalls } from '#server/wiring/feed/feed.wiring.ts'
import { oddsStreamHandlers } from '#server/wiring/feed/odds-stream.handlers.ts'
import type { AnyHandler } from '#server/wiring/http/call-scope.ts'
import type { BodyPace } from '#server/wiring/http/slow-bodies.ts'
import { workMetrics } from '#server/wiring/http/work-metrics.ts'
import { createDrawWiring, type DrawWiring } from '#server/wiring/lotteries/draws.wiring.ts'
import { createTotoWiring, type TotoWiring } from '#server/wiring/lotteries/toto.wiring.ts'
import { type BuiltPages, loadPages } from '#server/wiring/pages/page-bundle.ts'
import type { SharedPagesPorts } from '#server/wiring/pages/shared-pages.ts'
import { siteHandlers } from '#server/wiring/pages/site.handlers.ts'
import { createPaymentWiring, type PaymentWiring } from '#server/wiring/payments/payments.wiring.ts'
import { createLoyaltyWiring, type LoyaltyWiring } from '#server/wiring/promo/loyalty/loyalty.wiring.ts'
import { createPromoWiring } from '#server/wiring/promo/promo.wiring.ts'
import { createReferralWiring, type ReferralWiring } from '#server/wiring/promo/referral/referral.wiring.ts'
import { createProtectionWiring, type ProtectionWiring } from '#server/wiring/protection/protection.wiring.ts'
import { createPushWiring } from '#server/wiring/push/push.wiring.ts'
import { createStatusWiring } from '#server/wiring/status/status.wiring.ts'
import { createDeskWiring } from '#server/wiring/studio/desk.wiring.ts'
import { createDraftWiring } from '#server/wiring/studio/drafts.wiring.ts'
import { createStudio, type Studio } from '#server/wiring/studio/studio.wiring.ts'
import { createIdentityStandIn, IDENTITY_SECRETS } from '#tests/fixtures/identity/identity-stand-in.ts'
import { type ContractBrands, makeContractBrands } from './contract-brands.ts'

/** Whether the page bundle is built; without it the tests of pages do not run. */
export const HAS_PAGES = existsSync(fileURLToPath(new URL('../../../dist/client/.vite/manifest.json', import.meta.url)))

/** Host of the fixture brand. */
export const HOST = 'pier.example'
export const ORIGIN = `http://${HOST}`
/** Nobody attacks these passwords: the cost of production's is measured elsewhere. */
const CHEAP_PASSWORDS: PasswordCost = { memoryKib: 8, passes: 1, concurrency: 4, maxWaiting: 256 }
const START_MS = Date.parse('2026-03-01T12:00:00Z')

/** One request: what is left out is what a browser on the brand's own page would send. */
export interface TestRequest {
  readonly method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly host?: string
  /** Network address of the client. */
  readonly address?: string
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string | Buffer
  /** A header that is null is not sent. */
  readonly headers?: Readonly<Record<string, string | null>>
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly brands: ContractBrands
  readonly database: OpenDatabase
  readonly identity: Identity
  readonly betting: BettingService
  readonly casino: CasinoWiring
  readonly toto: TotoWiring
  readonly referral: ReferralWiring
  readonly push: ReturnType<typeof createPushWiring>
  readonly analytics: ReturnType<typeof createAnalyticsWiring>
  readonly loyalty: LoyaltyWiring
  readonly draws: DrawWiring
  readonly cashier: PaymentWiring
  readonly protection: ProtectionWiring
  /** The book of the feed, and what brings it into the odds stream once it is started. */
  readonly livingFeed: LivingFeed
  /** The studio; null where the environment names no host of it, since the mode is production. */
  readonly studio: Studio | null
  /** Sends a request to the fixture brand and gives the answer. */
  readonly send: (url: string, request?: TestRequest) => Promise<LightMyRequestResponse>
  /** Everything that was logged, as text. */
  readonly log: () => string
  /** Moves the clock of accounts, codes and budgets. */
  readonly wait: (ms: number) => void
  /** What that clock shows. */
  readonly now: () => Date
  readonly close: () => Promise<void>
}

export interface TestServerOptions {
  /** Variables of the engine, and secrets that brands name. */
  readonly environment?: Readonly<Record<string, string>>
  /** Writes further brands before the server looks at any. */
  readonly prepare?: (brands: ContractBrands) => Promise<void>
  /** Answers calls instead of the built-in handler of the same id. */
  readonly handlers?: readonly AnyHandler[]
  /** Answers calls of the studio beside those of access. */
  readonly studioHandlers?: readonly StudioHandler[]
  /** Where documents of identity are kept; in memory when left out. */
  readonly documents?: DocumentStore
  /** The providers of games that a brand has joined; none when left out. */
  readonly casinoProviders?: (brandId: string) => Promise<readonly CasinoProvider[]>
  /** Answers what is asked of registers and providers of identity; stand-ins of these when left out. */
  readonly fetch?: typeof fetch
  /** Takes what is sent to push services. */
  readonly pushService?: typeof fetch
  /** Address of a PostgreSQL database, or null for the embedded one, in memory; the quickest one when left out. */
  readonly databaseUrl?: string | null
  /** The keys that secrets are sealed with; new ones when left out. */
  readonly keyRing?: KeyRing
  /** How slow the bodies of requests may be. */
  readonly bodyPace?: BodyPace
  /** The channels of the odds stream; those of the book when left out. */
  readonly oddsStream?: ChannelHub
  /** How guests share pages; each page is rendered for its request when left out. */
  readonly sharedPages?: SharedPagesPorts
}

/** Makes the server as the command does: with its brand store, a database and its built pages; only
 *  the clock and the log are ours. @throws Error when the fixture brand is broken */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const brands = await makeContractBrands()
  await options.prepare?.(brands)
  const environment = readEnvironment({ LOG_LEVEL: 'trace', LIVERY_MODE: 'production', ...options.environment })
  const lines: string[] = []
  const log = pino({ level: environment.LOG_LEVEL }, { write: (line: string) => void lines.push(line) })
  let nowMs = START_MS
  const clock = () => new Date(nowMs)
  const place = options.databaseUrl === undefined ? await quickestDatabase() : null
  const { LIVERY_SLOW_STATEMENT_MS: slowMs } = environment
  const database = await openDatabase({ dataDir: null, databaseUrl: options.databaseUrl ?? place?.url, log, slowMs })
  const store = createBrandStore({
    ...brands,
    now: () => performance.now(),
    secretOf: secretsOf(options.environment ?? {}),
    log,
  })
  const { keyRing = newKeyRing() } = options
  const secretOf = secretsOf(options.environment ?? {})
  const protection = createProtectionWiring({ database, brands: store, clock, secretOf, log })
  const { moneyGuard } = protection
  const referral = createReferralWiring({ database, brands: store, clock, log, keyRing })
  const bonuses = createPromoWiring({ database, brands: store, clock, log, moneyGuard })
  const { CLICKHOUSE_URL: url } = environment
  const columnar = url ? createClickHouseStore({ url, log, paceMs: 0 }) : null
  const identity = createIdentity({
    ...(columnar && { eventsOfAccount: columnar.ofAccount }),
    registered: async (tx, player) => {
      await referral.registered(tx, player)
      await bonuses.promo.registered(tx, player)
      await protection.registered(tx, player)
    },
    database,
    brands: store,
    log,
    clock,
    keepsSecrets: true,
    takesTestMoney: options.environment?.LIVERY_TEST_MONEY !== 'off',
    keyRing,
    documents: options.documents,
    secretOf: secretsOf({ ...IDENTITY_SECRETS, ...options.environment }),
    fetch: options.fetch ?? createIdentityStandIn().fetch,
    passwordCost: CHEAP_PASSWORDS,
  })
  const { betting, handlers: betHandlers } = createBettingWiring({
    ...{ ...identity, database, brands: store, clock, log, moneyGuard },
  })
  const takesTestMoney = options.environment?.LIVERY_TEST_MONEY !== 'off'
  const loyalty = createLoyaltyWiring({ database, brands: store, clock, log, moneyGuard })
  const { funding, freeRounds, ticketFunding } = bonuses
  const toto = createTotoWiring({ database, brands: store, clock, log, moneyGuard, ticketFunding })
  const draws = createDrawWiring({ database, brands: store, clock, log, moneyGuard, funding: ticketFunding })
  const casino = createCasinoWiring({
    ...{ database, brands: store, clock, log, moneyGuard, secretOf, funding, freeRounds },
    fetch: options.fetch,
    ...(options.casinoProviders && { providers: options.casinoProviders }),
  })
  const cashier = createPaymentWiring({
    ...{ database, brands: store, clock, log, moneyGuard, keyRing, secretOf, takesTestMoney },
    withChecks: protection.withChecks,
    beforeWithdrawal: bonuses.promo.withdrawing,
    bringBack: casino.transfers.fromProviders,
  })
  const bus = createMemoryFeedBus()
  const hub = options.oddsStream ?? createChannelHub({ bus, nowMs: () => nowMs })
  const livingFeed = createLivingFeed({ database, bus, isBusShared: false, now: clock, log })
  const { disallowedSports: disallowed, guard } = identity
  const feedCalls = createFeedCalls({ database, clock, shareMs: 0, disallowed, guard })
  const analytics = createAnalyticsWiring({
    ...{
      database,
      brands: store,
      brandsDir: brands.brandsDir,
      budget: createMemoryBudgetStore(),
      clock,
      log,
      columnar,
    },
  })
  const push = createPushWiring({
    ...{ database, brands: store, clock, log, keyRing },
    ...(options.pushService ? { fetch: options.pushService } : {}),
  })
  const status = createStatusWiring({ database, clock, log, takesTestMoney })
  const own = options.handlers ?? []
  const builtIn = [
    ...siteHandlers({ now: clock, fetch: options.fetch }),
    ...identity.handlers,
    ...protection.handlers,
    ...oddsStreamHandlers(hub),
    ...feedCalls,
    ...betHandlers,
    ...cashier.handlers,
    ...casino.handlers,
    ...toto.handlers,
    ...bonuses.handlers,
    ...loyalty.handlers,
    ...referral.handlers,
    ...analytics.handlers,
    ...draws.handlers,
    ...push.handlers,
    ...status.handlers,
  ].filter(({ call }) => !own.some((handler) => handler.call.id === call.id))
  const pages = HAS_PAGES ? await loadPages() : withoutPages()
  const { brandsDir } = brands
  const editing = createDraftWiring({
    ...{ environment, database, brands: store, brandsDir, dataDir: dirname(brandsDir), keyRing, pages, clock, log },
    secretOf,
  })
  const desk = createDeskWiring({
    granting: bonuses.granting,
    toto: toto.toto,
    draws,
    analytics: analytics.analytics,
    recordings: analytics.recordings,
    database,
    brands: store,
    brandsDir,
    identity,
    payments: cashier.payments,
    casino: casino.casino,
    clock,
  })
  const studio = createStudio({
    environment,
    database,
    clock,
    log,
    keyRing,
    budgetStore: createMemoryBudgetStore(),
    handlers: options.studioHandlers ?? [...editing.handlers, ...desk.handlers],
    files: [...desk.files, ...editing.files],
    previews: editing.previews,
    passwordCost: CHEAP_PASSWORDS,
  })
  const app = await createServer({
    listedFeed: { door: forFeed(database.db), now: clock },
    environment: environment as Environment,
    log,
    brands: studio ? editing.brands : store,
    pages,
    handlers: [...builtIn, ...own],
    findPlayer: identity.findPlayer,
    outbox: identity.delivery,
    gameFrames: casino.frameOrigins,
    oddsStream: hub,
    casinoTables: casino.tables,
    lotteryStream: draws.stream,
    feedPush: {
      book: livingFeed,
      secrets: readPushSecrets(environment.LIVERY_FEED_SECRETS),
      budget: createMemoryBudgetStore(),
      mostPerMinute: environment.LIVERY_FEED_PUSHES,
      now: clock,
    },
    // biome-ignore lint/nursery/noMisusedPromises: the rule takes the wiring, which holds promises, for one
    cashier: { ...cashier, budget: createMemoryBudgetStore(), now: clock },
    safeRecords: database,
    recordings: analytics.recordingRoute,
    walletCalls: { ...casino, budget: createMemoryBudgetStore(), now: clock },
    supportFiles: identity.supportFiles,
    identityWebhook: { checks: identity.identityChecks, budget: createMemoryBudgetStore(), now: clock },
    bodyPace: options.bodyPace,
    sharedPages: options.sharedPages,
    checkReady: database.storage.check,
    status: status.read,
    counters: [analytics.counter, ...workMetrics({ database, clock, log })],
    studio,
  })
  const found = await store.siteForBrand('pier')
  if (found.status !== 'ok') throw new Error(`the fixture brand is not served: ${JSON.stringify(found, null, 2)}`)
  return {
    app,
    brands,
    database,
    identity,
    betting,
    cashier,
    protection,
    casino,
    toto,
    referral,
    push,
    analytics,
    loyalty,
    draws,
    livingFeed,
    studio,
    send: (url, request = {}) => app.inject(injected(url, request)),
    log: () => lines.join(''),
    now: clock,
    wait: (ms) => {
      nowMs += ms
    },
    close: async () => {
      await app.close()
      casino.tables.keepers.stop()
      await Promise.all([identity.delivery.stop(), livingFeed.stop()])
      await database.close()
      await place?.leave()
      await brands.remove()
    },
  }
}

function injected(url: string, request: TestRequest): InjectOptions {
  const { method = 'GET', host = HOST, address = '10.0.0.1', body, headers = {} } = request
  const usual: Record<string, string | null> = {
    host,
    'user-agent': 'Contract/1.0',
    ...(method === 'GET' || method === 'HEAD' ? {} : { origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  }
  const sent = Object.entries(usual).filter((entry): entry is [string, string] => entry[1] !== null)
  return {
    method,
    url,
    remoteAddress: address,
    headers: Object.fromEntries(sent),
    ...(body === undefined ? {} : { payload: body }),
  }
}

/** Lets calls be tested where nothing is built: a page fails loudly. */
function withoutPages(): BuiltPages {
  const renderPage = () => Promise.reject(new Error('the pages are not built'))
  return {
    bundle: { renderPage, screenIds: [] },
    manifest: {},
    assetsFolder: fileURLToPath(new URL('.', import.meta.url)),
  }
}

/** Cookies that an answer sets, by name, with the whole header line. */
export function setCookies(answer: LightMyRequestResponse): Readonly<Record<string, string>> {
  const lines = [answer.headers['set-cookie'] ?? []].flat()
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line]))
}

/** The value of a cookie that an answer sets, or undefined. */
export function cookieValue(answer: LightMyRequestResponse, name: string): string | undefined {
  const line = setCookies(answer)[name]
  return line === undefined ? undefined : /^[^=]+=([^;]*)/.exec(line)?.[1]
}
