import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { CHROMIUM_FLAGS, chromiumPath } from '../tools/chromium.ts'

const executablePath = chromiumPath() ?? undefined
const launchOptions = { args: [...CHROMIUM_FLAGS], ...(executablePath && { executablePath }) }

/**
 * Every story as a test in a browser, its `play` and its accessibility included:
 *   npx vitest run --config .storybook/vitest.config.ts
 */
// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  plugins: [storybookTest({ configDir: import.meta.dirname })],
  test: {
    name: 'stories',
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions }),
      instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
    },
  },
})
