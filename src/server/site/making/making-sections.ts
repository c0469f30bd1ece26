import { type BrandLevel, sectionPath } from '../brands/brand-level.ts'

/** A section of the site configuration as a brand has it. @throws Error when the brand has a problem there */
export function sectionOf<Section>(level: BrandLevel, name: string): Section {
  const document = level.documents.get(sectionPath(name))
  if (!document) throw new Error(`${level.layer.id}/${sectionPath(name)}`)
  return document.value as unknown as Section
}
