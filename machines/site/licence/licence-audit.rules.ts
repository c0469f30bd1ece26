import { LICENCE_PACKS } from './licence-packs.ts'
import type { AuditedSections, Clause, Demand, LicenceId, SettingDemand } from './licence-rule.ts'

/** A clause as a configuration keeps it: one row for each setting, or one where there is none. */
export interface AuditedClause {
  readonly clause: Clause
  readonly setting: SettingDemand | null
  /** What is asked, in words; null without a setting. */
  readonly asked: string | null
  readonly value: unknown
  /** Whether the value is as strict as is asked. */
  readonly isStrict: boolean
  /** Whether the clause is kept: strict enough, proved, and nothing is lacking. */
  readonly isKept: boolean
}

/** Holds a configuration against the clauses of a licence pack (RG-14). */
export function auditLicence(pack: LicenceId, sections: AuditedSections): readonly AuditedClause[] {
  return auditClauses(LICENCE_PACKS[pack].clauses, sections)
}

/** Holds a configuration against clauses: one that no test proves is not kept, and neither is one whose setting there is not. */
export function auditClauses(clauses: readonly Clause[], sections: AuditedSections): readonly AuditedClause[] {
  return clauses.flatMap((clause): readonly AuditedClause[] => {
    const isProved = clause.proof !== undefined && clause.lacks === undefined
    const { settings = [] } = clause
    if (settings.length === 0)
      return [{ clause, setting: null, asked: null, value: null, isStrict: true, isKept: isProved }]
    return settings.map((setting) => {
      const value: unknown = Reflect.get(sections[setting.section], setting.key) ?? null
      const isStrict = keeps(value, setting.demand)
      return { clause, setting, asked: askedText(setting.demand), value, isStrict, isKept: isProved && isStrict }
    })
  })
}

/** Whether a value is as strict as a clause asks; what is not there is not. */
export function keeps(value: unknown, demand: Demand): boolean {
  if (value === null || value === undefined) return false
  switch (demand.kind) {
    case 'at_least':
      return typeof value === 'number' && value >= demand.value
    case 'at_most':
      return typeof value === 'number' && value <= demand.value
    case 'is':
      return value === demand.value
    case 'is_set':
      return true
    case 'has':
      return Array.isArray(value) && demand.values.every((one) => value.includes(one))
    case 'each_at_least':
      return Array.isArray(value) && value.every((one) => Number(one) >= demand.value)
    case 'each_at_most':
      return Array.isArray(value) && value.every((one) => Number(one) <= demand.value)
    case 'names':
      return Object.hasOwn(value as object, demand.id)
    case 'helps_in':
      return Object.values(value as AuditedSections['responsible']['helpOrganisations']).some(
        ({ countries }) => countries.length === 0 || countries.includes(demand.country),
      )
  }
}

/** What a clause asks, in words: `at least 86400000`. */
export function askedText(demand: Demand): string {
  switch (demand.kind) {
    case 'at_least':
      return `at least ${demand.value}`
    case 'at_most':
      return `at most ${demand.value}`
    case 'is':
      return JSON.stringify(demand.value)
    case 'is_set':
      return 'a value'
    case 'has':
      return `a list with ${demand.values.map((value) => JSON.stringify(value)).join(', ')}`
    case 'each_at_least':
      return `none below ${demand.value}`
    case 'each_at_most':
      return `none above ${demand.value}`
    case 'names':
      return `an entry ${demand.id}`
    case 'helps_in':
      return `an organisation for ${demand.country}`
  }
}
