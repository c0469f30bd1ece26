/**
 * Makes the npm package of the engine, with which an operator's repository holds nothing but brands.
 *   node tools/pack.ts [FOLDER]    writes dist/package, and FOLDER/livery-VERSION.tgz (the root when no folder is named)
 *
 * Node runs TypeScript, but not below node_modules: the package has the same files as JavaScript, line for line.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT_SERVER, buildCommands, buildPages, buildServer } from './build.ts'
import { writeSupply } from './supply.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'dist/package')
/** What the server and the commands run on, the page renderer among it. */
const ROOMS = [
  'schemas',
  'machines',
  'src/calls',
  'src/server',
  'src/cli',
  'dist/server',
  'dist/engine',
  'dist/commands',
]
/** Folders that are copied as they are. */
const COPIED = ['dist/client', 'dist/studio', 'brands/_base', 'LICENSE']
const LEFT_OUT = /\.test\.tsx?$|\.tsx$|(?:^|\/)(?:tsconfig\.json|README\.md)$|\.tsbuildinfo$/
/** A module that is named by its source: in an import, an export or the address of a worker. */
const NAMED_SOURCE = /((?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*)(['"])([#.][^'"]*)\.ts\2/g

/** Names the JavaScript of the modules that a source names. */
function namingJavaScript(source: string): string {
  return source.replace(NAMED_SOURCE, '$1$2$3.js$2')
}

function writeRoom(room: string): void {
  for (const entry of globSync('**/*', { cwd: join(root, room), withFileTypes: true })) {
    if (!entry.isFile()) continue
    const from = join(entry.parentPath, entry.name)
    const path = from.slice(root.length)
    if (LEFT_OUT.test(path.replaceAll('\\', '/'))) continue
    const to = join(target, path)
    mkdirSync(dirname(to), { recursive: true })
    if (path.endsWith('.ts'))
      writeFileSync(to.replace(/\.ts$/, '.js'), namingJavaScript(stripTypeScriptTypes(readFileSync(from, 'utf8'))))
    else if (path.endsWith('.js')) writeFileSync(to, namingJavaScript(readFileSync(from, 'utf8')))
    else cpSync(from, to)
  }
}

/** What npm reads: the dependencies that run, and the rooms that are here. */
function manifestOf(own: Record<string, unknown>): Record<string, unknown> {
  const { name, version, description, license, type, imports, optionalDependencies, dependencies } = own
  const rooms = Object.entries(imports as Record<string, string>).flatMap(([key, path]) =>
    ROOMS.some((room) => path.startsWith(`./${room}/`)) ? [[key, path.replace(/\.ts$/, '.js')]] : [],
  )
  return {
    ...{ name, version, description, license, type },
    // The server is the built one: `livery start` names it by its source.
    imports: { ...Object.fromEntries(rooms), '#server/main.js': `./${BUILT_SERVER}` },
    ...{ bin: { livery: 'src/cli/bin.js' }, engines: { node: '>=20' }, dependencies, optionalDependencies },
  }
}

/** Makes the package. @param folder where its archive is put @returns the path of the archive */
export async function packEngine(folder: string): Promise<string> {
  await buildPages()
  await buildServer()
  await buildCommands()
  rmSync(target, { recursive: true, force: true })
  for (const room of ROOMS) writeRoom(room)
  for (const path of COPIED) cpSync(join(root, path), join(target, path), { recursive: true })
  cpSync(join(root, 'docs/guides/package.md'), join(target, 'README.md'))
  writeSupply(target)
  const manifest = manifestOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const said = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: target })
  const [packed] = JSON.parse(said.toString()) as { filename: string }[]
  if (!packed) throw new Error(`npm pack says nothing of an archive: ${said}`)
  return join(folder, packed.filename)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await packEngine(resolve(process.argv[2] ?? root))}\n`)
}
