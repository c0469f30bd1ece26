import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandShownValue } from '#schemas'
import { shownValues } from '#server/site/brands/provenance.ts'
import { branchProblems } from '#server/site/check/check-brand.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'

/** `livery brand show <id> [pointer]`: resolved values with the file and line that gave each (OPS-7). */
export function showCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(
    args,
    io,
    { usage: usageOf('brand', 'show'), options: ['json', 'brands'], positionals: [1, 2] },
    async (read) => {
      const [id = '', pointer = ''] = read.positionals
      const ids = await knownBrands(read.brandsDir)
      requireBrand(id, ids)
      const { branch, schemas } = await openBrand(read.brandsDir, id, ids)
      const count = branchProblems(branch, schemas).length
      if (count > 0) io.stderr(`${say('brand.show_broken', { id, count })}\n`)
      const values = valuesBelow(shownValues(branch.level, schemas), pointer.replace(/\/$/, ''))
      io.stdout(read.isJson ? `${JSON.stringify(values, null, 2)}\n` : `${values.map(line).join('\n')}\n`)
      return 0
    },
  )
}

function valuesBelow(values: readonly BrandShownValue[], pointer: string): readonly BrandShownValue[] {
  const below = values.filter(({ path }) => path === pointer || path.startsWith(`${pointer}/`))
  if (below.length > 0) return below
  const inside = values.find(({ path, value }) => Array.isArray(value) && pointer.startsWith(`${path}/`))
  if (inside) return [inside]
  const near = nearest(pointer, new Set(values.flatMap(({ path }) => prefixes(path))))
  const message =
    near === null ? say('brand.show_nothing', { pointer }) : say('brand.show_meant', { pointer, meant: near })
  throw new BrandCommandFailure('path_unknown', message, pointer)
}

function prefixes(path: string): readonly string[] {
  const steps = path.split('/')
  return steps.slice(1).map((_, index) => steps.slice(0, index + 2).join('/'))
}

function line({ path, value, file, line }: BrandShownValue): string {
  return `${path} = ${JSON.stringify(value)}  (${file}:${line})`
}
