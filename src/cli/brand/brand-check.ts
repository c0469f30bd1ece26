import type { BrandProblem } from '#schemas'
import { ENGINE_BASE } from '#server/site/brand-store.ts'
import { checkBrands } from '#server/site/check-brand.ts'
import type { CommandIo } from '../commands.ts'
import { runBrandCommand } from './brand-arguments.ts'
import { knownBrands, requireBrand } from './brand-folder.ts'

const USAGE = 'livery brand check [id] [--json] [--brands DIR]'

/** `livery brand check [id]`: every problem at once; exit 1 when there is any (OPS-2, OPS-3). */
export function checkCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(args, io, { usage: USAGE, options: ['json', 'brands'], positionals: [0, 1] }, async (read) => {
    const [id] = read.positionals
    const ids = await knownBrands(read.brandsDir)
    if (id !== undefined) requireBrand(id, ids)
    const problems = await checkBrands({ brandsDir: read.brandsDir, baseDir: ENGINE_BASE, id })
    io.stdout(
      read.isJson ? `${JSON.stringify(problems, null, 2)}\n` : report(problems, id === undefined ? ids.length : 1),
    )
    return problems.length > 0 ? 1 : 0
  })
}

function report(problems: readonly BrandProblem[], brandCount: number): string {
  if (problems.length === 0) return `${brandCount} ${brandCount === 1 ? 'brand' : 'brands'} checked, no problems.\n`
  const files = Map.groupBy(problems, ({ file }) => file)
  const blocks = [...files].map(([file, own]) => {
    const lines = own.map(({ line, column, message }) => `  ${`${line}:${column}`.padEnd(8)} ${message}`)
    return `${file}\n${lines.join('\n')}\n`
  })
  const count = `${problems.length} ${problems.length === 1 ? 'problem' : 'problems'} in ${files.size} ${files.size === 1 ? 'file' : 'files'}.`
  return `${blocks.join('\n')}\n${count}\n`
}
