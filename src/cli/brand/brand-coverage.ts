import { isJsonObject, type JsonValue, pointerStep } from '#machines/site/merge-patch.rules.ts'
import type { BrandCoverageOutput, UnreadKey, UnreadKeyPlace } from '#schemas'
import type { BrandLayer } from '#server/site/brands/brand-layer.ts'
import { levelsOf } from '#server/site/brands/brand-level.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'
import { unreadKeys } from './reads/unread-keys.ts'

/** `livery brand coverage [id]`: the keys of the configuration that the engine does not read, and where one brand, or any, writes
 *  them; exit 1 when there is any (OPS-16). The sources are read by the compiler, a development dependency. */
export function coverageCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(
    args,
    io,
    { usage: usageOf('brand', 'coverage'), options: ['json', 'brands'], positionals: [0, 1] },
    async (read) => {
      const [id] = read.positionals
      const ids = await knownBrands(read.brandsDir)
      if (id !== undefined) requireBrand(id, ids)
      const layers = await layersOf(read.brandsDir, id === undefined ? ids : [id], ids)
      const keys: BrandCoverageOutput = (await allUnread()).map((key) => ({
        ...key,
        written: layers.flatMap((layer) => placesIn(layer, key)),
      }))
      io.stdout(read.isJson ? `${JSON.stringify(keys, null, 2)}\n` : report(keys))
      return keys.length > 0 ? 1 : 0
    },
  )
}

async function allUnread(): ReturnType<typeof unreadKeys> {
  try {
    return await unreadKeys()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new BrandCommandFailure('compiler_missing', say('brand.compiler_missing'))
  }
}

/** The folders of some brands and their parents, each once; the engine's own defaults write every key and are left out. */
async function layersOf(
  brandsDir: string,
  wanted: readonly string[],
  ids: readonly string[],
): Promise<readonly BrandLayer[]> {
  const layers = new Map<string, BrandLayer>()
  for (const id of wanted) {
    const { branch } = await openBrand(brandsDir, id, ids)
    for (const { layer, parent } of levelsOf(branch.level)) if (parent) layers.set(layer.id, layer)
  }
  return [...layers.values()]
}

function placesIn(
  layer: BrandLayer,
  { file, pointer }: Pick<UnreadKey, 'file' | 'pointer'>,
): readonly UnreadKeyPlace[] {
  const name = new RegExp(`^${file.replaceAll('.', '\\.').replace('<type>', '[a-z_]+')}$`)
  return [...layer.files].flatMap(([path, { source }]) => {
    if (source === null || !name.test(path)) return []
    return writtenAt(source.value, pointer.split('/').slice(1)).map((written) => ({
      file: `${layer.id}/${path}`,
      line: source.placeOfKey(written).line,
      pointer: written,
    }))
  })
}

/** The pointers of a document that a pattern with `*` means. */
function writtenAt(value: JsonValue | undefined, [step, ...rest]: readonly string[], at = ''): readonly string[] {
  if (step === undefined) return [at]
  if (Array.isArray(value)) return value.flatMap((entry, index) => writtenAt(entry, rest, `${at}/${index}`))
  if (!isJsonObject(value)) return []
  const keys = step === '*' ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : []
  return keys.flatMap((key) => writtenAt(value[key], rest, `${at}/${pointerStep(key)}`))
}

function report(keys: BrandCoverageOutput): string {
  if (keys.length === 0) return `${say('brand.coverage_whole')}\n`
  const blocks = [...Map.groupBy(keys, ({ file }) => file)].map(([file, own]) => `${file}\n${own.map(line).join('')}`)
  return `${blocks.join('\n')}\n${say('brand.coverage_unread', { count: keys.length })}\n`
}

function line({ pointer, written }: UnreadKey): string {
  const places = written.map(
    (place) => `\n    ${say('brand.coverage_place', { place: `${place.file}:${place.line}` })}`,
  )
  return `  ${pointer}${places.join('')}\n`
}
