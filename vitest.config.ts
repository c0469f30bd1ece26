import { availableParallelism } from 'node:os'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, chromiumPath } from './src/cli/scenario/chromium-path.ts'

const nodeTests = {
  environment: 'node' as const,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  globalSetup: 'tests/database-template.ts',
}
const executablePath = chromiumPath()
/** A browser on a busy machine may be late once; a fault is there the second time too. */
const retry = process.env.CI ? 1 : 0

const FORMS = 'renderers/forms/**/*.test.tsx'

/** Tests that take long and change seldom: they run with LIVERY_LONG=1, so that a build server is done in its time. */
const LONG_UNIT = [
  'src/cli/scenario/scenario-diff',
  'src/server/db/embedded-cluster',
  'tests/brands/live-brands',
  'tests/brands/start-up',
  'tests/contract/two-ready-players',
  'tests/money/killed-server',
].map((name) => `${name}.test.ts`)
/** The same of stories. */
const LONG_STORIES = ['stories/{account,forms,protection,registration,shell,site}/**']
/** The same of those in a browser. */
const LONG = [
  'account-safety',
  'auto-logoff',
  'bet-history',
  'captcha',
  'captcha-hosted',
  'contacts',
  'cookie-settings',
  'coupon',
  'dropdowns',
  'duels',
  'fatal',
  'forms',
  'game-bell',
  'home',
  'horse-races',
  'identification',
  'navigation',
  'office',
  'overlays',
  'page-keys',
  'passkeys',
  'phone',
  'phone-registration',
  'places',
  'player-pages',
  'profile',
  'recorder',
  'registration',
  'registration-variants',
  'replay',
  'scenario-cover-page',
  'scenario-driver*',
  'scenario-viewer',
  'scenario-viewer-*',
  'scheme-consent',
  'scroll-to-top',
  'sections',
  'security',
  'service-token',
  'site-links',
  'social',
  'token-stories',
  'tooltip',
  'two-factor',
  'wallets',
].map((name) => `tests/browser/${name}.test.ts`)

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    // Left to itself, the runner keeps one core for itself: on two cores, files would run one after the other.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          ...nodeTests,
          name: 'unit',
          // Files leave nothing behind in what they import, so that it is loaded once for many of them.
          isolate: false,
          include: [
            '{schemas,machines,renderers,src,tools}/**/*.test.{ts,tsx}',
            'tests/{architecture,contract,scenarios,brands,fuzz,money}/**/*.test.ts',
          ],
          exclude: [FORMS, ...(process.env.LIVERY_LONG ? [] : LONG_UNIT)],
        },
      },
      // What a field shows before its code is there can be seen once only.
      { test: { ...nodeTests, globalSetup: [], name: 'forms', include: [FORMS] } },
      {
        test: {
          ...nodeTests,
          name: 'e2e',
          retry,
          include: ['tests/browser/**/*.test.ts'],
          exclude: process.env.LIVERY_LONG ? [] : LONG,
          testTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
          // Files share nothing: each has its server, browser and data and, where it edits one, its own copy of the brands.
          // After the unit tests, whose servers would make a browser wait.
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: './.storybook/vite.config.ts',
        plugins: [storybookTest({ configDir: '.storybook', disableAddonDocs: true })],
        test: {
          name: 'stories',
          retry,
          exclude: process.env.LIVERY_LONG ? [] : LONG_STORIES,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: [...CHROMIUM_FLAGS], ...(executablePath ? { executablePath } : {}) },
            }),
            viewport: { width: 1280, height: 800 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
