import { defineConfig } from 'vitest/config'

const nodeTests = { environment: 'node' as const, testTimeout: 20_000, hookTimeout: 60_000 }

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...nodeTests,
          name: 'unit',
          include: ['{schemas,machines,renderers,src,tools}/**/*.test.{ts,tsx}', 'tests/{architecture,contract,scenarios}/**/*.test.ts'],
        },
      },
      { test: { ...nodeTests, name: 'e2e', include: ['tests/browser/**/*.test.ts'], testTimeout: 60_000, fileParallelism: false } },
    ],
  },
})
