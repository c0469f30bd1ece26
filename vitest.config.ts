import { availableParallelism } from 'node:os'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from '#server/studio/pictures/chromium-launch.ts'
import { FailedTests } from './tools/failed-tests.ts'
import { leftOutFiles } from './tools/suites.ts'

/** Left to itself, the runner keeps one core for itself: on two cores, files would run one after the other. */
const workers = Math.max(2, availableParallelism())

const nodeTests = {
  environment: 'node' as const,
  // They wait for a database a good part of their time: one worker more than cores takes a quarter less.
  maxWorkers: workers + 1,
  testTimeout: 20_000,
  hookTimeout: 60_000,
  globalSetup: 'tests/database-template.ts',
}
/** Null where there is none: tests without a browser run all the same. */
const chromium = await chromiumLaunch().catch(() => null)
const leftOut = leftOutFiles(process.env.LIVERY_SUITE, import.meta.dirname, process.env.LIVERY_PART !== undefined)
/** A browser on a busy machine may be late once; a fault is there the second time too. */
const retry = process.env.CI ? 1 : 0

const FORMS = 'renderers/forms/**/*.test.tsx'

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    reporters: ['default', new FailedTests()],
    maxWorkers: workers,
    projects: [
      {
        test: {
          ...nodeTests,
          name: 'unit',
          // Files leave nothing behind in what they import, so that it is loaded once for many of them.
          isolate: false,
          include: [
            '{schemas,machines,renderers,src,stage,tools}/**/*.test.{ts,tsx}',
            'tests/{architecture,contract,scenarios,brands,fuzz,money}/**/*.test.ts',
          ],
          exclude: [FORMS, ...leftOut],
        },
      },
      // What a field shows before its code is there can be seen once only.
      { test: { ...nodeTests, globalSetup: [], name: 'forms', include: [FORMS], exclude: leftOut } },
      {
        test: {
          ...nodeTests,
          name: 'e2e',
          // A browser and a server work for each file.
          maxWorkers: workers,
          retry,
          // Files of a worker share a browser, those that change no brand a server as well; each has players of its own.
          isolate: false,
          globalSetup: [nodeTests.globalSetup, 'tests/browser/shared-site.ts'],
          include: ['tests/browser/**/*.test.ts'],
          exclude: leftOut,
          testTimeout: 90_000,
          expect: { poll: { timeout: 10_000 } },
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
          exclude: leftOut,
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromium?.options ?? {} }),
            viewport: { width: 1280, height: 800 },
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
