/**
 * One page for each machine in docs/machines: what it is, its statechart, events, actors, delays, invariants and the requirements
 * that its scenarios prove.
 *   node tools/machine-pages.ts            writes what has changed and removes the pages of removed machines
 *   node tools/machine-pages.ts --check    writes nothing; exit 1 with the list of pages that differ
 */
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario } from '#schemas'
import { machinePage, type PageSource } from './pages/machine-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(root, 'docs/machines')

/** All pages: file name → text. */
export async function machinePages(): Promise<ReadonlyMap<string, string>> {
  const remarks = await machineRemarks()
  const scenarios = committedScenarios()
  const requirements = requirementTexts()
  const pages = Object.entries(scenarioMachines).map(([name, contract]): [string, string] => {
    const { remark, file } = remarks.get(contract.machine) ?? { remark: '', file: '' }
    const source: PageSource = {
      name,
      contract,
      remark,
      file,
      scenarios: scenarios.get(name) ?? [],
      requirements,
      schemaText,
    }
    return [`${name.replace('/', '-')}.md`, machinePage(source)]
  })
  return new Map(pages)
}

/** The comment above each machine in its file, without the marks of the comment: machine → remark and file. */
async function machineRemarks(): Promise<ReadonlyMap<unknown, { readonly remark: string; readonly file: string }>> {
  const found = new Map<unknown, { readonly remark: string; readonly file: string }>()
  for (const file of globSync('machines/**/*.machine.ts', { cwd: root }).map((path) => path.replaceAll('\\', '/'))) {
    const module = (await import(new URL(`../${file}`, import.meta.url).href)) as Record<string, unknown>
    const text = readFileSync(join(root, file), 'utf8')
    for (const [name, exported] of Object.entries(module)) {
      const comment = new RegExp(`/\\*\\*((?:(?!\\*/)[\\s\\S])*)\\*/\\s*export const ${name}\\b`).exec(text)?.[1]
      if (comment !== undefined) found.set(exported, { remark: comment.replaceAll(/\s*\n\s*\* ?/g, '\n').trim(), file })
    }
  }
  return found
}

function committedScenarios(): ReadonlyMap<string, readonly Scenario[]> {
  const files = globSync('tests/scenarios/**/*.scn.json', { cwd: root }).sort()
  const scenarios = files.map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Scenario)
  return Map.groupBy(scenarios, ({ machine }) => machine)
}

function requirementTexts(): ReadonlyMap<string, string> {
  const text = readFileSync(join(root, 'docs/requirements.json'), 'utf8')
  return new Map((JSON.parse(text) as readonly { id: string; text: string }[]).map(({ id, text }) => [id, text]))
}

function schemaText(name: string): string {
  return readFileSync(join(root, 'schemas', `${name}.schema.json`), 'utf8')
}

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

async function main(): Promise<number> {
  const pages = await machinePages()
  mkdirSync(FOLDER, { recursive: true })
  const stale = [...pages].filter(([name, text]) => !isCurrent(join(FOLDER, name), text))
  const extra = readdirSync(FOLDER).filter((name) => !pages.has(name))
  if (process.argv.includes('--check')) {
    for (const name of [...stale.map(([name]) => name), ...extra]) {
      console.error(`not what the machines give: docs/machines/${name} (run: npm run generate)`)
    }
    return stale.length + extra.length > 0 ? 1 : 0
  }
  for (const [name, text] of stale) writeFileSync(join(FOLDER, name), text)
  for (const name of extra) rmSync(join(FOLDER, name))
  console.log(`${pages.size} pages of machines, ${stale.length} written, ${extra.length} removed`)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main()
