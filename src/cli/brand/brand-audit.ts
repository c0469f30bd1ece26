import { type AuditedClause, auditLicence } from '#machines/site/licence/licence-audit.rules.ts'
import { LICENCE_PACKS } from '#machines/site/licence/licence-packs.ts'
import { AUDITED_SECTIONS, type AuditedSections } from '#machines/site/licence/licence-rule.ts'
import type { AuditRow, BrandAuditOutput, BrandShownValue, LicenceConfig } from '#schemas'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import { sectionPath } from '#server/site/brands/brand-level.ts'
import { shownValues } from '#server/site/brands/provenance.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'

/** `livery brand audit <id>`: each clause of the brand's licence pack with the setting that keeps it, its value and what proves it;
 *  exit 1 when one is not kept (RG-14). */
export function auditCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(
    args,
    io,
    { usage: usageOf('brand', 'audit'), options: ['json', 'brands'], positionals: [1, 1] },
    async (read) => {
      const [id = ''] = read.positionals
      const ids = await knownBrands(read.brandsDir)
      requireBrand(id, ids)
      const { branch, schemas } = await openBrand(read.brandsDir, id, ids)
      const output = auditOf(branch.level, shownValues(branch.level, schemas))
      io.stdout(read.isJson ? `${JSON.stringify(output, null, 2)}\n` : report(output))
      return output.rows.every(({ isKept }) => isKept) ? 0 : 1
    },
  )
}

function auditOf(level: BrandLevel, shown: readonly BrandShownValue[]): BrandAuditOutput {
  const sectionOf = (section: string) => level.documents.get(sectionPath(section))?.value as unknown
  const { pack = 'neutral' } = sectionOf('licence') as LicenceConfig
  const sections = Object.fromEntries(AUDITED_SECTIONS.map((section) => [section, sectionOf(section)]))
  return { pack, rows: auditLicence(pack, sections as AuditedSections).map((audited) => rowOf(audited, shown)) }
}

function rowOf(
  { clause: of, setting, asked, value, isKept }: AuditedClause,
  shown: readonly BrandShownValue[],
): AuditRow {
  const { clause, rule, source, proof, lacks = null } = of
  const path = setting && `/${setting.section}/${setting.key}`
  const written = shown.find((one) => one.path === path || (path && one.path.startsWith(`${path}/`)))
  return {
    ...{ clause, rule, source, asked, value, lacks, isKept },
    setting: setting && `${setting.section}.${setting.key}`,
    writtenAt: written ? `${written.file}:${written.line}` : null,
    proof: proof ? `${proof.file}: ${proof.title}` : null,
  }
}

function report({ pack, rows }: BrandAuditOutput): string {
  const broken = rows.filter(({ isKept }) => !isKept).length
  const end = broken === 0 ? say('brand.audit_kept') : say('brand.audit_broken', { count: broken })
  return [`${pack}: ${LICENCE_PACKS[pack].name}`, ...rows.map(block), end, ''].join('\n')
}

function block({ clause, rule, source, setting, asked, value, writtenAt, proof, lacks, isKept }: AuditRow): string {
  const mark = isKept ? say('brand.audit_yes') : say('brand.audit_no')
  const lines = [`${mark}  ${clause}: ${rule}${source === 'recalled' ? ` ${say('brand.audit_recalled')}` : ''}`]
  if (setting) lines.push(`    ${setting} = ${valueText(value)} (${asked}; ${writtenAt})`)
  if (proof) lines.push(`    ${proof}`)
  if (lacks) lines.push(`    ${say('brand.audit_lacks', { lacks })}`)
  return lines.join('\n')
}

/** A value for people: of a map the ids of its entries. */
function valueText(value: unknown): string {
  const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isMap ? Object.keys(value).join(', ') : JSON.stringify(value)
}
