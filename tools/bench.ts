/**
 * npm run bench -- [config|page|calls|forms|captcha|brands|replay|viewer|enumeration|odds|stream|bets|payments|wallet|promo|lobby|layout|slow|start|studio|sitemap|lotteries|analytics|recording|audit|capacity]: measurements against a peer or a limit of the same run; all by default.
 * Exit 1 when a limit is broken, 2 for an unknown name. docs/guides/numbers.md says how to read the tables.
 */
import type { Report } from './bench/report.ts'
import { ENGINE } from './bench/server-process.ts'
import { buildCommands, buildServer } from './build.ts'

/** Each gives its report when it is done. */
const BENCHES: Readonly<Record<string, () => Promise<Report>>> = {
  config: async () => (await import('./bench/config.bench.ts')).benchConfig(),
  page: async () => (await import('./bench/page.bench.ts')).benchPage(),
  calls: async () => (await import('./bench/calls.bench.ts')).benchCalls(),
  forms: async () => (await import('./bench/forms.bench.ts')).benchForms(),
  captcha: async () => (await import('./bench/captcha.bench.ts')).benchCaptcha(),
  brands: async () => (await import('./bench/brands.bench.ts')).benchBrands(),
  replay: async () => (await import('./bench/replay.bench.ts')).benchReplay(),
  enumeration: async () => (await import('./bench/enumeration.bench.ts')).benchEnumeration(),
  odds: async () => (await import('./bench/odds.bench.ts')).benchOdds(),
  stream: async () => (await import('./bench/stream.bench.ts')).benchStream(),
  bets: async () => (await import('./bench/bets.bench.ts')).benchBets(),
  payments: async () => (await import('./bench/payments.bench.ts')).benchPayments(),
  wallet: async () => (await import('./bench/wallet.bench.ts')).benchWallet(),
  promo: async () => (await import('./bench/promo.bench.ts')).benchPromo(),
  lobby: async () => (await import('./bench/lobby.bench.ts')).benchLobby(),
  layout: async () => (await import('./bench/layout.bench.ts')).benchLayout(),
  slow: async () => (await import('./bench/slow.bench.ts')).benchSlow(),
  start: async () => (await import('./bench/start.bench.ts')).benchStart(),
  viewer: async () => (await import('./bench/viewer.bench.ts')).benchViewer(),
  studio: async () => (await import('./bench/studio.bench.ts')).benchStudio(),
  sitemap: async () => (await import('./bench/sitemap.bench.ts')).benchSitemap(),
  lotteries: async () => (await import('./bench/lotteries.bench.ts')).benchLotteries(),
  capacity: async () => (await import('./bench/capacity.bench.ts')).benchCapacity(),
  audit: async () => (await import('./bench/audit.bench.ts')).benchAudit(),
  analytics: async () => (await import('./bench/analytics.bench.ts')).benchAnalytics(),
  recording: async () => (await import('./bench/recording.bench.ts')).benchRecording(),
}

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(BENCHES, name))
if (unknown.length) {
  console.error(`There is no bench "${unknown.join(', ')}". There are ${Object.keys(BENCHES).join(', ')}.`)
  process.exitCode = 2
} else {
  process.env[ENGINE] = await buildServer()
  await buildCommands()
  for (const [name, run] of Object.entries(BENCHES)) {
    if (asked.length && !asked.includes(name)) continue
    console.log(`\n${name}`)
    const report = await run()
    if (report.brokenLimits.length) process.exitCode = 1
  }
}
