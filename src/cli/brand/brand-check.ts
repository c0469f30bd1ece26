import type { BrandProblem } from '#schemas'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { studioHostsOf } from '#server/site/brands/reserved-names.ts'
import { checkBrands, isProblem } from '#server/site/check/check-brand.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { runBrandCommand } from './brand-arguments.ts'
import { knownBrands, requireBrand } from './brand-folder.ts'

/** `livery brand check [id]`: every problem and warning at once; exit 1 when there is any problem (OPS-2, OPS-3). */
export function checkCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(
    args,
    io,
    { usage: usageOf('brand', 'check'), options: ['json', 'brands'], positionals: [0, 1] },
    async (read) => {
      const [id] = read.positionals
      const ids = await knownBrands(read.brandsDir)
      if (id !== undefined) requireBrand(id, ids)
      const studioHosts = studioHostsOf(io.env)
      const findings = await checkBrands({ brandsDir: read.brandsDir, baseDir: ENGINE_BASE, id, studioHosts })
      io.stdout(
        read.isJson ? `${JSON.stringify(findings, null, 2)}\n` : report(findings, id === undefined ? ids.length : 1),
      )
      return findings.some(isProblem) ? 1 : 0
    },
  )
}

function report(findings: readonly BrandProblem[], brandCount: number): string {
  const problems = findings.filter(isProblem)
  const warnings = findings.filter((finding) => !isProblem(finding))
  const blocks = [
    ...blocksOf(problems),
    ...(warnings.length > 0 ? [`${say('brand.check_warnings')}\n`, ...blocksOf(warnings)] : []),
  ]
  const warned = warnings.length > 0 ? say('brand.check_warned', { count: warnings.length }) : ''
  const end =
    problems.length > 0
      ? say('brand.check_found', {
          problems: countOf('problems', problems),
          files: countOf('files', filesOf(problems)),
          warned,
        })
      : say('brand.check_sound', { brands: say('brand.count_brands', { count: brandCount }), warned })
  return `${[...blocks, end].join('\n')}\n`
}

function blocksOf(findings: readonly BrandProblem[]): readonly string[] {
  return [...Map.groupBy(findings, ({ file }) => file)].map(([file, own]) => {
    const lines = own.map(({ line, column, message }) => `  ${`${line}:${column}`.padEnd(8)} ${message}`)
    return `${file}\n${lines.join('\n')}\n`
  })
}

function filesOf(findings: readonly BrandProblem[]): readonly string[] {
  return [...new Set(findings.map(({ file }) => file))]
}

function countOf(what: 'problems' | 'files', all: readonly unknown[]): string {
  return say(`brand.count_${what}`, { count: all.length })
}
