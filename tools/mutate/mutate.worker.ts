import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { scenariosOf } from '#stage/commands/scenario-machine-options.ts'
import { scoreMachine } from './machine-score.ts'
import type { MutationTask } from './task.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

parentPort?.on('message', ({ machine, part, parts }: MutationTask) => {
  const contract = scenarioMachines[machine]
  if (!contract) throw new Error(`unknown machine ${machine}`)
  const order = { sieve: (index: number) => index % parts === part, withSearch: true }
  parentPort?.postMessage(scoreMachine(contract, scenariosOf(machine, root), order))
})
