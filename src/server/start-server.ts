import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { readSecretKey } from './account/secrets/secret-key.ts'
import { createServer } from './create-server.ts'
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
import { openRedisFeedBus } from './feed/stream/redis-feed-bus.ts'
import { createMemoryBudgetStore } from './guard/budget-store.ts'
import { openRedisBudgetStore } from './guard/redis-budget-store.ts'
import { openRedisChallengeStore } from './guard/redis-challenge-store.ts'
import { readVerifyUrls } from './guard/site-verify.ts'
import { readPushSecrets } from './guard/webhook-signature.ts'
import { DOCUMENTS_FOLDER } from './protection/document-store.ts'
import { watchedDocuments } from './protection/watched-documents.ts'
import { secretsOf } from './site/brands/brand-secrets.ts'
import { createBrandStore } from './site/brands/brand-store.ts'
import { measureStart } from './start-parts.ts'
import { createIdentity } from './wiring/account/identity.wiring.ts'
import { createAnalyticsWiring } from './wiring/analytics/analytics.wiring.ts'
import { createBetRounds } from './wiring/betting/bet-rounds.ts'
import { createBettingWiring } from './wiring/betting/betting.wiring.ts'
import { type CasinoWiringPorts, createCasinoWiring } from './wiring/casino/casino.wiring.ts'
import { createCleanUp } from './wiring/clean-up.ts'
import { createFeedCalls, FEED_SHARE_MS } from './wiring/feed/feed.wiring.ts'
import { oddsStreamHandlers } from './wiring/feed/odds-stream.handlers.ts'
import { checkBrandsDir, localBrands } from './wiring/http/local-brands.ts'
import { createDrawWiring } from './wiring/lotteries/draws.wiring.ts'
import { createTotoWiring } from './wiring/lotteries/toto.wiring.ts'
import { loadPages } from './wiring/pages/page-bundle.ts'
import { MOST_PAGES_BYTES, PAGE_SHARE_MS } from './wiring/pages/shared-pages.ts'
import { siteHandlers } from './wiring/pages/site.handlers.ts'
import { createPaymentWiring } from './wiring/payments/payments.wiring.ts'
import { createLoyaltyWiring } from './wiring/promo/loyalty.wiring.ts'
import { createPromoWiring } from './wiring/promo/promo.wiring.ts'
import { createReferralWiring } from './wiring/promo/referral.wiring.ts'
import { createProtectionWiring } from './wiring/protection/protection.wiring.ts'
import { createPushWiring } from './wiring/push/push.wiring.ts'
import { createDeskWiring } from './wiring/studio/desk.wiring.ts'
import { createDraftWiring } from './wiring/studio/drafts.wiring.ts'
import { createStudio } from './wiring/studio/studio.wiring.ts'
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
export async function startServer({ casinoProviders: providers }: StartOptions = {}): Promise<void> {
  const start = measureStart()
  start.ended('modules')
  const environment = readEnvironment(process.env)
  const log = pino({ level: environment.LOG_LEVEL, redact: { paths: REDACTED, censor: '[redacted]' } })
  const { LIVERY_UPSTREAM: upstreamUrl, REDIS_URL: redisUrl } = environment
  const upstream = upstreamUrl ? await createUpstream({ url: upstreamUrl }) : null
  const dataDir = resolve(environment.LIVERY_DATA)
  const brandsDir = resolve(environment.LIVERY_BRANDS)
  checkBrandsDir(brandsDir)
  checkDataDir(dataDir)
  mkdirSync(dataDir, { recursive: true })
  const secretOf = secretsOf(process.env)
  const brands = createBrandStore({ brandsDir, now: () => performance.now(), secretOf, log })
  const [database, pages] = await Promise.all([
    openDatabase({ dataDir, databaseUrl: environment.DATABASE_URL, log }),
    loadPages(),
    brands.warm(),
  ])
  start.ended('database, pages and what brands share')
  const budgets = redisUrl ? await openRedisBudgetStore({ url: redisUrl, log }) : null
  const challenges = redisUrl ? await openRedisChallengeStore({ url: redisUrl, log }) : null
  const feedBus = redisUrl ? await openRedisFeedBus({ url: redisUrl, log }) : createMemoryFeedBus()
  const isDevelopment = environment.LIVERY_MODE === 'development'
  const takesTestMoney = isDevelopment || environment.LIVERY_TEST_MONEY === 'on'
  const secretKey = readSecretKey({ environment, dataDir })
  const budgetStore = budgets?.store ?? createMemoryBudgetStore()
  const clock = () => new Date()
  const protection = createProtectionWiring({ database, brands, clock })
  const { moneyGuard } = protection
  const referral = createReferralWiring({ database, brands, clock, log, secretKey })
  const bonuses = createPromoWiring({ database, brands, clock, log, moneyGuard })
  const identity = createIdentity({
    registered: async (tx, player) => {
      await referral.registered(tx, player)
      await bonuses.promo.registered(tx, player)
    },
    database,
    brands,
    log,
    clock: () => new Date(),
    keepsSecrets: isDevelopment,
    takesTestMoney,
    secretKey,
    documents: watchedDocuments(join(dataDir, DOCUMENTS_FOLDER), database.storage),
    secretOf,
    sms: smsCarrier(environment, () => new Date()),
    mail: smtpCarrier(environment),
    budgetStore,
    captcha: {
      ...(challenges ? { store: challenges.store } : {}),
      secretOf: (name) => process.env[name],
      urls: readVerifyUrls(environment.LIVERY_CAPTCHA_VERIFY_URLS),
    },
  })
  const { removeOrphans } = identity.identification
  const cleanUp = createCleanUp({ db: database.db, clock: () => new Date(), log, environment, removeOrphans })
  const hub = createChannelHub({ bus: feedBus, nowMs: () => Date.now() })
  const livingFeed = createLivingFeed({
    database,
    bus: feedBus,
    isBusShared: redisUrl !== undefined,
    now: clock,
    log,
    adapter: feedAdapter(environment, { door: forFeed(database.db), now: clock, log }),
  })
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
    ...{ database, brands, clock, log, moneyGuard, secretKey, secretOf, takesTestMoney },
    beforeWithdrawal: bonuses.promo.withdrawing,
    bringBack: casino.transfers.fromProviders,
  })
  const { disallowedSports: disallowed } = identity
  const feedCalls = createFeedCalls({ database, clock, shareMs: FEED_SHARE_MS, disallowed, guard: identity.guard })
  const analytics = createAnalyticsWiring({ database, brands, brandsDir, budget: budgetStore, clock, log })
  const push = createPushWiring({
    ...{ database, brands, clock, log, secretKey },
    service: environment.LIVERY_PUSH_SERVICE,
  })
  const editing = createDraftWiring({
    ...{ environment, database, brands, brandsDir, dataDir, secretKey, secretOf, pages, clock, log },
  })
  const { handlers: studioHandlers, previews } = editing
  const desk = createDeskWiring({
    ...{ database, brands, brandsDir, identity, payments: cashier.payments, casino: casino.casino, clock },
    granting: bonuses.granting,
    toto: toto.toto,
    analytics: analytics.analytics,
    recordings: analytics.recordings,
  })
  const studio = createStudio({
    ...{ environment, database, clock, log, secretKey, budgetStore, previews },
    handlers: [...studioHandlers, ...desk.handlers],
    files: desk.files,
  })
  const builtIn = [
    ...siteHandlers(),
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
  ]
  const app = await createServer({
    environment,
    log,
    brands: studio ? editing.brands : brands,
    pages,
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
    feedPush: {
      book: livingFeed,
      secrets: readPushSecrets(environment.LIVERY_FEED_SECRETS),
      budget: budgetStore,
      mostPerMinute: environment.LIVERY_FEED_PUSHES,
      now: () => new Date(),
    },
    cashier: { ...cashier, budget: budgetStore, now: clock },
    recordings: analytics.recordingRoute,
    walletCalls: { ...casino, budget: budgetStore, now: clock },
    identityWebhook: { checks: identity.identityChecks, budget: budgetStore, now: clock },
    counters: [analytics.counter],
    checkReady: database.storage.check,
    studio,
  })
  start.ended('calls')
  if (studio) await editing.settle()
  await livingFeed.start()
  start.ended('feed')
  identity.delivery.start()
  cleanUp.start()
  betRounds.start()
  cashier.rounds.start()
  casino.rounds.start()
  toto.rounds.start()
  bonuses.rounds.start()
  loyalty.rounds.start()
  referral.rounds.start()
  draws.rounds.start()
  push.rounds.start()
  analytics.rounds.start()
  if (studio) editing.rounds.start()
  await app.listen({ port: environment.PORT, host: environment.HOST })
  await studio?.announce((app.server.address() as AddressInfo).port)
  start.ended('port')
  log.info({ ms: start.parts() }, 'ready')
  for (const address of localBrands(brandsDir, environment.PORT)) log.info(address)
  const stop = async (): Promise<void> => {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    await Promise.all([app.close(), upstream?.close()])
    await Promise.all([
      identity.delivery.stop(),
      cleanUp.stop(),
      betRounds.stop(),
      cashier.rounds.stop(),
      casino.rounds.stop(),
      toto.rounds.stop(),
      bonuses.rounds.stop(),
      loyalty.rounds.stop(),
      referral.rounds.stop(),
      draws.rounds.stop(),
      push.rounds.stop(),
      analytics.rounds.stop(),
      editing.rounds.stop(),
      livingFeed.stop(),
    ])
    await Promise.all([budgets?.close(), challenges?.close(), feedBus.close()])
    await database.close()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void stop().then(() => process.exit(0)))
}
