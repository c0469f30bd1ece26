/**
 * node tools/lint-machines.ts: holds what makes machines replayable. Machine files reach nothing outside, and machines name
 * every guard, action, actor and delay in their setup. Prints each fault as `file:line: …`; exit 1 when there is one.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StateMachine } from 'xstate'
import { outsideNames } from './lint/outside-names.ts'
import { unnamedParts } from './lint/unnamed-parts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files that the lint reads: machines, their setups and their contracts. */
export function machineFiles(): readonly string[] {
  return globSync('machines/**/*.{machine,contract}.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
}

/** Every fault of every machine file. */
export async function machineFaults(): Promise<readonly string[]> {
  const faults: string[] = []
  for (const file of machineFiles()) {
    for (const { line, message } of outsideNames(file, readFileSync(root + file, 'utf8'))) {
      faults.push(`${file}:${line}: ${message}`)
    }
    const module = (await import(new URL(`../${file}`, import.meta.url).href)) as Record<string, unknown>
    for (const [name, exported] of Object.entries(module)) {
      if (!(exported instanceof StateMachine)) continue
      for (const fault of unnamedParts(exported)) faults.push(`${file}: ${name}, ${fault}`)
    }
  }
  return faults
}

async function main(): Promise<number> {
  const faults = await machineFaults()
  for (const fault of faults) console.error(fault)
  return faults.length > 0 ? 1 : 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main()
