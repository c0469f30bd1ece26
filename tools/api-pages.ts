/**
 * One page a noun in docs/api: the exported functions of machines/<noun> and of src/calls, for those who embed or extend Livery.
 *   node tools/api-pages.ts            writes what has changed and removes the pages of nouns that no longer exist
 *   node tools/api-pages.ts --check    writes nothing; exit 1 with the list of pages that differ
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Application, type DeclarationReflection, ReflectionKind } from 'typedoc'
import { apiPage, functionsOf } from './pages/api-page.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(root, 'docs/api')

/** All pages: file name → text. @throws Error when the sources cannot be read */
export async function apiPages(): Promise<ReadonlyMap<string, string>> {
  const app = await Application.bootstrap({
    entryPoints: ['machines/*/**/*.ts', 'src/calls/**/*.ts'].map((pattern) => join(root, pattern)),
    exclude: ['**/*.test.ts', '**/*.test-support.ts'],
    tsconfig: join(root, 'tools/pages/api.tsconfig.json'),
    basePath: root,
    displayBasePath: root,
    skipErrorChecking: true,
    disableSources: true,
    readme: 'none',
    logLevel: 'Error',
  })
  const project = await app.convert()
  if (!project)
    throw new Error('typedoc could not read machines and src/calls. Run `npm run types`, and fix what it names.')
  const modules = project.getChildrenByKind(ReflectionKind.Module) as readonly DeclarationReflection[]
  const byNoun = Map.groupBy(functionsOf(modules), ({ file }) => nounOf(file))
  return new Map([...byNoun].map(([noun, functions]) => [`${noun}.md`, apiPage(noun, functions)]))
}

/** `machines/money/amount.rules.ts` → `money`, `src/calls/call.ts` → `calls`. */
function nounOf(file: string): string {
  return file.split('/')[1] as string
}

function isCurrent(path: string, text: string): boolean {
  return existsSync(path) && readFileSync(path, 'utf8') === text
}

async function main(): Promise<number> {
  const pages = await apiPages()
  mkdirSync(FOLDER, { recursive: true })
  const stale = [...pages].filter(([name, text]) => !isCurrent(join(FOLDER, name), text))
  const extra = readdirSync(FOLDER).filter((name) => !pages.has(name))
  if (process.argv.includes('--check')) {
    for (const name of [...stale.map(([name]) => name), ...extra]) {
      console.error(`docs/api/${name} does not match the docstrings (run: npm run generate)`)
    }
    return stale.length + extra.length > 0 ? 1 : 0
  }
  for (const [name, text] of stale) writeFileSync(join(FOLDER, name), text)
  for (const name of extra) rmSync(join(FOLDER, name))
  console.log(`${pages.size} API pages, ${stale.length} written, ${extra.length} removed`)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main()
