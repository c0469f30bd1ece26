import { join } from 'node:path'
import { type ResolvedTheme, resolveTokens } from '#machines/site/theme/theme.rules.ts'
import { cssColour } from '#machines/site/theme/theme-colour.rules.ts'
import {
  compileTheme,
  type DefaultScheme,
  type FontFamilies,
  fontFamilies,
} from '#machines/site/theme/theme-css.rules.ts'
import type {
  BrandManifest,
  BrandShownValue,
  FieldCatalogue,
  GlobalConfig,
  PublicConfig,
  PublicSite,
  RegistrationDataFile,
  RegistrationTypeDefinition,
  SiteConfig,
  ThemeTokens,
  WelcomeBonusesFile,
} from '#schemas'
import { type BrandLevel, levelsOf, sectionPath } from './brands/brand-level.ts'
import { type BrandSchemas, REGISTRATION_TYPE } from './brands/brand-schemas.ts'
import type { SecretLookup } from './brands/brand-secrets.ts'
import { hashOf } from './brands/content-hash.ts'
import { shownValues } from './brands/provenance.ts'
import { publicPart } from './brands/public-part.ts'
import { CATALOGUE_FILE } from './check/check-registration.ts'
import { THEME_FILE } from './check/check-theme.ts'
import { writtenLanguages } from './check/language-coverage.ts'
import { dictionariesOf, type SiteDictionary } from './site-texts.ts'
import { REFERENCE_LANGUAGE } from './text-index.ts'

/** The style sheet of a brand. */
export interface SiteTheme {
  readonly css: string
  /** Hash of the style sheet (16 hexadecimal characters). */
  readonly hash: string
  readonly defaultScheme: DefaultScheme
  /** The families that the theme sets its texts in, such as `onest`. */
  readonly fonts: FontFamilies
  /** Colours for what is drawn outside of pages, by scheme. */
  readonly colours: Readonly<Record<'light' | 'dark', ThemeGround>>
}

/** The colours of a theme's grounds and of what is written on them, as `#0a1830`. */
export interface ThemeGround {
  readonly canvas: string
  readonly surface: string
  readonly text: string
  readonly accent: string
  readonly onAccent: string
}

/** What registration reads: forms by type, the catalogue of fields, lists and bonuses. */
export interface SiteRegistration {
  readonly types: Readonly<Record<string, RegistrationTypeDefinition>>
  readonly catalogue: FieldCatalogue
  readonly data: RegistrationDataFile | null
  readonly bonuses: WelcomeBonusesFile | null
}

/** A brand as the server serves it: resolved, checked and frozen. Texts are merged when they are first asked for. */
export interface ResolvedSite {
  readonly brandId: string
  readonly manifest: BrandManifest
  /** The secrets that the configuration names, which is all that it holds of them. */
  readonly secretOf: SecretLookup
  /** Languages of `global` are those of the configuration that have a dictionary. */
  readonly config: SiteConfig
  /** The configuration without what only the server may know. */
  readonly publicConfig: PublicConfig
  readonly publicSite: PublicSite
  /** `publicSite` as JSON in UTF-8, safe inside a script element. */
  readonly publicJson: Buffer
  readonly theme: SiteTheme
  readonly registration: SiteRegistration
  /** Codes of the languages that the site offers, by their order. */
  readonly languages: readonly string[]
  /** Nouns that have a dictionary in a language. */
  units(language: string): readonly string[]
  /** The texts of a noun, or null when the language has none. A missing text is missing: see {@link missingTexts}. */
  dictionary(language: string, unit: string): SiteDictionary | null
  /** Keys that English has and the language lacks, for reports. */
  missingTexts(language: string, unit: string): readonly string[]
  /** Absolute path of a page's Markdown file, or null when neither the brand nor a parent has it in the language. */
  pages(language: string, page: string): string | null
  /** An asset of the brand or a parent by its path below `assets/`. */
  asset(path: string): { readonly file: string; readonly hash: string } | null
  /** Hash of all assets, for their address (16 hexadecimal characters). */
  readonly assetsHash: string
  /** Every resolved value with the file that gave it; made when it is asked for. */
  provenance(): readonly BrandShownValue[]
  /** Hash of every file that the site is made of (32 hexadecimal characters). */
  readonly hash: string
  /** Number of the published revision; 0 when none was published. */
  readonly revision: number
  /** Of a draft alone: the hosts of studios, which may show it in a frame. */
  readonly preview?: { readonly studioHosts: readonly string[] }
}

/** Makes the site of a brand whose check found nothing. @throws Error without a valid `brand.json` */
export function createResolvedSite(level: BrandLevel, schemas: BrandSchemas, secretOf: SecretLookup): ResolvedSite {
  const { manifest, id } = level.layer
  if (!manifest) throw new Error(`brand ${id} has no valid brand.json`)
  const config = configOf(level, schemas)
  const publicConfig = publicConfigOf(level, schemas, config.global)
  const { hash, assetsHash, assets } = filesOf(level)
  const { name, revision } = manifest
  const registration = registrationOf(level)
  const publicSite: PublicSite = {
    brandId: id,
    name,
    hash,
    revision,
    config: publicConfig,
    assets: `/brand/${assetsHash}/`,
    registrationForms: formWords(registration),
  }
  const { dictionary, units } = dictionariesOf(level)
  return Object.freeze({
    brandId: id,
    manifest,
    secretOf,
    config,
    publicConfig,
    publicSite,
    publicJson: publicJsonOf(publicSite),
    theme: themeOf(level, config.application.colourScheme, publicSite.assets),
    registration,
    languages: languagesByOrder(config.global),
    units,
    dictionary,
    missingTexts: (language: string, unit: string) => {
      const own = dictionary(language, unit)?.texts ?? {}
      return Object.keys(dictionary(REFERENCE_LANGUAGE, unit)?.texts ?? {}).filter((key) => !Object.hasOwn(own, key))
    },
    pages: (language: string, page: string) => fileOf(level, `pages/${language}/${page}.md`),
    asset: (path: string) => assets.get(path) ?? null,
    assetsHash,
    provenance: () => shownValues(level, schemas),
    hash,
    revision,
  })
}

function configOf(level: BrandLevel, schemas: BrandSchemas): SiteConfig {
  const sections = schemas.sections.map((section) => [section, level.documents.get(sectionPath(section))?.value])
  const config = Object.fromEntries(sections) as unknown as SiteConfig
  return Object.freeze({ ...config, global: offeredOnly(level, config.global) })
}

/** The configuration with the languages that have a dictionary: the engine's list is longer than what is translated. */
function offeredOnly<Config extends Pick<GlobalConfig, 'languages'>>(level: BrandLevel, global: Config): Config {
  const written = writtenLanguages(level)
  const languages = Object.entries(global.languages).filter(([code]) => written.has(code))
  return Object.freeze({ ...global, languages: Object.freeze(Object.fromEntries(languages)) })
}

function languagesByOrder({ languages }: GlobalConfig): readonly string[] {
  const entries = Object.entries(languages).sort(([, left], [, right]) => left.order - right.order)
  return Object.freeze(entries.map(([code]) => code))
}

function publicConfigOf(level: BrandLevel, schemas: BrandSchemas, global: GlobalConfig): PublicConfig {
  const sections = schemas.sections.flatMap((section) => {
    const document = level.documents.get(sectionPath(section))
    return document ? [[section, publicPart(document, schemas)] as const] : []
  })
  const config = Object.fromEntries(sections) as unknown as PublicConfig
  return Object.freeze({ ...config, global: Object.freeze({ ...config.global, languages: global.languages }) })
}

function themeOf(level: BrandLevel, defaultScheme: DefaultScheme, assets: string): SiteTheme {
  const tokens = level.documents.get(THEME_FILE)?.value as unknown as ThemeTokens | undefined
  if (!tokens) throw new Error(`neither brand ${level.layer.id} nor its parents have a ${THEME_FILE}`)
  const { theme } = resolveTokens(tokens)
  const css = compileTheme(theme, { defaultScheme: 'system', assets })
  const groundOf = (scheme: 'light' | 'dark'): ThemeGround => ({
    canvas: hexOf(theme, `color.${scheme}.canvas`),
    surface: hexOf(theme, `color.${scheme}.surface`),
    text: hexOf(theme, `color.${scheme}.text`),
    accent: hexOf(theme, `color.${scheme}.accent`),
    onAccent: hexOf(theme, `color.${scheme}.on-accent`),
  })
  const colours = { light: groundOf('light'), dark: groundOf('dark') }
  return Object.freeze({ css, hash: hashOf([css]), defaultScheme, fonts: fontFamilies(theme), colours })
}

function hexOf(theme: ResolvedTheme, name: string): string {
  const token = theme.get(name)
  return token?.type === 'color' ? cssColour(token.value) : '#ffffff'
}

function registrationOf(level: BrandLevel): SiteRegistration {
  const documentAt = (path: string) => level.documents.get(path)?.value as unknown
  const types = [...level.documents].filter(([, { schema }]) => schema === REGISTRATION_TYPE)
  return Object.freeze({
    types: Object.freeze(
      Object.fromEntries(
        types.map(([path, { value }]) => [
          /([^/]+)\.json$/.exec(path)?.[1],
          value as unknown as RegistrationTypeDefinition,
        ]),
      ),
    ),
    catalogue: (documentAt(CATALOGUE_FILE) ?? {}) as FieldCatalogue,
    data: (documentAt('registration/data.json') ?? null) as RegistrationDataFile | null,
    bonuses: (documentAt('registration/welcome-bonuses.json') ?? null) as WelcomeBonusesFile | null,
  })
}

/** What a page says of each form before it has asked for it. */
function formWords({ types }: SiteRegistration): PublicSite['registrationForms'] {
  const words = Object.entries(types).map(([type, { title, submitLabel }]) => [
    type,
    { titleKey: title, submitKey: submitLabel },
  ])
  return Object.fromEntries(words) as PublicSite['registrationForms']
}

function fileOf(level: BrandLevel, path: string): string | null {
  const owner = levelsOf(level).findLast(({ layer }) => layer.files.has(path))
  return owner ? join(owner.layer.folder, path) : null
}

/** The assets of a brand and its parents, and the hashes over everything. */
function filesOf(level: BrandLevel) {
  const assets = new Map<string, { readonly file: string; readonly hash: string }>()
  const all: string[] = []
  for (const { layer } of levelsOf(level)) {
    for (const [path, { role, hash }] of layer.files) {
      all.push(`${layer.id}/${path}`, hash)
      if (role.kind === 'asset')
        assets.set(path.slice('assets/'.length), { file: join(layer.folder, path), hash: hash.slice(0, 16) })
    }
  }
  const parts = [...assets]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([path, { hash }]) => [path, hash])
  return { assets, assetsHash: hashOf(parts), hash: hashOf(all, 32) }
}

/** What a page is sent of a brand, as JSON in UTF-8, safe inside a script element. */
export function publicJsonOf(publicSite: PublicSite): Buffer {
  return Buffer.from(scriptSafe(JSON.stringify(publicSite)))
}

/** JSON that ends no script element and is a JavaScript expression. */
export function scriptSafe(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
