/**
 * The two suites of tests. The quick one (`npm test`) must pass before each change lands; the long one (`npm run test:long`) holds
 * the tests that take long and change seldom, and those that try more when they have the time.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/** Files of the long suite alone, from the root. */
export const LONG_ONLY: readonly string[] = [
  'machines/casino/games/{baccarat,cascade,simple-games,video-poker}.rules.test.ts',
  'machines/feed/simulator/{further-markets.rules,player-plan.rules,simulator}.test.ts',
  'machines/betting/cash-out/certain-end.rules.test.ts',
  'src/cli/brand/{brand-commands,brand-new,brand-texts,life/brand-transfer,life/life-commands}.test.ts',
  'src/cli/{brand/doctor/brand-doctor,casino/casino-commands,feed/feed-commands,identification/identification-commands,keys/keys-commands,ledger/ledger-commands,office/office-commands,operator/operator-commands,partner/partner-commands,payment/payment-commands,wallet/wallet-commands}.test.ts',
  'src/cli/registration/{registration-codes,registration-commands}.test.ts',
  'stage/commands/{scenario-diff,scenario-making,reports/scenario-cover}.test.ts',
  'stage/{recorder/recorder,drivers/browser/reason-against,commands/reports/scenario-chart-layout}.test.ts',
  'stage/explore/{fuzz-guards,fuzz-swaps,generate,planted-faults}.test.ts',
  'src/server/analytics/{visitor-report,funnel/funnel-days}.test.ts',
  'src/server/account/{code-sending,phone-codes,secrets/secret-question,passkeys/passkeys,sign-in/enumeration,two-factor/second-step}.test.ts',
  'src/server/betting/{auto-bet-laws,cash-out/delayed-quotes,settling/betting-crash}.test.ts',
  'src/server/casino/{catalogue/slot-ceiling,jackpots/jackpot-stakes,tables/tables,transfer/transfers,wallet/wallet-crash}.test.ts',
  'src/server/{casino,payments}/conformance/{wallet-conformance,conformance}.test.ts',
  'src/server/db/embedded/{corrupt-folder,disk-full,embedded-cluster,embedded-database}.test.ts',
  'src/server/lotteries/toto/toto-crash.test.ts',
  'src/server/db/{migrate,throw-away-database,waiting-rows}.test.ts',
  'src/server/feed/{live/living-feed,live/simulator-adapter,names/names,player-games}.test.ts',
  'src/server/forms/city-file.test.ts',
  'src/server/money/{few-accounts,ledger-growth}.test.ts',
  'src/server/payments/{payment-interleavings,providers/btcpay-provider,withdrawal-parts}.test.ts',
  'src/server/promo/{desk/abuse-facts,desk/campaign-preview,referral/referral.service}.test.ts',
  'src/server/wiring/promo/{bet-tasks,bonus-corrections,casino-losses,loyalty/loyalty,loyalty/many-players,loyalty/played-tickets,loyalty/points,profit-pools,sport-bonus,toto-corrections}.test.ts',
  'src/server/studio/drafts/drafts.service.test.ts',
  'src/server/wiring/studio/making.handlers.test.ts',
  'src/server/wiring/upstream/upstream-faults.test.ts',
  'stories/{account,casino,forms,lotteries,payments,promo,protection,registration,shell,site,studio}/*.stories.tsx',
  'stories/feed/{Players,RaceCard,Statistics}.stories.tsx',
  'tests/architecture/{configuration-keys,observability,readme}.test.ts',
  'tests/brands/{configured-links,live-brands,own-repository,start-up}.test.ts',
  'tests/browser/**/{account-safety,auto-logoff,bet-history,bet-receipt,bonuses,brand-choices,calculator,captcha,captcha-hosted,contacts,counting,games}.test.ts',
  'tests/browser/**/{cookie-settings,coupon,coupon-live,desk-bonuses,desk-toto,dropdowns,duels,events,fatal,forms,free-bets}.test.ts',
  'tests/browser/**/{free-rounds,game-bell,home,header-search,horse-races,host-frame,hostile-brands,identification,identification-bonus,information,late-code,lobby,loyalty,navigation}.test.ts',
  'tests/browser/**/{office,office-screens,content-host,operators,overlays,packaged-chromium,page-keys,passkeys,phone,phone-id,phone-registration,pictures,places}.test.ts',
  'tests/browser/**/{player-pages,power-bet,preview,profile,promo-pages,push,reality-check,recorder,recording,referral,registration-variants}.test.ts',
  'tests/browser/**/{replay,scheme-consent,scroll-to-top,sections,security,seo-audit,service-token,site-links,sumsub}.test.ts',
  'tests/browser/**/{header-wallets,own-font,owner-keyboard,screens,social,statistics-frame,token-stories,tooltip,two-factor,two-operators,wallets,web-app}.test.ts',
  'tests/browser/**/scenario-*.test.ts',
  'tests/browser/{account/consultant,betting/money,lotteries/played,payments/cashier,promo/cashback-and-points,protection/limits}.test.ts',
  'tests/contract/account/{auth-paths,contacts,identification,login-name,own-data,phone-codes,social-way-back,two-factor}.test.ts',
  'tests/contract/{account/auth-by-email,account/sign-in-budgets,analytics/outage,analytics/recording,app/web-app,brand/rules,crawlers,error-pages,health}.test.ts',
  'tests/contract/{hostile-brands,hostile-connections,injection,key-rotation,lost-database,openapi-tools,origins,recorded-over-http,site-status,seo-service,traces,transport,upstream-signed-in}.test.ts',
  'tests/contract/alerts/alert-drills.test.ts',
  'tests/contract/feed/{broadcasts,duels,favorites,places,sections,statistics,statistics-frame,stream-images}.test.ts',
  'tests/contract/casino/{catalogue,jackpots,wallet-calls,wallet-transfers}.test.ts',
  'tests/contract/lotteries/{bingo,draws,scratch,toto}.test.ts',
  'tests/contract/{payments,protection}/bad-input.test.ts',
  'tests/contract/protection/{identity-checks,operators-file}.test.ts',
  'tests/contract/{captcha,outbox,promo/cashback-message,promo/referral,push/push,rate-limits}.test.ts',
  'tests/contract/scenarios-over-http.test.ts',
  'tests/contract/studio/{events,desk,desk-bonuses,desk-casino,desk-draws,desk-free-rounds,desk-players,desk-reasons,desk-risk,desk-toto,drafts,studio-host,studio-secrecy,trials}.test.ts',
  'tests/contract/scenes/{two-players,two-ready-players}.test.ts',
  'tests/money/{backup,bonus-month,dead-heat,game-returns,killed-cashier,killed-lottery,killed-server,killed-wallet,lost-leader,lottery-year,player-search-plans,protection-demands,query-plans,risk-signs,season,settling-order,toto-season,two-processes,vulnerability}.test.ts',
  'tests/money/cluster/{failed-over-cluster,failover,killed-cluster}.test.ts',
  'tests/fuzz/calls.test.ts',
  'tests/scenarios/{coverage,mutation,random-walks,viewer-verdicts}.test.ts',
]

/** Files of the long suite whose tests divide themselves: in a part of the suite each of them plays such a part of its scenarios, since
 *  one of them as a whole takes as long as all else in it. */
export const DIVIDED: readonly string[] = [
  'tests/browser/seo-audit.test.ts',
  'tests/browser/stage/scenario-driver-betting.test.ts',
  'tests/browser/stage/scenario-driver-identity.test.ts',
  'tests/money/bonus-month.test.ts',
  'tests/money/game-returns.test.ts',
]

/** What a test file names when it tries more in a long run: the variable, or a suite that then runs on both databases. */
const TRIES_MORE = /\bLIVERY_LONG\b|\bdescribeOnQuickestEngine\b/
const TEST_FILES = '{schemas,machines,renderers,src,stage,tools,tests}/**/*.test.{ts,tsx}'

/** Whether a file, named from the root, runs in the long suite only. */
export function isLongOnly(file: string): boolean {
  return LONG_ONLY.some((pattern) => matchesGlob(file, pattern))
}

/** Lists the test files that a run leaves out, as globs from the root. Stories are in both suites or in the long one: there each
 *  is checked in every brand.
 *  @param suite undefined: a run of files that are named, which leaves out nothing
 *  @param isPart whether only a part of the suite runs, in which the divided files have a run of their own */
export function leftOutFiles(suite: string | undefined, root: string, isPart = false): string[] {
  if (suite === undefined) return []
  if (suite === 'quick') return [...LONG_ONLY]
  if (suite !== 'long') throw new Error(`LIVERY_SUITE is "${suite}": it is quick or long, or not set`)
  const isLong = (file: string) => isLongOnly(file) || TRIES_MORE.test(readFileSync(join(root, file), 'utf8'))
  return globSync(TEST_FILES, { cwd: root }).filter((file) => !isLong(file) || (isPart && DIVIDED.includes(file)))
}
