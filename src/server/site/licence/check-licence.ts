import { auditLicence } from '#machines/site/licence/licence-audit.rules.ts'
import { LICENCE_PACKS } from '#machines/site/licence/licence-packs.ts'
import { AUDITED_SECTIONS, type AuditedSections } from '#machines/site/licence/licence-rule.ts'
import type { BrandProblem, LicenceConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { shown } from '../faults/problem-words.ts'

/** Settings that are looser than the licence pack of the brand asks for (RG-14). */
export function checkLicence(level: BrandLevel): readonly BrandProblem[] {
  const sectionOf = (section: string) => level.documents.get(sectionPath(section))?.value as unknown
  const licence = sectionOf('licence') as LicenceConfig | undefined
  const sections = Object.fromEntries(AUDITED_SECTIONS.map((section) => [section, sectionOf(section)]))
  const pack = licence?.pack
  const isWhole = Object.values(sections).every((section) => section !== undefined)
  if (!pack || !Object.hasOwn(LICENCE_PACKS, pack) || !isWhole) return []
  return auditLicence(pack, sections as AuditedSections).flatMap(({ clause, setting, asked, value, isStrict }) => {
    if (isStrict || !setting || value === undefined) return []
    const path = sectionPath(setting.section)
    const found = shown(value as never)
    const expected = asked ?? ''
    const name = LICENCE_PACKS[pack].name
    const message = `${setting.key} is ${found}, which is looser than the licence pack "${pack}" (${name}) asks for: ${expected} (${clause.clause}: ${clause.rule}) Set it as strict in ${path}, or name the pack of another licence in config/licence.json.`
    const causes = [{ path: sectionPath('licence'), pointer: '/pack' }]
    return locateFault(level, path, { pointer: `/${setting.key}`, found, expected, suggestion: null, message, causes })
  })
}
