/**
 * Everything that the schemas give (types, validators, patch schemas, `_base`'s configuration), the type of the texts' keys, and
 * the pages of the tables that brands choose from.
 *   npm run generate          writes what has changed and removes what is no longer generated
 *   npm run check:generated   writes nothing; exit 1 with the list of files that differ
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventCode } from './generate/event-code.ts'
import { patchSchema } from './generate/patch-schema.ts'
import { portCode } from './generate/port-code.ts'
import { readSchemas, type SchemaNode } from './generate/schema-source.ts'
import { composeConfigs, configSections, resolvedForm, sectionDefaults } from './generate/site-config.ts'
import { textKeysCode } from './generate/text-keys.ts'
import { typeCode } from './generate/type-code.ts'
import { validatorCode } from './generate/validator-code.ts'
import { tablePages } from './pages/table-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const GENERATED = 'schemas/generated'
const COMPOSED = /^site\/(?:site-config|public-config|public-config\/[a-z-]+)\.schema\.json$/
/** Files that a brand writes; all but the manifest are merged over a parent's. */
const BRAND_FILES =
  /^(?:site\/(?:theme-tokens|dictionary)|registration\/(?:type-definition|field-catalogue|registration-data-file|welcome-bonuses-file))\.schema\.json$/

/** All generated files: path from the root → text. */
async function outputs(): Promise<Map<string, string>> {
  const authored = readSchemas(join(root, 'schemas'))
  for (const file of [...authored.keys()]) if (COMPOSED.test(file)) authored.delete(file)
  const sections = configSections(authored)
  const files = new Map<string, SchemaNode>([...authored].map(([file, node]) => [file, resolvedForm(node)]))
  const composed = composeConfigs(files)
  for (const [file, node] of composed) files.set(file, node)
  const texts = new Map<string, string>()
  for (const [file, node] of composed) texts.set(`schemas/${file}`, json(node))
  texts.set(`${GENERATED}/types.ts`, await typeCode(files))
  texts.set(`${GENERATED}/event-schemas.ts`, eventCode(files))
  texts.set(`${GENERATED}/text-keys.ts`, textKeysCode(root))
  texts.set(`${GENERATED}/port-schemas.ts`, portCode(files))
  for (const [path, text] of tablePages(root)) texts.set(path, text)
  const written = [...sections.values(), ...[...authored.keys()].filter((file) => BRAND_FILES.test(file))]
  const patches = new Map(written.map((file) => [file, patchSchema(authored, file)]))
  for (const [file, patch] of patches) texts.set(`${GENERATED}/patch/${file}`, json(patch))
  for (const [path, code] of validatorCode(files, patches)) texts.set(`${GENERATED}/validators/${path}`, code)
  for (const [name, file] of sections) {
    const own = { $schema: `../../../${GENERATED}/patch/${file}`, ...sectionDefaults(authored, file) }
    texts.set(`brands/_base/config/${name}.json`, json(own))
  }
  return texts
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Files below the generated folders that no schema gives any more. */
function leftovers(texts: Map<string, string>): string[] {
  return [GENERATED, 'brands/_base/config', 'schemas/site/public-config']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
    )
    .filter((path) => !texts.has(path))
}

function isCurrent(path: string, text: string): boolean {
  const full = join(root, path)
  return existsSync(full) && readFileSync(full, 'utf8') === text
}

async function main(): Promise<number> {
  const texts = await outputs()
  const stale = [...texts].filter(([path, text]) => !isCurrent(path, text)).map(([path]) => path)
  const extra = leftovers(texts)
  if (process.argv.includes('--check')) {
    for (const path of [...stale, ...extra]) console.error(`not what the schemas give: ${path} (run: npm run generate)`)
    return stale.length + extra.length ? 1 : 0
  }
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), texts.get(path) as string)
  }
  for (const path of extra) rmSync(join(root, path))
  console.log(`${texts.size} files generated, ${stale.length} written, ${extra.length} removed`)
  return 0
}

process.exitCode = await main()
