/**
 * State diagrams of the machines, in the Mermaid language.
 *   node tools/mermaid.ts                              writes them again into docs/flows/*.md
 *   node tools/mermaid.ts registration/registration    prints those of one machine
 * A diagram in a document is a mermaid block whose second line names it: `%% registration/registration form`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { diagramsOf } from '#stage/charts/statechart.ts'

/** Where the diagrams are read. */
export const FLOWS = fileURLToPath(new URL('../docs/flows/', import.meta.url))

const BLOCK = /```mermaid\nstateDiagram-v2\n {2}%% (?<name>\S+(?: \S+)?)\n[\s\S]*?```/g

/** A document with its diagrams as the machines are now. @throws Error when it names a diagram that no machine has */
export function withDiagrams(text: string): string {
  return text.replace(BLOCK, (_block, found: string) => {
    const [machine = ''] = found.split(' ')
    const contract = scenarioMachines[machine]
    const drawn = contract && diagramsOf(machine, contract.machine).get(found)
    if (!drawn) throw new Error(`no machine has the diagram "${found}"`)
    return `\`\`\`mermaid\n${drawn}\`\`\``
  })
}

function main([machine]: readonly string[]): void {
  const contract = machine ? scenarioMachines[machine] : undefined
  if (machine) {
    if (!contract)
      throw new Error(`there is no machine "${machine}"; there are ${Object.keys(scenarioMachines).join(', ')}`)
    for (const text of diagramsOf(machine, contract.machine).values()) console.log(text)
    return
  }
  for (const file of readdirSync(FLOWS).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(join(FLOWS, file), 'utf8')
    const fresh = withDiagrams(text)
    if (fresh === text) continue
    writeFileSync(join(FLOWS, file), fresh)
    console.log(`docs/flows/${file} is redrawn`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2))
