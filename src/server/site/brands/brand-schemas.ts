import { readdir, readFile } from 'node:fs/promises'
import type { Validator } from '#schemas/validation.ts'
import { validatorByName } from '#schemas/validator-by-name.ts'
import type { SchemaNode } from './schema-walk.ts'

const SCHEMAS = new URL('../../../../schemas/', import.meta.url)

/** A document that a brand may write: how its file is checked, and how the merged whole is. */
export interface DocumentSchema {
  /** Name below `schemas/`, such as `site/config/betting`. */
  readonly name: string
  /** What `$schema` names, below `schemas/`. */
  readonly file: string
  /** The schema of the file; it stands alone. */
  readonly node: SchemaNode
  /** Whether a value of the document may be a regular expression. */
  readonly hasPatterns: boolean
  readonly checkFile: Validator<unknown>
  /** Checks the merged document and writes nested defaults into it. */
  readonly checkWhole: Validator<unknown>
}

/** All schemas of a brand folder. */
export interface BrandSchemas {
  /** Sections of the site configuration, sorted. */
  readonly sections: readonly string[]
  /** @throws Error for a name that no brand file has */
  get(name: string): DocumentSchema
}

export const MANIFEST = 'site/brand-manifest'
export const THEME = 'site/theme-tokens'
export const DICTIONARY = 'site/dictionary'
export const FIELD_CATALOGUE = 'registration/field-catalogue'
export const REGISTRATION_TYPE = 'registration/type-definition'
export const REGISTRATION_DATA = 'registration/registration-data-file'
export const WELCOME_BONUSES = 'registration/welcome-bonuses-file'
/** Name of the schema of a section, such as `site/config/betting`. */
export const sectionSchema = (section: string): string => `site/config/${section}`

let loading: Promise<BrandSchemas> | undefined

/** The schemas of brand folders, read once in a process. */
export function loadBrandSchemas(): Promise<BrandSchemas> {
  loading ??= readAll()
  return loading
}

async function readAll(): Promise<BrandSchemas> {
  const files = await readdir(new URL('site/config/', SCHEMAS))
  const sections = files
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => file.slice(0, -'.schema.json'.length))
    .sort()
  const patched = [THEME, DICTIONARY, FIELD_CATALOGUE, REGISTRATION_TYPE, REGISTRATION_DATA, WELCOME_BONUSES]
  const documents = await Promise.all([
    readDocument(MANIFEST, MANIFEST),
    ...[...sections.map(sectionSchema), ...patched].map((name) => readDocument(name, `patch/${name}`)),
  ])
  const byName = new Map(documents.map((document) => [document.name, document]))
  return {
    sections,
    get(name) {
      const found = byName.get(name)
      if (!found) throw new Error(`no brand file has the schema ${name}`)
      return found
    },
  }
}

async function readDocument(name: string, checked: string): Promise<DocumentSchema> {
  const file = `${checked === name ? '' : 'generated/'}${checked}.schema.json`
  const [text, checkFile, checkWhole] = await Promise.all([
    readFile(new URL(file, SCHEMAS), 'utf8'),
    validatorByName(checked),
    validatorByName(name),
  ])
  const hasPatterns = /"format":\s*"regex"/.test(text)
  return { name, file, node: JSON.parse(text) as SchemaNode, hasPatterns, checkFile, checkWhole }
}
