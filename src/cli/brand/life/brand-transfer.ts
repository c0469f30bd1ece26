import { basename, join, resolve } from 'node:path'
import type { BrandExportOutput } from '#schemas'
import { BRAND_ID } from '#server/site/brands/brand-files.ts'
import { HostScanner, ownersOf, writeHostIndex } from '#server/site/brands/brand-hosts.ts'
import { nameOf } from '#server/site/making/brand-maker.ts'
import { contentHash, hashesOf, readContents } from '#server/studio/brand-contents.ts'
import { COMMAND_LINE } from '#server/studio/life/brand-revisions.ts'
import { withManifest } from '#server/studio/life/revision-mark.rules.ts'
import { say } from '../../command-text.ts'
import type { Command } from '../../commands.ts'
import { usageOf } from '../../usages.ts'
import { BrandCommandFailure, runBrandCommand } from '../brand-arguments.ts'
import { knownBrands, requireBrand } from '../brand-folder.ts'
import { readArchive, writeArchive } from './brand-archive.ts'
import { soundMessage, toldRevision } from './brand-publish.ts'
import { type LifeWork, lifeCommand } from './life-command.ts'

/** `livery brand export <id> --out FILE.tar`: the files of the live folder in one archive. */
export const exportCommand: Command = (args, io) => {
  const form = { usage: usageOf('brand', 'export'), options: ['json', 'brands', 'out'], positionals: [1, 1] } as const
  return runBrandCommand(args, io, form, async ({ positionals: [brand = ''], brandsDir, outFile, isJson }) => {
    if (!outFile) throw new BrandCommandFailure('usage', form.usage, '--out')
    requireBrand(brand, await knownBrands(brandsDir))
    const contents = await readContents(join(brandsDir, brand))
    if (!contents) throw new BrandCommandFailure('brand_unknown', say('brand.life_gone', { id: brand }), brand)
    const file = resolve(io.cwd, outFile)
    await writeArchive(file, contents)
    const bytes = [...contents.values()].reduce((sum, one) => sum + one.length, 0)
    const hash = contentHash(hashesOf(contents))
    const output: BrandExportOutput = { brand, file, files: contents.size, bytes, hash }
    const files = say('brand.count_files', { count: contents.size })
    io.stdout(
      isJson ? `${JSON.stringify(output, null, 2)}\n` : `${say('brand.export_done', { id: brand, file, files })}\n`,
    )
    return 0
  })
}

/** `livery brand import FILE.tar [--id NEW]`: makes the files of an archive the next revision of their brand, or a new brand. */
export const importCommand = lifeCommand({
  verb: 'import',
  options: ['id', 'message'],
  positionals: [1, 1],
  work: async ({ read: { positionals, brandsDir, id: asked, message }, io, revisions }) => {
    const [name = ''] = positionals
    const file = resolve(io.cwd, name)
    const ids = await knownBrands(brandsDir)
    if (asked !== undefined) refuseId(asked)
    const why = soundMessage(message, 'import') ?? say('brand.import_message', { file: basename(file) })
    const { id: own, contents } = await readArchive(file)
    const id = asked ?? own
    // Hosts belong to one brand: one with another id is another brand.
    const files = id === own ? contents : withManifest(contents, { id, hosts: [] })
    const isNew = !ids.includes(id)
    const signed = {
      author: COMMAND_LINE,
      message: why,
      act: isNew ? 'brand.made' : 'brand.published',
      from: basename(file),
    }
    const revision = await revisions.publishFiles(id, { ...signed, files, isNew })
    await indexHosts(brandsDir)
    return toldRevision(id, brandsDir, revision)
  },
})

/** `livery brand clone <id> <new>`: another brand with the same files, without hosts and with a history of its own. */
export const cloneCommand = lifeCommand({
  verb: 'clone',
  options: [],
  positionals: [2, 2],
  work: async ({ read, revisions }: LifeWork) => {
    const { positionals, brandsDir } = read
    const [from = '', id = ''] = positionals
    const ids = await knownBrands(brandsDir)
    requireBrand(from, ids)
    refuseId(id)
    const identity = { id, name: nameOf(id), hosts: [], revision: 0 }
    const files = withManifest(await revisions.liveFiles(from), identity)
    const signed = { author: COMMAND_LINE, message: say('brand.clone_message', { from }), act: 'brand.made', from }
    const revision = await revisions.publishFiles(id, { ...signed, files, isNew: true })
    return toldRevision(id, brandsDir, revision)
  },
})

/** Refuses what cannot be the id of a brand. @throws BrandCommandFailure id_invalid */
export function refuseId(id: string): void {
  if (!BRAND_ID.test(id)) throw new BrandCommandFailure('id_invalid', say('brand.id_invalid', { id }), id)
}

/** Tells servers which hosts the brands of a directory have now. */
export async function indexHosts(brandsDir: string): Promise<void> {
  await writeHostIndex(brandsDir, ownersOf(await new HostScanner(brandsDir).scan()))
}
