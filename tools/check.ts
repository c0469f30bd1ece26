/** npm run check: types, lint, machines, words, generated files, dead code, brands. Under a minute, or people stop running it. */
import { runStepsAtOnce } from './run-steps.ts'

process.exitCode = await runStepsAtOnce([
  { name: 'generated files', command: 'node', args: ['tools/generate.ts', '--check'] },
  { name: 'pages of machines', command: 'node', args: ['tools/machine-pages.ts', '--check'] },
  { name: 'pages of the API', command: 'node', args: ['tools/api-pages.ts', '--check'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'biome', args: ['check', '.'] },
  { name: 'machines', command: 'node', args: ['tools/lint-machines.ts'] },
  { name: 'words', command: 'node', args: ['tools/lint-words.ts'] },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'brands', command: 'node', args: ['src/cli/main.ts', 'brand', 'check'] },
])
