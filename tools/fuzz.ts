/**
 * npm run fuzz -- [--requests N] [--seed N]: sends requests of every call at random, 5,000 by default, to servers in this
 * process; their databases are thrown away afterwards (PostgreSQL where it answers, which is quicker). What fails is made as
 * short as it can be and saved in test-results/fuzz. Exit 0 when nothing fails, 1 when something does, 2 when the command
 * itself is wrong.
 */
import { parseArgs } from 'node:util'
import { runStep } from './run-steps.ts'

const NUMBER = /^\d{1,10}$/

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { requests: { type: 'string' }, seed: { type: 'string' } } })
  const { requests = '5000', seed = '' } = values
  if (!NUMBER.test(requests) || (seed !== '' && !NUMBER.test(seed))) {
    throw new Error('--requests and --seed take whole numbers, such as --requests 200000')
  }
  const env = { LIVERY_FUZZ_REQUESTS: requests, LIVERY_FUZZ_SEED: seed }
  return runStep({ name: 'fuzz', command: 'vitest', args: ['run', '--project', 'unit', 'tests/fuzz'], env })
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: Error) => {
    console.error(error.message)
    process.exitCode = 2
  },
)
