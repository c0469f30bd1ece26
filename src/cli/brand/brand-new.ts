import { mkdir } from 'node:fs/promises'
import type { BrandNewOutput } from '#schemas'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { studioHostsOf } from '#server/site/brands/reserved-names.ts'
import { makeBrand } from '#server/site/making/brand-maker.ts'
import { MakingFailure, type MakingReason } from '#server/site/making/making-failure.ts'
import { type CommandKey, say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands } from './brand-folder.ts'

/** `livery brand new <id>`: a valid, themed folder that a running server serves at once (OPS-1). Nothing is overwritten; where no folder
 *  of brands is named, the first brand makes it. */
export function newCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const options = ['json', 'brands', 'host', 'from', 'language', 'country', 'currency', 'preset', 'color'] as const
  return runBrandCommand(args, io, { usage: usageOf('brand', 'new'), options, positionals: [1, 1] }, async (read) => {
    const made = await make(read, io.env)
    io.stdout(read.isJson ? `${JSON.stringify(made, null, 2)}\n` : report(made, io.env.PORT || '3000'))
    return 0
  })
}

function report({ folder, files, hosts, remarks = [] }: BrandNewOutput, port: string): string {
  const addresses = hosts.map((host) =>
    host.endsWith('.localhost') ? `  http://${host}:${port}` : `  https://${host}/`,
  )
  return `${[folder, ...files.map((file) => `  ${file}`), say('brand.new_served'), ...addresses, ...remarks].join('\n')}\n`
}

async function make(
  { positionals, brandsDir, isFolderNamed, ...asked }: BrandArguments,
  env: CommandIo['env'],
): Promise<BrandNewOutput> {
  const [id = ''] = positionals
  if (!isFolderNamed) await mkdir(brandsDir, { recursive: true })
  await knownBrands(brandsDir)
  try {
    const { hosts, files, ...made } = await makeBrand(
      { brandsDir, baseDir: ENGINE_BASE, studioHosts: studioHostsOf(env) },
      { ...asked, id },
    )
    const remarks = asked.preset === 'regulated' ? { remarks: [say('brand.new_licence', { id })] } : {}
    return { ...made, hosts: [...hosts], files: [...files], ...remarks }
  } catch (error) {
    throw error instanceof MakingFailure ? asCommandFailure(error) : error
  }
}

const TEXTS: Readonly<Record<MakingReason, CommandKey>> = {
  exists: 'brand.exists',
  id: 'brand.id_invalid',
  'id-reserved': 'brand.id_reserved',
  host: 'brand.host_invalid',
  'host-reserved': 'brand.host_reserved',
  'host-taken': 'brand.host_taken',
  parent: 'brand.unknown',
  meant: 'brand.code_meant',
  unknown: 'brand.code_unknown',
  color: 'brand.color',
  'color-unreadable': 'brand.color_unreadable',
  preset: 'brand.preset_unknown',
}

/** The same refusal in the words of commands. */
function asCommandFailure({ code, reason, asked, params }: MakingFailure): BrandCommandFailure {
  const isMeant = reason === 'parent' && params.meant !== undefined
  const values = { asked, id: asked, host: asked, color: asked, preset: asked, ...params }
  return new BrandCommandFailure(code, say(isMeant ? 'brand.unknown_meant' : TEXTS[reason], values), asked)
}
