/**
 * npm run mutate -- [machine…] [--json]: changes each machine in one place at a time, replays its scenarios, and names the changes
 * that none of them notices, with what would show them; all machines by default. docs/guides/scenarios.md says how to read it.
 * Exit 0 when at least 85 % are noticed in every machine, 1 when not, 2 for an unknown name.
 */
import { fileURLToPath } from 'node:url'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { MutationMachine, MutationReport } from '#schemas'
import { scenariosOf } from '#stage/commands/scenario-machine-options.ts'
import { unknownName } from '#stage/player/unknown-name.ts'
import { wholeScore } from './mutate/machine-score.ts'
import { machineText } from './mutate/score-text.ts'
import { workOff } from './mutate/task-pool.ts'

const GOAL = 0.85
/** Machines differ much in size; in parts the threads share the work better. */
const PARTS = 4

const root = fileURLToPath(new URL('..', import.meta.url))

async function main(args: readonly string[]): Promise<number> {
  const known = Object.keys(scenarioMachines).sort()
  const asked = args.filter((arg) => arg !== '--json')
  const wrong = asked.filter((name) => !known.includes(name))
  for (const name of wrong) console.error(unknownName(name.startsWith('-') ? 'option' : 'machine', name, known))
  if (wrong.length > 0) return 2
  const names = asked.length > 0 ? known.filter((name) => asked.includes(name)) : known
  const machines = await scoreMachines(names)
  const report: MutationReport = { goal: GOAL, machines: [...machines] }
  if (args.includes('--json')) console.log(JSON.stringify(report, null, 2))
  else for (const machine of machines) console.log(machineText(machine))
  return machines.every(({ score }) => score >= GOAL) ? 0 : 1
}

async function scoreMachines(names: readonly string[]): Promise<readonly MutationMachine[]> {
  const tasks = names.flatMap((machine) =>
    Array.from({ length: PARTS }, (_, part) => ({ machine, part, parts: PARTS })),
  )
  const scores = await workOff(tasks)
  return names.map((name, index) =>
    wholeScore(name, scenariosOf(name, root).size, scores.slice(index * PARTS, (index + 1) * PARTS)),
  )
}

process.exitCode = await main(process.argv.slice(2))
