import type { LicenceConfig, SiteConfig } from '#schemas'

/** Name of a licence pack. */
export type LicenceId = NonNullable<LicenceConfig['pack']>

/** Names of the sections that clauses ask something of. */
export const AUDITED_SECTIONS = ['responsible', 'auth', 'payments', 'casino', 'global'] as const

/** The sections that clauses ask something of. */
export type AuditedSections = Pick<SiteConfig, (typeof AUDITED_SECTIONS)[number]>

/** What a clause asks of a value: a number within bounds, exactly a value, any value at all, a list that has some entries, or whose numbers are all within
 *  bounds, or a map of help with an entry for a country. */
export type Demand =
  | { readonly kind: 'at_least' | 'at_most'; readonly value: number }
  | { readonly kind: 'is'; readonly value: boolean | string | number }
  | { readonly kind: 'is_set' }
  | { readonly kind: 'has'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'each_at_least' | 'each_at_most'; readonly value: number }
  | { readonly kind: 'names'; readonly id: string }
  | { readonly kind: 'helps_in'; readonly country: string }

/** A key of the configuration, by its section, and what is asked of it. */
export interface SettingDemand {
  readonly section: keyof AuditedSections
  readonly key: string
  readonly demand: Demand
}

/** A test that fails when the engine does not keep a clause. */
export interface ClauseProof {
  readonly file: string
  /** A part of its title. */
  readonly title: string
}

/** A clause of a licence. */
export interface Clause {
  /** As its authority names it. */
  readonly clause: string
  /** What it asks for, in plain words. */
  readonly rule: string
  /** `recalled`: to be checked before it is quoted as law. */
  readonly source: 'text' | 'recalled'
  readonly settings?: readonly SettingDemand[]
  readonly proof?: ClauseProof
  /** What the engine lacks to keep it. */
  readonly lacks?: string
}

/** The clauses of a licence that settings and the engine itself have to keep. */
export interface LicencePack {
  readonly name: string
  readonly clauses: readonly Clause[]
}
