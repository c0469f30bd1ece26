import type { BrandProblem } from '#schemas'
import { ENGINE_BASE } from '#server/site/brand-store.ts'
import { checkBrands, isProblem } from '#server/site/check-brand.ts'
import type { CommandIo } from '../commands.ts'
import { runBrandCommand } from './brand-arguments.ts'
import { knownBrands, requireBrand } from './brand-folder.ts'

const USAGE = 'livery brand check [id] [--json] [--brands DIR]'

/** `livery brand check [id]`: every problem and warning at once; exit 1 when there is any problem (OPS-2, OPS-3). */
export function checkCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(args, io, { usage: USAGE, options: ['json', 'brands'], positionals: [0, 1] }, async (read) => {
    const [id] = read.positionals
    const ids = await knownBrands(read.brandsDir)
    if (id !== undefined) requireBrand(id, ids)
    const findings = await checkBrands({ brandsDir: read.brandsDir, baseDir: ENGINE_BASE, id })
    io.stdout(
      read.isJson ? `${JSON.stringify(findings, null, 2)}\n` : report(findings, id === undefined ? ids.length : 1),
    )
    return findings.some(isProblem) ? 1 : 0
  })
}

function report(findings: readonly BrandProblem[], brandCount: number): string {
  const problems = findings.filter(isProblem)
  const warnings = findings.filter((finding) => !isProblem(finding))
  const blocks = [
    ...blocksOf(problems),
    ...(warnings.length > 0 ? ['Warnings: the site is served all the same.\n', ...blocksOf(warnings)] : []),
  ]
  const checked = `${counted(brandCount, 'brand')} checked, no problems`
  const warned = warnings.length > 0 ? `, ${counted(warnings.length, 'warning')}` : ''
  const end = problems.length > 0 ? `${counted(problems.length, 'problem')}${where(problems)}` : checked
  return `${[...blocks, `${end}${warned}.`].join('\n')}\n`
}

function blocksOf(findings: readonly BrandProblem[]): readonly string[] {
  return [...Map.groupBy(findings, ({ file }) => file)].map(([file, own]) => {
    const lines = own.map(({ line, column, message }) => `  ${`${line}:${column}`.padEnd(8)} ${message}`)
    return `${file}\n${lines.join('\n')}\n`
  })
}

function where(findings: readonly BrandProblem[]): string {
  return ` in ${counted(new Set(findings.map(({ file }) => file)).size, 'file')}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
