import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandMigratedFile, BrandMigrateOutput } from '#schemas'
import { isJsonEqual } from '#schemas/validation.ts'
import type { BrandLayer } from '#server/site/brands/brand-layer.ts'
import { CURRENT_VERSION, migrateDocument } from '#server/site/brands/brand-versions.ts'
import { leavesOf } from '#server/site/brands/provenance.ts'
import { rewriteJson } from '#server/site/brands/rewrite-json.ts'
import { branchProblems } from '#server/site/check/check-brand.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'
import { writeFiles } from './write-files.ts'

const MANIFEST_FILE = 'brand.json'

/** `livery brand migrate <id>`: writes the files of a folder in the current version (OPS-13). Nothing else about them changes,
 *  and neither does the site. */
export function migrateCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(
    args,
    io,
    { usage: usageOf('brand', 'migrate'), options: ['json', 'brands'], positionals: [1, 1] },
    async (read) => {
      const done = await migrateBrand(read)
      io.stdout(read.isJson ? `${JSON.stringify(done, null, 2)}\n` : report(done))
      return 0
    },
  )
}

async function migrateBrand({ positionals, brandsDir }: BrandArguments): Promise<BrandMigrateOutput> {
  const [id = ''] = positionals
  const ids = await knownBrands(brandsDir)
  requireBrand(id, ids)
  const { branch, schemas } = await openBrand(brandsDir, id, ids)
  const count = branchProblems(branch, schemas).length
  if (count > 0) {
    throw new BrandCommandFailure('brand_broken', say('brand.migrate_broken', { id, count }), id)
  }
  const { layer } = branch.level
  if (layer.version === CURRENT_VERSION) return { id, from: CURRENT_VERSION, to: CURRENT_VERSION, files: [] }
  const files = await rewrittenFiles(layer)
  const drafts = join(brandsDir, `.migrate-${id}-${process.pid}`)
  const contents = files.map(async ({ file, text }) => ({ path: await realpath(join(layer.folder, file)), text }))
  await writeFiles(drafts, await Promise.all(contents))
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
  if (!isJsonEqual(JSON.parse(text), after)) throw new Error(`${layer.id}/${path}: ${text}`)
  const places = leavesOf(after).map(({ pointer }) => ({ from: writtenAt(pointer), to: pointer }))
  const kept = new Set(places.map(({ from }) => from))
  return {
    file: path,
    moved: places.filter(({ from, to }) => from !== to),
    removed: leavesOf(before).flatMap(({ pointer }) => (kept.has(pointer) ? [] : [pointer])),
    text,
  }
}

function report({ id, from, to, files }: BrandMigrateOutput): string {
  if (files.length === 0) return `${say('brand.migrate_done', { id, to })}\n`
  const blocks = files.map(({ file, moved, removed }) => {
    const moves = moved.map((move) => `\n    ${move.from} → ${move.to}`)
    const losses = removed.map((pointer) => `\n    ${say('brand.migrate_gone', { pointer })}`)
    return `  ${file}${[...moves, ...losses].join('')}\n`
  })
  return `${say('brand.migrate_head', { id, from, to })}\n${blocks.join('')}`
}
