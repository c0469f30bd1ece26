/**
 * Builds the page bundle: `dist/client` (hashed assets, compressed beforehand) and `dist/server` (the page renderer), the studio's
 * page: `dist/studio`, and the server itself: `dist/engine`, which is ready in a third of the time that its sources take.
 *   node tools/build.ts            builds what has sources that changed since the last build
 *   node tools/build.ts --force    always builds, and the commands as well: `dist/commands`
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { BUILT_STAMP } from '#cli/built-program.ts'
import { keepTemplate } from '#server/db/embedded/embedded-cluster.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { readBase } from '#server/site/brands/brand-layer.ts'
import { loadBrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { SOUND_FILES, soundFilesOf } from '#server/site/brands/sound-files.ts'
import { buildVerifier } from './build-verifier.ts'
import { filesToDrop, type KeptBuilds } from './kept-builds.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const STAMP = join(root, 'dist/sources.sha256')
const SERVER_STAMP = join(root, 'dist/engine/sources.sha256')
const COMMANDS_STAMP = join(root, BUILT_STAMP)
/** The server as it is built. */
export const BUILT_SERVER = 'dist/engine/main.js'
const SERVER_SOURCES = [
  'schemas',
  'machines',
  'src/calls',
  'src/server',
  'brands/_base',
  'vite.server.config.ts',
  'tools/shared-failures.ts',
  'package-lock.json',
]
const COMMAND_SOURCES = [...SERVER_SOURCES, 'src/cli']
const PAGE_SOURCES = [
  'schemas',
  'machines',
  'renderers',
  'src/calls',
  'src/client',
  'src/studio',
  'stage/player',
  'stage/recorder',
  'vite.config.ts',
  'vite.studio.config.ts',
  'tools/shared-failures.ts',
  'package-lock.json',
]
const CLIENT = join(root, 'dist/client')
/** The files of this build and of those before it, whose pages may still be open. */
const BUILDS = join(root, 'dist/client-builds.json')
const COMPRESSED = /\.(?:js|css|svg|json|html|txt)$/
/** Smaller files, such as flags, fill one packet as they are. */
const COMPRESSED_FROM_BYTES = 1024

function filesBelow(path: string): string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (path.includes('.')) return [full]
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

function sourcesHash(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesBelow)) hash.update(file.slice(root.length)).update(readFileSync(file))
  return hash.digest('hex')
}

/** Compresses each text asset that is worth it once, at the best level, so that no request pays for it. */
async function compressAssets(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && COMPRESSED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  }
  await Promise.all(
    files.map(async (file) => {
      if (existsSync(`${file}.br`) && existsSync(`${file}.gz`)) return
      const bytes = await readFile(file)
      if (bytes.length < COMPRESSED_FROM_BYTES) return
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, best))
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** Stops a build in which a screen shares its chunk: pages name scripts and styles by the file of their screen, and would come
 *  without them. It happens when another module imports something else from a screen's file. */
function checkScreens(): void {
  const manifest = JSON.parse(readFileSync(join(root, 'dist/client/.vite/manifest.json'), 'utf8'))
  const screens = globSync('src/client/**/*Screen.tsx', { cwd: root, exclude: ['**/ErrorScreen.tsx'] })
  const lost = screens.filter((file) => !Object.hasOwn(manifest, file))
  if (lost.length === 0) return
  throw new Error(`No chunk of their own: ${lost.join(', ')}. Move what others import from them to files of its own.`)
}

/** Leaves the files of former builds where they are, for pages that were opened before, and removes what is older.
 *  @param files the files of this build, below `dist/client` */
function keepBuilds(files: readonly string[]): void {
  const before = existsSync(BUILDS) ? (JSON.parse(readFileSync(BUILDS, 'utf8')) as KeptBuilds) : []
  const there = readdirSync(join(CLIENT, 'assets')).map((name) => `assets/${name}`)
  const { builds, dropped } = filesToDrop(before, files, there)
  for (const file of dropped) rmSync(join(CLIENT, file))
  writeFileSync(BUILDS, JSON.stringify(builds))
}

/** Builds both halves of the page bundle and the studio's page unless they already come from these sources. */
export async function buildPages(isForced = false): Promise<void> {
  const hash = sourcesHash(PAGE_SOURCES)
  if (!isForced && isOf(STAMP, hash)) return
  // A caller such as the test runner may have set another environment; a page is always built for production.
  process.env.NODE_ENV = 'production'
  const options = { root, mode: 'production', logLevel: 'warn', configFile: join(root, 'vite.config.ts') } as const
  const made = [await build(options)].flat()
  checkScreens()
  keepBuilds(made.flatMap((part) => ('output' in part ? part.output.map(({ fileName }) => fileName) : [])))
  await build({ ...options, build: { ssr: true } })
  await build({ ...options, configFile: join(root, 'vite.studio.config.ts') })
  await buildVerifier(root, join(CLIENT, 'verify.html'))
  await Promise.all(['dist/client', 'dist/studio'].map((folder) => compressAssets(join(root, folder))))
  writeFileSync(STAMP, hash)
}

/** Builds the server, and makes the database that a new folder begins with, unless both come from these sources.
 *  @returns the path of its program from the root */
export async function buildServer(isForced = false): Promise<string> {
  await keepTemplate({ migrations: readMigrations() })
  const hash = sourcesHash(SERVER_SOURCES)
  if (!isForced && isOf(SERVER_STAMP, hash)) return BUILT_SERVER
  process.env.NODE_ENV = 'production'
  await build({ root, mode: 'production', logLevel: 'warn', configFile: join(root, 'vite.server.config.ts') })
  await keepSoundFiles('dist/engine')
  writeFileSync(SERVER_STAMP, hash)
  return BUILT_SERVER
}

/** Builds the commands, unless they come from these sources: `livery` runs the built ones as long as they are newer than all sources. */
export async function buildCommands(isForced = false): Promise<void> {
  const hash = sourcesHash(COMMAND_SOURCES)
  if (!isForced && isOf(COMMANDS_STAMP, hash)) return writeFileSync(COMMANDS_STAMP, hash)
  process.env.NODE_ENV = 'production'
  await build({ root, mode: 'commands', logLevel: 'warn', configFile: join(root, 'vite.server.config.ts') })
  await keepSoundFiles('dist/commands')
  writeFileSync(COMMANDS_STAMP, hash)
}

/** Checks the engine's own folder, so that neither a start nor a command has to. */
async function keepSoundFiles(folder: string): Promise<void> {
  const base = await readBase(ENGINE_BASE, await loadBrandSchemas())
  if (!base) throw new Error(`${ENGINE_BASE} is missing`)
  writeFileSync(join(root, folder, SOUND_FILES), JSON.stringify(soundFilesOf(base)))
}

function isOf(stamp: string, hash: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = performance.now()
  const isForced = process.argv.includes('--force')
  await buildPages(isForced)
  await buildServer(isForced)
  if (isForced) await buildCommands(isForced)
  console.error(`pages and server are built (${Math.round(performance.now() - startedAt)} ms)`)
}
