import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandMigratedFile, BrandMigrateOutput } from '#schemas'
import { isJsonEqual } from '#schemas/validation.ts'
import type { BrandLayer } from '#server/site/brand-layer.ts'
import { CURRENT_VERSION, migrateDocument } from '#server/site/brand-versions.ts'
import { branchProblems } from '#server/site/check-brand.ts'
import { leavesOf } from '#server/site/provenance.ts'
import type { CommandIo } from '../commands.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'
import { rewriteJson } from './rewrite-json.ts'

const USAGE = 'livery brand migrate <id> [--json] [--brands DIR]'
const MANIFEST_FILE = 'brand.json'

/** `livery brand migrate <id>`: writes the files of a folder in the current version (OPS-13). Nothing else about them changes,
 *  and neither does the site. */
export function migrateCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(args, io, { usage: USAGE, options: ['json', 'brands'], positionals: [1, 1] }, async (read) => {
    const done = await migrateBrand(read)
    io.stdout(read.isJson ? `${JSON.stringify(done, null, 2)}\n` : report(done))
    return 0
  })
}

async function migrateBrand({ positionals, brandsDir }: BrandArguments): Promise<BrandMigrateOutput> {
  const [id = ''] = positionals
  const ids = await knownBrands(brandsDir)
  requireBrand(id, ids)
  const { branch, schemas } = await openBrand(brandsDir, id, ids)
  const count = branchProblems(branch, schemas).length
  if (count > 0) {
    const message = `${id} has ${count} ${count === 1 ? 'problem' : 'problems'}, and a faulty brand is not rewritten. Put right what \`livery brand check ${id}\` tells first.`
    throw new BrandCommandFailure('brand_broken', message, id)
  }
  const { layer } = branch.level
  if (layer.version === CURRENT_VERSION) return { id, from: CURRENT_VERSION, to: CURRENT_VERSION, files: [] }
  const files = await rewrittenFiles(layer)
  await writeFiles(brandsDir, layer, files)
  return { id, from: layer.version, to: CURRENT_VERSION, files: files.map(({ text: _text, ...file }) => file) }
}

interface RewrittenFile extends BrandMigratedFile {
  readonly text: string
}

/** The files that change. The manifest is the last: a migration leaves new files as they are, so that a server which reads the
 *  folder meanwhile understands it at every moment. */
async function rewrittenFiles(layer: BrandLayer): Promise<readonly RewrittenFile[]> {
  const paths = [...layer.files].flatMap(([path, { role }]) => (role.kind === 'json' ? [path] : []))
  const ordered = [...paths.filter((path) => path !== MANIFEST_FILE), MANIFEST_FILE]
  const files = await Promise.all(ordered.map((path) => rewrittenFile(layer, path)))
  return files.filter((file) => file !== null)
}

async function rewrittenFile(layer: BrandLayer, path: string): Promise<RewrittenFile | null> {
  const written = (await readFile(join(layer.folder, path), 'utf8')).replace(/^\uFEFF/, '')
  const before = JSON.parse(written) as JsonObject
  const { document, writtenAt } = migrateDocument(before, path, layer.version)
  const after = path === MANIFEST_FILE ? { ...document, schemaVersion: CURRENT_VERSION } : document
  if (isJsonEqual(before, after)) return null
  const text = rewriteJson(written, before, after)
  if (!isJsonEqual(JSON.parse(text), after)) throw new Error(`${path} of ${layer.id} could not be rewritten`)
  const places = leavesOf(after).map(({ pointer }) => ({ from: writtenAt(pointer), to: pointer }))
  const kept = new Set(places.map(({ from }) => from))
  return {
    file: path,
    moved: places.filter(({ from, to }) => from !== to),
    removed: leavesOf(before).flatMap(({ pointer }) => (kept.has(pointer) ? [] : [pointer])),
    text,
  }
}

/** Writes all files beside the brand and then moves each to its place: a server never sees half a file. */
async function writeFiles(brandsDir: string, layer: BrandLayer, files: readonly RewrittenFile[]): Promise<void> {
  const drafts = join(brandsDir, `.migrate-${layer.id}-${process.pid}`)
  try {
    await mkdir(drafts)
    for (const [index, { text }] of files.entries()) await writeFile(join(drafts, String(index)), text)
    for (const [index, { file }] of files.entries())
      await rename(join(drafts, String(index)), await realpath(join(layer.folder, file)))
  } finally {
    await rm(drafts, { recursive: true, force: true })
  }
}

function report({ id, from, to, files }: BrandMigrateOutput): string {
  if (files.length === 0) return `${id} is written in version ${to} already.\n`
  const blocks = files.map(({ file, moved, removed }) => {
    const moves = moved.map((move) => `\n    ${move.from} → ${move.to}`)
    const losses = removed.map((pointer) => `\n    ${pointer} is gone: nothing reads it`)
    return `  ${file}${[...moves, ...losses].join('')}\n`
  })
  return `${id}: version ${from} → ${to}\n${blocks.join('')}`
}
