import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { flags } from './tools/flags.ts'
import { sharedFailures } from './tools/shared-failures.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Each font family is a style sheet of its own; the server makes one of those of a brand and its theme. */
const FONTS = './src/client/app/fonts'
const fonts = Object.fromEntries(
  readdirSync(at(FONTS)).map((name) => [`font-${name.replace('.css', '')}`, at(`${FONTS}/${name}`)]),
)

/** Scripts that stand alone: the puzzle's, and the one inside the frame of a hosted captcha. */
const captchaScripts = {
  'pain-puzzle': at('./src/client/captcha/pain-puzzle.entry.ts'),
  'captcha-frame': at('./src/client/captcha/frame.entry.ts'),
}

/** The code of the service worker, which the server sends under an address of its own. */
const serviceWorker = { 'service-worker': at('./src/client/web-app/service-worker.entry.ts') }

/** Scripts of statistics outside of the site: the one inside the frame, and the one that other sites load. */
const statisticsScripts = {
  'statistics-frame': at('./src/client/feed/statistics/frame.entry.ts'),
  'statistics-widget': at('./src/client/feed/statistics/loader.entry.ts'),
}

/** The script by which other sites show the whole site in a frame. */
const hostScript = { 'site-frame': at('./src/client/app/host-link/loader.entry.ts') }

/** Loaded when they are used and by nothing else: a captcha, font families, scripts of their own. */
const APART = /[\\/](?:captcha|fonts)[\\/]|[\\/]page[\\/]frame[\\/]|\.entry\.ts$|error-status\.ts$/

/** A chunk of what several screens share below some folders. */
const topic = (name: string, folders: string, minShareCount: number) => ({
  name,
  minShareCount,
  test: (id: string) => new RegExp(`/(?:${folders})/`).test(id.replaceAll('\\', '/')) && !APART.test(id),
})

/** A chunk of single modules that are loaded together. */
const modules = (name: string, files: string) => ({
  name,
  minShareCount: 2,
  test: new RegExp(`[\\\\/](?:${files})\\.(?:tsx?|module\\.css)$`),
})

/** What every page loads is one chunk, and what several screens share is one a topic: left to itself the bundler cuts it into
 *  one for each set of screens that use a part of it, and a page asks for forty scripts of a few hundred bytes. The numbers
 *  are how many screens must share a module: found by `npm run size`, which holds the scripts and the weight of each page. */
const chunkGroups = [
  { name: 'shell', tags: ['$initial' as const], test: (id: string) => !APART.test(id) },
  modules('basics', 'Card|Lazy|RichText|content\\.calls|registration\\.calls|live-links'),
  topic('virtual', 'node_modules/@tanstack', 2),
  {
    name: 'fairness',
    minShareCount: 2,
    test: /[\\/](?:node_modules[\\/]@noble[\\/]|machines[\\/]odds[\\/]fair-draw\.)/,
  },
  topic(
    'ground',
    'node_modules/(?:xstate|@xstate)|renderers/(?:site|shell)|machines/(?:site(?!/(?:canonical-json|licence/token-kinds))|money(?!/exact-format)|shell/actors)|src/client/(?:app|page(?!/(?:office|board|bet-look)))|src/calls(?!/(?:actors/(?:phone|email)-change|promo|casino|lotteries|betting|bet-codec|feed|favorites|contacts|limits|office|payments|two-factor|security|settings|money))',
    4,
  ),
  // What pages fetch at rest, and others at once.
  modules('kept', 'kept-link|referral-link\\.rules|open-bet'),
  topic('forms', '(?:renderers|machines|client)/forms', 3),
  topic('markets', 'machines/(?:feed/markets|odds)|client/page/(?:board|bet-look)|calls/(?:feed|favorites)', 6),
  topic('feed', '(?:renderers|machines|client)/(?:feed|odds)', 6),
  topic('betting', '(?:renderers|machines|client)/betting', 3),
  modules('contacts', '(?:phone|email)-change\\.actors|contacts\\.calls'),
  modules('entry', '(?:use-)?social-(?:start|start\\.machine|calls|port)|captcha-port'),
  modules(
    'sign-in',
    'passkey\\.(?:machine|actors)|(?:Password|Code)Input|LineFrame|EntryTitle|entry|session-end|use-fresh-balance',
  ),
  modules('sms-code', 'sms-code\\.(?:machine|rules)'),
  modules(
    'picks',
    'pick-names\\.rules|bet-look|PayoutSteps|AmountField|AmountLine|bet-quote\\.machine|coupon\\.machine|betting\\.calls|bonus\\.calls',
  ),
  modules(
    'host',
    'session-guard\\.machine|coupon-keeping|page-call|http-call|service-token\\.rules|app-update\\.machine|app-install\\.rules|device',
  ),
  modules('lottery-parts', 'ReceiptLinks|Balls'),
  modules('settings-parts', 'MailingParts|SettingsParts'),
  modules('request', 'http-error|request\\.rules'),
  modules(
    'profile',
    'office\\.calls|settings\\.(?:calls|rules|module)|use-player-settings|wallet\\.selectors|WalletCard|profile\\.selectors',
  ),
  modules('table-parts', 'use-spot-name|use-card-name|blackjack-seats|Chip|CardFan'),
  modules('registering', 'use-registration|prefill\\.rules|registration\\.machine|parent-window'),
  // The core of what counts, which few load and nothing else needs: one file packs better than its machines apart.
  {
    name: 'counting',
    test: /[\\/](?:page-analytics|visit-queues|send-batch|page-load|visit\.machine|event-queue\.machine|analytics\.rules)\.ts$/,
  },
  // What boards load besides: the filter, the menu of sports and the prices that move.
  {
    name: 'live-board',
    test: /[\\/](?:BoardFilter|board-filter\.selectors|SportMenu|season-event|page-stream|use-price|stream-back-off\.rules|LivePrices|feed-facts|NoGames)\.(?:tsx?|module\.css)$/,
  },
  topic('payments', '(?:renderers|machines|client)/payments', 3),
  topic('awards', '(?:renderers|machines|client)/promo/awards', 3),
  topic('referral', '(?:renderers|machines|client)/promo/referral', 3),
  topic(
    'account',
    '(?:renderers|machines|client)/account|client/page/office|calls/(?:contacts|limits|office|payments|two-factor|security|settings|money)',
    7,
  ),
]

/** Chunks name the chunks that they load by the place that they came from themselves, which may be a content-delivery host; browsers
 *  start workers from the site's own host alone. */
const besideImporter = (file: string, { hostType }: { readonly hostType: string }) =>
  hostType === 'js' && !/\.worker-/.test(file) ? { relative: true } : undefined

// biome-ignore lint/style/noDefaultExport: vite reads its configuration from the default export
export default defineConfig(({ isSsrBuild }) => ({
  experimental: isSsrBuild ? {} : { renderBuiltUrl: besideImporter },
  plugins: [react(), isSsrBuild ? sharedFailures : flags()],
  publicDir: false,
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    target: 'es2023',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    // Files of former builds stay for pages that are still open (tools/build.ts).
    emptyOutDir: isSsrBuild,
    manifest: !isSsrBuild,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rollupOptions: isSsrBuild
      ? { input: at('./src/client/app/entry-server.tsx') }
      : {
          input: {
            ...{ entry: at('./src/client/app/entry-client.tsx'), ...fonts },
            ...{ ...captchaScripts, ...serviceWorker, ...statisticsScripts, ...hostScript },
          },
          output: { codeSplitting: { groups: chunkGroups } },
        },
  },
}))
