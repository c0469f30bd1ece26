import { auditLicence } from '#machines/site/licence/licence-audit.rules.ts'
import { LICENCE_PACKS } from '#machines/site/licence/licence-packs.ts'
import type { AuthConfig, BrandProblem, LicenceConfig, PaymentsConfig, ResponsibleConfig } from '#schemas'
import { type BrandLevel, locateFault, sectionPath } from '../brands/brand-level.ts'
import { shown } from '../faults/problem-words.ts'

/** Settings that are looser than the licence pack of the brand asks for (RG-14). */
export function checkLicence(level: BrandLevel): readonly BrandProblem[] {
  const sectionOf = (section: string) => level.documents.get(sectionPath(section))?.value as unknown
  const licence = sectionOf('licence') as LicenceConfig | undefined
  const responsible = sectionOf('responsible') as ResponsibleConfig | undefined
  const auth = sectionOf('auth') as AuthConfig | undefined
  const payments = sectionOf('payments') as PaymentsConfig | undefined
  const pack = licence?.pack
  if (!pack || !Object.hasOwn(LICENCE_PACKS, pack) || !responsible || !auth || !payments) return []
  return auditLicence(pack, { responsible, auth, payments }).flatMap(({ clause, setting, asked, value, isStrict }) => {
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
