import { nearest } from '#machines/site/nearest.rules.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { siteAddress } from '#machines/site/routes/site-address.rules.ts'
import type { BrandProblem } from '#schemas'
import { BASE_ID } from '../brands/brand-files.ts'
import type { LayerFile } from '../brands/brand-layer.ts'
import { type BrandLevel, levelsOf, sectionPath } from '../brands/brand-level.ts'
import type { TextPlace } from '../brands/json-source.ts'
import { addressFault, type FoundPage, type LinkFault, type LinkGround, linkGround } from '../faults/link-faults.ts'
import { listed, quoted } from '../faults/problem-words.ts'
import { problemOf } from './check-layer.ts'

/** The Markdown file of a page, and the folder that it is from. */
interface OwnedPage {
  readonly brand: string
  readonly file: LayerFile
}

const pages = new WeakMap<BrandLevel, ReadonlyMap<string, OwnedPage>>()

/** The pages of a brand and its parents by their path: `pages/en/about.md`; a brand's own takes the place of its parent's. */
function pagesOf(level: BrandLevel): ReadonlyMap<string, OwnedPage> {
  const known = pages.get(level)
  if (known) return known
  const own = [...level.layer.files].filter(([, { role }]) => role.kind === 'page')
  const inherited = level.parent ? [...pagesOf(level.parent)] : []
  const found = new Map([...inherited, ...own.map(([path, file]) => [path, { brand: level.layer.id, file }] as const)])
  pages.set(level, found)
  return found
}

/** Links of Markdown pages that lead nowhere (OPS-21), and pages of the brand that nothing shows. */
export function checkPages(level: BrandLevel): readonly BrandProblem[] {
  const ground = linkGround(level)
  if (!ground) return []
  const faultOf = rememberedFaults(level, ground)
  const links = [...pagesOf(level)].flatMap(([path, page]) => pageProblems(faultOf, path, page))
  return [...links, ...unshownPages(level)]
}

type FaultOfLink = (url: string, language: string) => LinkFault | null

/** The pages of all languages have the same few links, so each address is looked up once. */
function rememberedFaults(level: BrandLevel, ground: LinkGround): FaultOfLink {
  const known = new Map<string, ReturnType<typeof addressFault>>()
  return (url, language) => {
    const found = known.has(url) ? known.get(url) : addressFault(ground, url, 'warning')
    known.set(url, found ?? null)
    if (!found || 'message' in found) return found ?? null
    return headingFault(level, ground, found, [found.address.language ?? language])
  }
}

function pageProblems(faultOf: FaultOfLink, path: string, { brand, file }: OwnedPage): readonly BrandProblem[] {
  const [, language = ''] = path.split('/')
  const faults = (file.outline?.links ?? []).flatMap(({ url, place }) => {
    const fault = url.startsWith('#') ? ownHeadingFault(url, file.outline?.headings ?? []) : faultOf(url, language)
    return fault ? [told({ brand, file }, fault, place)] : []
  })
  return faults.filter((problem) => problem.level === 'problem' || problem.brand !== BASE_ID)
}

function told(
  { brand, file }: OwnedPage,
  { parameter: _parameter, ...fault }: LinkFault,
  place: TextPlace,
): BrandProblem {
  return problemOf({ brand, entry: file.entry }, { ...fault, pointer: '' }, place)
}

function ownHeadingFault(url: string, headings: readonly string[]): LinkFault | null {
  const wanted = siteAddress(`/${url}`, [])?.heading ?? ''
  return headings.includes(wanted) ? null : unknownHeading(url, wanted, headings, 'This page')
}

/** A link to a heading that its page does not have in one of the languages; pages that are no Markdown are not judged. */
export function headingFault(
  level: BrandLevel,
  { global }: LinkGround,
  { address, routes }: FoundPage,
  languages: readonly string[],
): LinkFault | null {
  const { heading, path, language: named } = address
  if (heading === null) return null
  for (const language of named === null ? languages : [named]) {
    const page = [language, global.defaultLanguage]
      .flatMap((code) => routes.map((route) => pagesOf(level).get(`pages/${code}/${route}.md`)))
      .find((file) => file !== undefined)
    const headings = page?.file.outline?.headings
    if (!headings || headings.includes(heading)) continue
    return unknownHeading(`${path}#${heading}`, heading, headings, `The page of ${path} in ${quoted(language)}`)
  }
  return null
}

function unknownHeading(url: string, wanted: string, headings: readonly string[], page: string): LinkFault {
  const suggestion = nearest(wanted, headings)
  const all = headings.length > 0 ? `It has these: ${listed(headings)}.` : 'It has none.'
  const fix = suggestion === null ? all : `Did you mean #${suggestion}?`
  const message = `${page} has no heading ${quoted(wanted)}, so ${quoted(url)} would lead to its beginning. ${fix}`
  return { found: quoted(url), expected: 'a heading of the page', suggestion: suggestion && `#${suggestion}`, message }
}

/** Pages that a brand writes under a name that no address and no part of the configuration has. */
function unshownPages(level: BrandLevel): readonly BrandProblem[] {
  if (!level.parent) return []
  const named = namedPages(level)
  const own = [...level.layer.files].filter(([, { role }]) => role.kind === 'page')
  return own.flatMap(([path, file]) => {
    const name = path.split('/')[2]?.slice(0, -'.md'.length) ?? ''
    if (named.has(name)) return []
    const suggestion = nearest(name, named)
    const fix =
      suggestion === null
        ? `Name it in the configuration, or give it the name of a page: ${listed([...named].sort())}.`
        : `Did you mean ${suggestion}.md?`
    const message = `Nothing shows the page ${quoted(name)}. ${fix}`
    const fault = {
      found: quoted(name),
      expected: 'the name of a page',
      suggestion,
      message,
      level: 'warning',
    } as const
    return [told({ brand: level.layer.id, file }, fault, { line: 1, column: 1 })]
  })
}

/** Pages by the name of a route, and those that the configuration names: blocks of the home page, news, rules. */
function namedPages(level: BrandLevel): ReadonlySet<string> {
  const names = new Set<string>(Object.keys(BUILT_ROUTES))
  for (const section of ['customize', 'information', 'bring-a-friend', 'seo']) {
    collectPages(level.documents.get(sectionPath(section))?.value, names)
  }
  for (const { layer } of levelsOf(level).slice(0, 1)) {
    for (const path of layer.files.keys()) {
      if (path.startsWith('pages/')) names.add(path.split('/')[2]?.slice(0, -'.md'.length) ?? '')
    }
  }
  return names
}

const PAGE_KEYS = ['page', 'rulesPage']

function collectPages(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (PAGE_KEYS.includes(key) && typeof child === 'string') names.add(child)
    else collectPages(child, names)
  }
}
