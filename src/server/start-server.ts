import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import pino, { type Logger } from 'pino'
import { readKeyRing } from './account/secrets/secret-key.ts'
import { createClickHouseStore } from './analytics/columnar/clickhouse-store.ts'
import { createServer } from './create-server.ts'
import { createDatabaseClock } from './db/database-clock.ts'
import { checkDataDir } from './db/embedded/embedded-folder.ts'
import { forFeed } from './db/for-feed.ts'
import { openDatabase } from './db/open-database.ts'
import { smsCarrier } from './delivery/sms-webhook-adapter.ts'
import { smtpCarrier } from './delivery/smtp-adapter.ts'
import { readEnvironment } from './environment.ts'
import { feedAdapter } from './feed/live/feed-adapter.ts'
import { createLivingFeed } from './feed/live/living-feed.ts'
import { createChannelHub } from './feed/stream/channel-hub.ts'
import { createMemoryFeedBus } from './feed/stream/feed-bus.ts'
import { createMemoryBudgetStore } from './guard/budget-store.ts'
import { readVerifyUrls } from './guard/site-verify.ts'
import { readPushSecrets } from './guard/webhook-signature.ts'
import { DOCUMENTS_FOLDER } from './protection/document-store.ts'
import { watchedDocuments } from './protection/watched-documents.ts'
import { secretsOf } from './site/brands/brand-secrets.ts'
import { createBrandStore } from './site/brands/brand-store.ts'
import { visitedBrands } from './site/brands/visited-brands.ts'
import { measureStart } from './start-parts.ts'
import { createIdentity, type Identity, type IdentityPorts } from './wiring/account/identity.wiring.ts'
import { createAnalyticsWiring } from './wiring/analytics/analytics.wiring.ts'
import { createBetRounds } from './wiring/betting/bet-rounds.ts'
import { createBettingWiring } from './wiring/betting/betting.wiring.ts'
import { type CasinoWiring, type CasinoWiringPorts, createCasinoWiring } from './wiring/casino/casino.wiring.ts'
import { createCleanUp } from './wiring/clean-up.ts'
import { createFeedCalls, FEED_SHARE_MS } from './wiring/feed/feed.wiring.ts'
import { oddsStreamHandlers } from './wiring/feed/odds-stream.handlers.ts'
import type { AnyHandler } from './wiring/http/call-scope.ts'
import { checkBrandsDir, localBrands } from './wiring/http/local-brands.ts'
import { workMetrics } from './wiring/http/work-metrics.ts'
import { createDrawWiring, type DrawWiring } from './wiring/lotteries/draws.wiring.ts'
import { createTotoWiring } from './wiring/lotteries/toto.wiring.ts'
import { loadPages } from './wiring/pages/page-bundle.ts'
import { MOST_PAGES_BYTES, PAGE_SHARE_MS } from './wiring/pages/shared-pages.ts'
import { siteHandlers } from './wiring/pages/site.handlers.ts'
import { createPaymentWiring } from './wiring/payments/payments.wiring.ts'
import { createLoyaltyWiring } from './wiring/promo/loyalty/loyalty.wiring.ts'
import { createPromoWiring } from './wiring/promo/promo.wiring.ts'
import { createReferralWiring } from './wiring/promo/referral/referral.wiring.ts'
import { createProtectionWiring } from './wiring/protection/protection.wiring.ts'
import { createPushWiring } from './wiring/push/push.wiring.ts'
import { createStatusWiring } from './wiring/status/status.wiring.ts'
import { createDeskWiring } from './wiring/studio/desk.wiring.ts'
import { createDraftWiring } from './wiring/studio/drafts.wiring.ts'
import { createStudio } from './wiring/studio/studio.wiring.ts'
import { createTableCounts } from './wiring/table-counts.ts'
import { createUpstream } from './wiring/upstream/upstream.ts'

/** What may never be read in a log. */
const REDACTED = [
  'req.headers.cookie',
  'req.headers.authorization',
  'req.headers["x-captcha-token"]',
  '*.password',
  '*.token',
]
const STOP_WITHIN_MS = 10_000

/** What a server can be given in place of what the brands say. */
export interface StartOptions {
  /** The providers of games that a brand has joined. */
  readonly casinoProviders?: CasinoWiringPorts['providers']
}

/** Starts the server and stops it gracefully on SIGTERM and SIGINT. */
export async function startServer(options: StartOptions = {}): Promise<void> {
  const start = measureStart()
  start.ended('modules')
  const ground = await openGround()
  const { environment, log, brandsDir } = ground
  start.ended('database, pages and what brands share')
  const nouns = joinNouns(ground, options)
  const { studio, editing, livingFeed } = nouns
  const app = await openServer(ground, nouns)
  start.ended('calls')
  if (studio) await editing.settle()
  await livingFeed.start()
  start.ended('feed')
  for (const rounds of roundsOf(nouns)) rounds.start()
  if (studio) editing.rounds.start()
  await app.listen({ port: environment.PORT, host: environment.HOST })
  await studio?.announce((app.server.address() as AddressInfo).port)
  start.ended('port')
  await livingFeed.play()
  log.info({ ms: start.parts() }, 'ready')
  for (const address of localBrands(brandsDir, environment.PORT)) log.info(address)
  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await Promise.all([app.close(), ground.upstream?.close(), editing.closePictures()])
    await Promise.all([...roundsOf(nouns), editing.rounds, livingFeed].map((one) => one.stop()))
    await ground.close()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)))
}

/** What all nouns stand on: the environment, the database, the brands, the built pages, and what several processes share. */
type Ground = Awaited<ReturnType<typeof openGround>>

async function openGround() {
  const environment = readEnvironment(process.env)
  const log = pino({ level: environment.LOG_LEVEL, redact: { paths: REDACTED, censor: '[redacted]' } })
  // The libraries of traces come with the collector alone.
  const telemetry = environment.OTEL_EXPORTER_OTLP_ENDPOINT
    ? (await import('./tracing/open-telemetry.ts')).openTelemetry({ environment, log })
    : null
  const { LIVERY_UPSTREAM: upstreamUrl, REDIS_URL: redisUrl } = environment
  const upstream = upstreamUrl ? await createUpstream({ url: upstreamUrl }) : null
  const dataDir = resolve(environment.LIVERY_DATA)
  const brandsDir = resolve(environment.LIVERY_BRANDS)
  checkBrandsDir(brandsDir)
  checkDataDir(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const secretOf = secretsOf(process.env)
  const brands = createBrandStore({
    ...{ brandsDir, secretOf, log, now: () => performance.now() },
    visited: visitedBrands(dataDir),
  })
  const [database, pages] = await Promise.all([
    openDatabase({
      ...{ dataDir, databaseUrl: environment.DATABASE_URL, log },
      slowMs: environment.LIVERY_SLOW_STATEMENT_MS,
    }),
    loadPages(),
    brands.warm(),
  ])
  const clock = database.kind === 'postgres' ? createDatabaseClock({ db: database.db, log }) : null
  await clock?.measure()
  const shared = redisUrl ? await openRedisStores({ url: redisUrl, log }) : null
  const { CLICKHOUSE_URL: clickHouseUrl } = environment
  const columnar = clickHouseUrl ? createClickHouseStore({ url: clickHouseUrl, log }) : null
  const { budgets, challenges } = shared ?? {}
  const feedBus = shared?.feedBus ?? createMemoryFeedBus()
  const isDevelopment = environment.LIVERY_MODE === 'development'
  const close = async (): Promise<void> => {
    await Promise.all([budgets?.close(), challenges?.close(), feedBus.close()])
    clock?.stop()
    await database.close()
    await telemetry?.close()
  }
  return {
    ...{
      environment,
      log,
      upstream,
      dataDir,
      brandsDir,
      secretOf,
      brands,
      database,
      pages,
      challenges,
      feedBus,
      columnar,
      close,
    },
    budgetStore: budgets?.store ?? createMemoryBudgetStore(),
    clock: clock?.now ?? (() => new Date()),
    keyRing: readKeyRing({ environment, dataDir }),
    isDevelopment,
    takesTestMoney: isDevelopment || environment.LIVERY_TEST_MONEY === 'on',
  }
}

/** What several processes share in Redis. Its client comes with it alone: it is as large as all that a start needs besides. */
async function openRedisStores(options: { readonly url: string; readonly log: Logger }) {
  const [{ openRedisBudgetStore }, { openRedisChallengeStore }, { openRedisFeedBus }] = await Promise.all([
    import('./guard/redis-budget-store.ts'),
    import('./guard/redis-challenge-store.ts'),
    import('./feed/stream/redis-feed-bus.ts'),
  ])
  const budgets = await openRedisBudgetStore(options)
  const challenges = await openRedisChallengeStore(options)
  return { budgets, challenges, feedBus: await openRedisFeedBus(options) }
}

/** All nouns, joined. */
type Nouns = ReturnType<typeof joinNouns>

function joinNouns(ground: Ground, { casinoProviders: providers }: StartOptions) {
  const { environment, database, brands, brandsDir, clock, log, keyRing, secretOf, takesTestMoney } = ground
  const protection = createProtectionWiring({ database, brands, clock, secretOf, log })
  const { moneyGuard } = protection
  const referral = createReferralWiring({ database, brands, clock, log, keyRing })
  const bonuses = createPromoWiring({ database, brands, clock, log, moneyGuard })
  const identity = joinIdentity(ground, async (tx, player) => {
    await referral.registered(tx, player)
    await bonuses.promo.registered(tx, player)
    await protection.registered(tx, player)
  })
  const { removeOrphans } = identity.identification
  const cleanUp = createCleanUp({ db: database.db, clock, log, environment, removeOrphans })
  const tableCounts = createTableCounts({ db: database.db, log })
  const { betting, handlers: betHandlers } = createBettingWiring({
    ...{ ...identity, database, brands, clock, log, moneyGuard },
  })
  const betRounds = createBetRounds({ db: database.db, betting, clock, log })
  const loyalty = createLoyaltyWiring({ database, brands, clock, log, moneyGuard })
  const { funding, freeRounds, ticketFunding } = bonuses
  const toto = createTotoWiring({ database, brands, clock, log, moneyGuard, ticketFunding })
  const casino = createCasinoWiring({
    ...{ database, brands, clock, log, moneyGuard, secretOf, funding, freeRounds },
    ...(providers && { providers }),
  })
  const draws = createDrawWiring({
    ...{ database, brands, clock, log, moneyGuard, funding: bonuses.ticketFunding },
  })
  const cashier = createPaymentWiring({
    ...{ database, brands, clock, log, moneyGuard, keyRing, secretOf, takesTestMoney },
    beforeWithdrawal: bonuses.promo.withdrawing,
    bringBack: casino.transfers.fromProviders,
    withChecks: protection.withChecks,
  })
  const { budgetStore, columnar } = ground
  const analytics = createAnalyticsWiring({ database, brands, brandsDir, budget: budgetStore, clock, log, columnar })
  const push = createPushWiring({
    ...{ database, brands, clock, log, keyRing },
    service: environment.LIVERY_PUSH_SERVICE,
  })
  const status = createStatusWiring({ database, clock, log, takesTestMoney })
  const joined = { identity, bonuses, cashier, casino, toto, draws, analytics, status }
  return {
    ...{ ...joined, protection, referral, cleanUp, tableCounts, betHandlers, betRounds, loyalty, draws, push },
    ...joinFeed(ground),
    ...joinStudio(ground, joined),
  }
}

/** Accounts, with what happens when one is made. */
function joinIdentity(ground: Ground, registered: NonNullable<IdentityPorts['registered']>): Identity {
  const { environment, database, brands, log, clock, dataDir, keyRing, secretOf, budgetStore, challenges } = ground
  return createIdentity({
    ...{ registered, database, brands, log, clock, keyRing, secretOf, budgetStore },
    keepsSecrets: ground.isDevelopment,
    ...(ground.columnar && { eventsOfAccount: ground.columnar.ofAccount }),
    takesTestMoney: ground.takesTestMoney,
    documents: watchedDocuments(join(dataDir, DOCUMENTS_FOLDER), database.storage),
    sms: smsCarrier(environment, clock),
    mail: smtpCarrier(environment),
    captcha: {
      ...(challenges ? { store: challenges.store } : {}),
      secretOf: (name) => process.env[name],
      urls: readVerifyUrls(environment.LIVERY_CAPTCHA_VERIFY_URLS),
    },
  })
}

/** The odds stream, and what moves the games. */
function joinFeed({ environment, database, feedBus, clock, log }: Ground) {
  const hub = createChannelHub({ bus: feedBus, nowMs: () => clock().getTime() })
  const livingFeed = createLivingFeed({
    database,
    bus: feedBus,
    isBusShared: environment.REDIS_URL !== undefined,
    now: clock,
    log,
    adapter: feedAdapter(environment, { door: forFeed(database.db), now: clock, log }),
  })
  return { hub, livingFeed }
}

/** The studio, with the desk and the drafts. */
function joinStudio(
  ground: Ground,
  {
    identity,
    bonuses,
    cashier,
    casino,
    toto,
    draws,
    analytics: { analytics, recordings },
  }: {
    readonly identity: Identity
    readonly bonuses: ReturnType<typeof createPromoWiring>
    readonly cashier: ReturnType<typeof createPaymentWiring>
    readonly casino: CasinoWiring
    readonly toto: ReturnType<typeof createTotoWiring>
    readonly draws: DrawWiring
    readonly analytics: ReturnType<typeof createAnalyticsWiring>
  },
) {
  const { environment, database, brands, brandsDir, dataDir, keyRing, secretOf, pages, clock, log } = ground
  const editing = createDraftWiring({
    ...{ environment, database, brands, brandsDir, dataDir, keyRing, secretOf, pages, clock, log },
  })
  const { handlers: studioHandlers, previews } = editing
  const desk = createDeskWiring({
    ...{ database, brands, brandsDir, identity, payments: cashier.payments, casino: casino.casino, clock },
    granting: bonuses.granting,
    toto: toto.toto,
    draws,
    analytics,
    recordings,
  })
  const studio = createStudio({
    ...{ environment, database, clock, log, keyRing, budgetStore: ground.budgetStore, previews },
    handlers: [...studioHandlers, ...desk.handlers],
    files: [...desk.files, ...editing.files],
  })
  return { editing, studio }
}

function handlersOf(ground: Ground, nouns: Nouns): AnyHandler[] {
  const { database, clock } = ground
  const { identity, protection, hub, betHandlers, cashier, casino, toto, bonuses, loyalty, referral } = nouns
  const { disallowedSports: disallowed } = identity
  return [
    ...siteHandlers({ now: clock }),
    ...identity.handlers,
    ...protection.handlers,
    ...oddsStreamHandlers(hub),
    ...createFeedCalls({ database, clock, shareMs: FEED_SHARE_MS, disallowed, guard: identity.guard }),
    ...betHandlers,
    ...cashier.handlers,
    ...casino.handlers,
    ...toto.handlers,
    ...bonuses.handlers,
    ...loyalty.handlers,
    ...referral.handlers,
    ...nouns.analytics.handlers,
    ...nouns.draws.handlers,
    ...nouns.push.handlers,
    ...nouns.status.handlers,
  ]
}

function openServer(ground: Ground, nouns: Nouns) {
  const { environment, log, brands, pages, upstream, database, clock, budgetStore } = ground
  const { identity, casino, hub, livingFeed, cashier, analytics, editing, studio } = nouns
  const builtIn = handlersOf(ground, nouns)
  return createServer({
    environment,
    log,
    brands: studio ? editing.brands : brands,
    pages,
    nowMs: () => clock().getTime(),
    sharedPages: { shareMs: PAGE_SHARE_MS, mostBytes: MOST_PAGES_BYTES, nowMs: () => performance.now() },
    handlers: upstream ? upstream.insteadOf(builtIn) : builtIn,
    // A session of the platform is unknown here: it is asked who is signed in.
    findPlayer: upstream ? async () => null : identity.findPlayer,
    withPlayer: upstream?.withPlayer,
    outbox: identity.delivery,
    gameFrames: casino.frameOrigins,
    oddsStream: hub,
    listedFeed: { door: forFeed(database.db), now: clock },
    casinoTables: casino.tables,
    lotteryStream: nouns.draws.stream,
    feedPush: {
      book: livingFeed,
      secrets: readPushSecrets(environment.LIVERY_FEED_SECRETS),
      budget: budgetStore,
      mostPerMinute: environment.LIVERY_FEED_PUSHES,
      now: clock,
    },
    cashier: { ...cashier, budget: budgetStore, now: clock },
    safeRecords: database,
    recordings: analytics.recordingRoute,
    walletCalls: { ...casino, budget: budgetStore, now: clock },
    supportFiles: identity.supportFiles,
    identityWebhook: { checks: identity.identityChecks, budget: budgetStore, now: clock },
    counters: [analytics.counter, ...workMetrics({ database, clock, log })],
    status: nouns.status.read,
    checkReady: database.storage.check,
    studio,
  })
}

/** What runs again and again, from the start of the server to its end. */
function roundsOf(nouns: Nouns) {
  const { identity, cleanUp, tableCounts, betRounds, cashier, casino, toto, bonuses, loyalty, referral, draws, push } =
    nouns
  return [
    identity.delivery,
    cleanUp,
    tableCounts,
    betRounds,
    cashier.rounds,
    nouns.protection.rounds,
    nouns.protection.riskRounds,
    nouns.protection.safeRounds,
    casino.rounds,
    toto.rounds,
    bonuses.rounds,
    loyalty.rounds,
    referral.rounds,
    draws.rounds,
    push.rounds,
    nouns.analytics.rounds,
  ]
}
