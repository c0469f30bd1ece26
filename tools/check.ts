/** npm run check: types, lint, generated files, dead code, brands. Under a minute, or people stop running it. */
import { runSteps } from './run-steps.ts'

process.exitCode = await runSteps([
  { name: 'generated files', command: 'node', args: ['tools/generate.ts', '--check'] },
  { name: 'types', command: 'tsc', args: ['-b'] },
  { name: 'lint', command: 'biome', args: ['check', '.'] },
  { name: 'dead code', command: 'knip', args: [] },
  { name: 'brands', command: 'node', args: ['src/cli/main.ts', 'brand', 'check'] },
])
