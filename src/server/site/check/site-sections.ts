import type { BrandManifest, SiteConfig } from '#schemas'
import { type BrandLevel, sectionPath } from '../brands/brand-level.ts'
import type { DocumentFault } from '../faults/value-faults.ts'

/** The sections of a brand by name; one whose document is broken is absent, which is reported elsewhere. */
export type Sections = { readonly [Name in keyof SiteConfig]?: SiteConfig[Name] } & {
  readonly manifest?: BrandManifest | undefined
}

/** A fault of one of the sections of the configuration. */
export interface SectionFault extends Omit<DocumentFault, 'suggestion'> {
  readonly section: keyof SiteConfig
  readonly suggestion?: string | null
}

/** The merged sections of a brand. */
export function sectionsOf(level: BrandLevel): Sections {
  const sections = [...level.documents].flatMap(([path, { value }]) => {
    const name = /^config\/(.+)\.json$/.exec(path)?.[1]
    return name === undefined ? [] : [[name, value] as const]
  })
  return { ...(Object.fromEntries(sections) as Sections), manifest: level.layer.manifest ?? undefined }
}

/** Where another section has a part in a fault. */
export function causeIn(
  section: keyof SiteConfig,
  pointer: string,
): { readonly path: string; readonly pointer: string } {
  return { path: sectionPath(section), pointer }
}
