import type {
  AnsweredQuestion,
  SeoContent,
  SeoCounter,
  SeoLink,
  SeoMeta,
  SeoPageData,
  SeoStatement,
  SeoVisual,
} from '#schemas'
import { nodesOfHtml } from './html-nodes.ts'

/** What a source of search texts says of a page's head when it says nothing (SEO-15). */
export const EMPTY_PAGE_DATA: SeoPageData = {
  ...{ title: '', description: '', siteName: '', metaRobots: '', hierarchyMetaRobots: '', ampPageUrl: '' },
  ...{ alternativeLinks: {}, alternateMedia: '', customCanonical: '', languageIsoCode: '', metas: [] },
}

/** The same of a page's text (SEO-15). */
export const EMPTY_CONTENT: SeoContent = { style: '', content: [], microschema: [] }

/** The same of what a shared link shows (SEO-15). */
export const EMPTY_VISUAL: SeoVisual = { description: '', image: '' }

const LONGEST = { title: 300, text: 1000, answer: 4000, address: 2000, meta: 500 }
const MOST = { languages: 100, metas: 20, statements: 20, questions: 60, links: 100, counters: 10 }
const LANGUAGE = /^(?:x-default|[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2})$/
const TAG_NAME = /^[a-zA-Z][a-zA-Z0-9:._-]{0,63}$/
/** Tags that say how a browser treats the page, or that the engine writes itself. */
const OWN_TAGS =
  /^(?:viewport|referrer|color-scheme|theme-color|csp-nonce|robots|googlebot|description|application-name|og:.*|twitter:.*)$/i
const ROBOTS = /^[a-z][a-z, :0-9-]{0,119}$/

/** The head of a page as a service has answered it: `data.attributes` and `title` (SEO-9). What does not fit is left empty.
 *  @returns null where the answer has not that form */
export function readPageData(answer: unknown): { readonly title: string; readonly attributes: SeoPageData } | null {
  const told = attributesOf(answer)
  if (!told) return null
  const title = text(record(answer)?.title, LONGEST.title) || text(told.title, LONGEST.title)
  const attributes: SeoPageData = {
    title,
    description: text(told.description, LONGEST.text),
    siteName: text(told.siteName, LONGEST.title),
    metaRobots: robots(told.metaRobots),
    hierarchyMetaRobots: robots(told.hierarchyMetaRobots),
    ampPageUrl: address(told.ampPageUrl),
    alternativeLinks: languageLinks(told.alternativeLinks),
    alternateMedia: address(told.alternateMedia),
    customCanonical: address(told.customCanonical),
    languageIsoCode: LANGUAGE.test(text(told.languageIsoCode, 35)) ? text(told.languageIsoCode, 35) : '',
    metas: list(told.metas, MOST.metas).flatMap(readMeta),
  }
  return { title, attributes }
}

/** The text of a page as a service has answered it: its HTML as nodes; its style sheet is dropped, since it could cover the page.
 *  @returns null where the answer has not that form */
export function readContent(answer: unknown): SeoContent | null {
  const told = attributesOf(answer) ?? record(answer)
  if (!told || !('content' in told || 'microschema' in told)) return null
  const content = typeof told.content === 'string' ? nodesOfHtml(told.content) : []
  return { style: '', content, microschema: statements(told.microschema) }
}

/** What a shared link shows as a service has answered it. @returns null where the answer has not that form */
export function readVisual(answer: unknown): { readonly title: string; readonly attributes: SeoVisual } | null {
  const told = attributesOf(answer)
  if (!told) return null
  const attributes = { description: text(told.description, LONGEST.text), image: address(told.image) }
  return { title: text(record(answer)?.title, LONGEST.title), attributes }
}

/** Questions as a service has answered them: `data.attributes.questions` (SEO-10). @returns null where it has not that form */
export function readQuestions(answer: unknown): AnsweredQuestion[] | null {
  const told = attributesOf(answer)?.questions
  if (!Array.isArray(told)) return null
  return list(told, MOST.questions).flatMap((one) => {
    const asked = record(one)
    const question = text(asked?.question, LONGEST.title)
    const answered = text(asked?.answer, LONGEST.answer)
    return question && answered ? [{ question, answer: answered }] : []
  })
}

/** Information links as a service has answered them: `links` (SEO-12). @returns null where the answer has not that form */
export function readLinks(answer: unknown): SeoLink[] | null {
  const told = record(answer)?.links
  if (!Array.isArray(told)) return null
  return list(told, MOST.links).flatMap((one) => {
    const link = record(one)
    const title = text(link?.title, LONGEST.title)
    const url = text(link?.url, LONGEST.address)
    return title && /^(?:\/(?![/\\])[^\\]*|https:\/\/[^\\]+)$/.test(url) ? [{ title, url }] : []
  })
}

/** Counters as a service has answered them, from the origins that the brand allows. @returns null where it has not that form */
export function readCounters(answer: unknown, origins: readonly string[]): SeoCounter[] | null {
  const told = record(answer)?.counters ?? attributesOf(answer)?.counters
  if (!Array.isArray(told)) return null
  return list(told, MOST.counters).flatMap((one, index) => {
    const url = address(record(one)?.url)
    const id = text(record(one)?.id, 48) || String(index + 1)
    return url && origins.includes(new URL(url).origin) ? [{ id, url }] : []
  })
}

/** Language tags as a service has answered them: code → tag (SEO-14). @returns null where the answer has not that form */
export function readLanguages(answer: unknown): Record<string, string> | null {
  const told = record(answer)
  if (!told) return null
  const known = Object.entries(told).filter(
    (entry): entry is [string, string] =>
      /^[a-z]{2,3}(?:-[a-z0-9]{2,8})?$/.test(entry[0]) && typeof entry[1] === 'string' && LANGUAGE.test(entry[1]),
  )
  return known.length > 0 ? Object.fromEntries(known) : null
}

function record(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

function attributesOf(answer: unknown) {
  return record(record(record(answer)?.data)?.attributes)
}

function list(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : []
}

/** A text without control characters and line breaks. */
function text(value: unknown, most: number): string {
  return typeof value === 'string'
    ? value
        .replaceAll(/[\p{Cc}\s]+/gu, ' ')
        .trim()
        .slice(0, most)
    : ''
}

function robots(value: unknown): string {
  const told = text(value, 120).toLowerCase()
  return ROBOTS.test(told) ? told : ''
}

/** A whole address over HTTPS; empty where it is none. */
function address(value: unknown): string {
  const told = text(value, LONGEST.address)
  if (!URL.canParse(told)) return ''
  const url = new URL(told)
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : ''
}

/** Addresses by language, from a map or from a list of `{ hreflang | language, href | url }`. */
function languageLinks(value: unknown): Record<string, string> {
  const pairs: (readonly [unknown, unknown])[] = Array.isArray(value)
    ? value.map((one) => [record(one)?.hreflang ?? record(one)?.language, record(one)?.href ?? record(one)?.url])
    : Object.entries(record(value) ?? {})
  const known = pairs.flatMap(([language, href]) =>
    typeof language === 'string' && LANGUAGE.test(language) && address(href)
      ? [[language, address(href)] as const]
      : [],
  )
  return Object.fromEntries(known.slice(0, MOST.languages))
}

function readMeta(value: unknown): SeoMeta[] {
  const told = record(value)
  const name = text(told?.name ?? told?.property, 64)
  const content = text(told?.content, LONGEST.meta)
  return TAG_NAME.test(name) && !OWN_TAGS.test(name) && content ? [{ name, content }] : []
}

/** Statements of JSON-LD, given as objects, a list of them, JSON, or HTML with such a script. */
function statements(value: unknown): SeoStatement[] {
  const told = typeof value === 'string' ? parsed(value) : value
  return list(Array.isArray(told) ? told : [told], MOST.statements).flatMap((one) => {
    const statement = record(one)
    const type = statement?.['@type']
    const isKnown = typeof type === 'string' && /^[A-Z][A-Za-z]{1,63}$/.test(type)
    if (!isKnown || !/^https?:\/\/schema\.org\/?$/.test(String(statement?.['@context']))) return []
    return [{ ...statement, '@context': 'https://schema.org', '@type': type } as SeoStatement]
  })
}

function parsed(value: string): unknown {
  const inner = /<script[^>]*>([\s\S]*?)<\/script/i.exec(value)?.[1] ?? value
  try {
    return JSON.parse(inner)
  } catch {
    return null
  }
}
